import type { createClient } from "@askback/client";
import type { Callers as McpCallers } from "@askback/mcp";
import type { Clock } from "../../clock.ts";
import type { Keys } from "../access/api-keys.ts";
import type { Callers } from "../access/callers.ts";
import { hasScope } from "../access/principal.ts";
import type { Addresses } from "../middleware/hosts-and-origins.ts";
import { forbidden, type Problem, problemResponse, problems } from "../problems/problem.ts";
import type { App, AppContext } from "../route.ts";

/** The header with a key that may answer, for clients that show forms of their own or cards. */
const answerKeyHeader = "askback-answer-key";

export interface McpRouteOptions {
  readonly keys: Keys;
  readonly callers: Pick<Callers, "ofKey">;
  readonly addresses: Addresses;
  readonly clock: Pick<Clock, "now">;
  readonly stopping: AbortSignal;
  onError(requestId: string, error: unknown): void;
}

/**
 * The MCP server by HTTP. It calls this server's own routes with the caller's key, so that it may do what that key may do,
 * and it keeps nothing between requests that another server would need.
 */
export function addMcpRoute(app: App, { keys, callers, addresses, clock, stopping, onError }: McpRouteOptions): void {
  /** The calls that run at this moment, and those of which it found that nobody can take them over. */
  let running: McpCallers | undefined;
  app.all("/mcp", async (context) => {
    const key = context.req.header("authorization")?.split(" ")[1];
    // A cookie identifies a browser, in which a page of somebody else could call.
    if (key === undefined) return problemResponse(context, problems.unauthorized);
    const principal = context.get("principal");
    const requestId = context.get("requestId");
    if (!hasScope(principal, "ask")) return problemResponse(context, forbidden("ask"));
    const answerKey = context.req.header(answerKeyHeader);
    const refusal = answerKey === undefined ? undefined : await answerKeyRefusal(context, callers, answerKey, key);
    if (refusal) return problemResponse(context, refusal);

    const host = context.req.header("host");
    const caller = JSON.stringify([principal.project, principal.id]);
    // The code is loaded with the first call, so that a server starts without it.
    const [{ createClient }, { createMcpEndpoint, createRequestCallers }] = await Promise.all([
      import("@askback/client"),
      import("@askback/mcp"),
    ]);
    running ??= createRequestCallers(() => clock.now());
    const ownClient = (own: string) => createClient(ownClientOptions(app, context, own));
    const endpoint = createMcpEndpoint((error) => onError(requestId, error));
    const { method, url, raw } = context.req;
    const body = method === "POST" ? await context.req.text() : null;
    // The body was read before, so that the request is made again.
    const request = new Request(url, { method, headers: raw.headers, body, signal: raw.signal });
    return endpoint.fetch(request, {
      client: ownClient(key),
      answers: answerKey === undefined ? undefined : ownClient(answerKey),
      requestState: { key: keys.requestStateKey, principal: caller },
      cards: {
        key: keys.requestStateKey,
        principal: caller,
        url: addresses.isEncrypted(host) ? `https://${host}` : new URL(url).origin,
      },
      callers: running,
      ended: stopping,
    });
  });
}

/** For a client that calls the routes of this app without a connection. */
function ownClientOptions(app: App, context: AppContext, key: string): Parameters<typeof createClient>[0] {
  const host = context.req.header("host") ?? "";
  return {
    url: new URL(context.req.url).origin,
    key,
    via: "mcp",
    fetch: async (path, init) => {
      const headers = new Headers(init?.headers);
      headers.set("host", host);
      return app.request(path as string, { ...init, headers });
    },
  };
}

async function answerKeyRefusal(
  context: AppContext,
  callers: Pick<Callers, "ofKey">,
  answerKey: string,
  askKey: string,
): Promise<Problem | undefined> {
  const answerer = await callers.ofKey(answerKey);
  if (!answerer || answerer.project !== context.get("principal").project) return problems.unknownKey;
  return answerKey === askKey || !hasScope(answerer, "answer") ? forbidden("answer") : undefined;
}
