import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Clock } from "../../clock.ts";
import type { AppContext, AppEnv } from "../route.ts";
import { startStream } from "../stream/sinks.ts";
import { securityHeaders } from "./security-headers.ts";

/** JSON that answers a request, with its response as hono made it. */
export interface SentJson {
  readonly response: Response;
  readonly json: string;
  readonly status: number;
  readonly type: string;
}

const fixedHeaders = Object.entries(securityHeaders);

/**
 * Names each request, and gives its response the headers that all have. The name is ours: a caller could write anything
 * into our log with theirs.
 */
export function completeResponses(clock: Pick<Clock, "now">): MiddlewareHandler<AppEnv> {
  const dateOf = createDates();
  return async (context, next) => {
    const requestId = randomUUID();
    context.set("requestId", requestId);
    await next();
    // Clients count down to times of the store, which the machine's clock may not have.
    const date = dateOf(clock.now());
    if (completeJson(context, requestId, date)) return;
    // Not by `context.header`, which makes a new response of the class of the platform for each header.
    const { headers } = context.res;
    for (const [name, value] of fixedHeaders) headers.set(name, value);
    headers.set("x-request-id", requestId);
    headers.set("date", date);
    // Responses that are read by cookie are never cached, unless a route says so.
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
    startStream(context);
  };
}

/**
 * JSON to which no middleware has added anything gets all its headers at once: `Headers`, which check and sort, cost more
 * than the rest of a small response.
 */
function completeJson(context: AppContext, requestId: string, date: string): boolean {
  const sent = context.get("sentJson");
  if (!sent || sent.response !== context.res) return false;
  const headers = {
    "content-type": sent.type,
    ...securityHeaders,
    "x-request-id": requestId,
    date,
    "cache-control": "no-store",
  };
  // hono merges the headers of a response into the one that replaces it, unless there is none.
  context.res = undefined;
  context.res = new Response(sent.json, { status: sent.status, headers });
  return true;
}

/** Writes a time as the header has it, once for each second. */
function createDates(): (now: number) => string {
  let second = Number.NaN;
  let text = "";
  return (now) => {
    const current = Math.floor(now / 1000);
    if (current !== second) {
      second = current;
      text = new Date(now).toUTCString();
    }
    return text;
  };
}
