import type * as wire from "@askback/core/wire";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Problem, problemBody, problemResponse } from "./problems/problem.ts";
import type { AppContext } from "./route.ts";

/** A response as data, so that it can be stored with the commit that it answers. */
export type Outcome<Body, Failure = never> = Success<Body> | Empty | Failed<Failure> | Problem;

interface Success<Body> {
  readonly status: 200 | 201 | 202;
  readonly body: Body;
}

/** A success without a body. */
interface Empty {
  readonly status: 200 | 204;
  readonly body?: never;
}

/** An error in the form of a compat API. */
interface Failed<Failure> {
  readonly status: 400 | 404 | 409;
  readonly failure: Failure;
}

/** An outcome as it is stored: its body is JSON, `null` where there is none. */
export interface StoredOutcome {
  readonly status: number;
  readonly json: string;
}

/** A success whose JSON is sent piece by piece, each when the reader has room. */
export interface LongOutcome {
  readonly status: 200;
  readonly pieces: readonly string[];
}

export type FailureType = "application/problem+json" | "application/json" | "text/plain";

export function storeOutcome(outcome: Outcome<unknown, unknown>): StoredOutcome {
  const { status } = outcome;
  if ("code" in outcome) return { status, json: JSON.stringify(problemBody(outcome) satisfies wire.Problem) };
  if ("failure" in outcome) return { status, json: JSON.stringify(outcome.failure) };
  return { status, json: JSON.stringify("body" in outcome ? outcome.body : null) };
}

export function sendOutcome(
  context: AppContext,
  outcome: Outcome<unknown, unknown> | StoredOutcome | LongOutcome,
  failureType: FailureType = "application/problem+json",
): Response {
  if ("code" in outcome) return problemResponse(context, outcome);
  if ("pieces" in outcome) return textsResponse(outcome.pieces, { "content-type": "application/json" });
  const { status, json } = "json" in outcome ? outcome : storeOutcome(outcome);
  if (json === "null") return context.body(null, status as 204);
  const isText = status >= 400 && failureType === "text/plain";
  const type = status < 400 ? "application/json" : isText ? "text/plain; charset=UTF-8" : failureType;
  const response = context.body(isText ? toText(json) : json, status as ContentfulStatusCode, { "content-type": type });
  if (!isText && !context.get("hasCookie")) context.set("sentJson", { response, json, status, type });
  return response;
}

/** Sends texts one after another, each when the reader has room. */
export function textsResponse(texts: Iterable<string>, headers: Readonly<Record<string, string>>): Response {
  return new Response(ReadableStream.from(texts).pipeThrough(new TextEncoderStream()), { headers });
}

/** The text of a failure; a reply that an earlier version stored may be an object. */
function toText(json: string): string {
  const failure: unknown = JSON.parse(json);
  return typeof failure === "string" ? failure : json;
}
