import type * as wire from "@askback/core/wire";
import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { StoreUnavailable } from "../../store/store-unavailable.ts";
import type { RouteScope } from "../access/principal.ts";
import { peopleProblems } from "../people/problems.ts";
import { type ProblemCode, problemType } from "./problem-codes.ts";

/** What went wrong, for a program (`code`) and for a person (`title`, `detail`, `hint`). */
export interface Problem extends Omit<wire.Problem, "type" | "status" | "code"> {
  readonly status: ContentfulStatusCode;
  readonly code: ProblemCode;
}

/** After how long a client tries again while the server is unavailable. */
const retryAfterSeconds = "2";

export function problemResponse(context: Context, problem: Problem): Response {
  return context.body(JSON.stringify(problemBody(problem)), problem.status, {
    "content-type": "application/problem+json",
    ...(problem.status === 503 && { "retry-after": retryAfterSeconds }),
  });
}

export function problemBody(problem: Problem): wire.Problem {
  return { type: problemType(problem.code), ...problem };
}

export const problems = {
  ...peopleProblems,
  unauthorized: {
    status: 401,
    code: "unauthorized",
    title: "A key is needed",
    hint: "Send Authorization: Bearer <key>; the keys are in the data folder under keys/.",
  },
  notNamed: {
    status: 403,
    code: "forbidden",
    title: "This key may not follow everything",
    hint: "A key with the scope ask follows what it started: name conversations with ?conversation=, once for each.",
  },
  foreignHost: {
    status: 403,
    code: "foreign-host",
    title: "This Host is not served here",
    hint: "Use the address that the server printed, or set publicUrl in the config.",
  },
  foreignOrigin: {
    status: 403,
    code: "foreign-origin",
    title: "This Origin may not call the API",
    hint: "Call it from the server's own address, or name this origin in `origins` of the config.",
  },
  notFound: { status: 404, code: "not-found", title: "There is nothing here", hint: "The routes are listed at /docs." },
  channelUnknown: {
    status: 404,
    code: "channel-unknown",
    title: "There is no such channel, or it does not know you",
    hint: "GET /v1/contact has the channels of this server; give your address with PUT /v1/contact.",
  },
  notificationUnknown: {
    status: 404,
    code: "notification-unknown",
    title: "There is no such notification",
    hint: "List them: GET /v1/notifications. One is deleted with its conversation.",
  },
  noticeUnknown: {
    status: 404,
    code: "notice-unknown",
    title: "There is no such notice",
    hint: "List the notices of an inquiry: GET /v1/inquiries/{id}/notices. Those that were delivered are kept for 30 days.",
  },
  inquiryUnknown: {
    status: 404,
    code: "inquiry-unknown",
    title: "There is no such inquiry",
    hint: "Check the id, or list inquiries at GET /v1/inquiries. A question that was asked after the backup from which the server was restored is gone.",
  },
  questionResolved: {
    status: 409,
    code: "already-resolved",
    title: "This question is resolved already",
    hint: "`question` shows how.",
  },
  projectUnknown: {
    status: 404,
    code: "project-unknown",
    title: "There is no such project",
    hint: "Use the project that your key belongs to.",
  },
  runUnknown: {
    status: 404,
    code: "run-unknown",
    title: "There is no such run",
    hint: "List runs at GET /v1/conversations/:id/runs.",
  },
  bodyTooLarge: {
    status: 413,
    code: "body-too-large",
    title: "The body is too large",
    hint: "Send less; the limit is in the API description.",
  },
  badJson: {
    status: 400,
    code: "invalid-request",
    title: "The body is not valid JSON",
    hint: "Check its brackets, quotes and commas.",
  },
  unknownKey: {
    status: 401,
    code: "unauthorized",
    title: "This key is not known here",
    hint: "Take the key from this server's own data folder, under keys/.",
  },
  notSignedBySlack: {
    status: 401,
    code: "unauthorized",
    title: "Slack has not signed this request, or not just now",
    hint: "Check notifications.slack.signingSecret in the config, and the clock of this server.",
  },
  notJson: {
    status: 415,
    code: "not-json",
    title: "The body is not JSON",
    hint: "Send a JSON body with content-type: application/json.",
  },
  keyMalformed: {
    status: 400,
    code: "idempotency-key-malformed",
    title: "This Idempotency-Key cannot be used",
    hint: "Use 1 to 255 characters.",
  },
  keyReused: {
    status: 422,
    code: "idempotency-key-reused",
    title: "This Idempotency-Key was used for another request",
    hint: "Use a new key for a new request.",
  },
  tooMany: {
    status: 429,
    code: "too-many-requests",
    title: "Too many requests",
    hint: "Wait as long as Retry-After says.",
  },
  tooManyStreams: {
    status: 429,
    code: "too-many-streams",
    title: "Too many event streams are open",
    hint: "Close one: a stream can serve many conversations and many tabs. The server's owner can raise limits.streamsPerCaller.",
  },
  projectTooMany: {
    status: 429,
    code: "too-many-requests",
    title: "Too many requests of this project",
    hint: "All callers of the project together sent too many; wait for the seconds in Retry-After.",
  },
  internal: {
    status: 500,
    code: "internal",
    title: "The server failed",
    hint: "Try again; the request id is in the server's log.",
  },
  overloaded: {
    status: 503,
    code: "overloaded",
    title: "The server does not keep up with its work",
    hint: "Its event loop is later than limits.loopDelayMs: send requests to another server until this one is ready again.",
  },
  unavailable: {
    status: 503,
    code: "unavailable",
    title: "The server cannot work right now",
    hint: "Try again in a moment; under the same Idempotency-Key nothing is done twice.",
  },
} as const satisfies Record<string, Problem>;

/** The store cannot be used right now; where it says why, everybody may read that. */
export function unavailable(error: unknown): Problem {
  const reason = error instanceof StoreUnavailable ? error.reason : undefined;
  return { ...problems.unavailable, ...(reason !== undefined && { detail: reason }) };
}

const holders: Readonly<Record<RouteScope, string>> = {
  ask: "a key with the scope ask, which is for agents",
  answer: "the scope answer, which is for people who are owner or member of the project",
  read: "the scope read, which is for people who only look",
  metrics: "a key with the scope metrics, which is for monitors",
  admin: "the scope admin, which the project's owners have",
  tokens: "a key with the scope tokens, which is for backends",
  any: "the scope ask or answer",
  known: "a key that is not for metrics alone",
};

export function forbidden(scope: RouteScope): Problem {
  return {
    status: 403,
    code: "forbidden",
    title: "This caller may not do that",
    hint: `This route needs ${holders[scope]}.`,
  };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Of a value that could be one of several: why it is none of them. */
  readonly errors?: readonly (readonly Issue[])[];
}

/** Where and why a request does not fit; at most ten fields are named. */
export function invalidRequest(part: string, issues: readonly Issue[]): Problem {
  const errors = issues
    .flatMap(nearestIssues)
    .slice(0, 10)
    .map(({ path, message }) => ({ pointer: `/${path.map(String).join("/")}`, message }));
  const [first] = errors;
  return {
    status: 400,
    code: "invalid-request",
    title: "The request is not valid",
    ...(first && { detail: `${part}${first.pointer}: ${first.message}` }),
    hint: "Correct it; the API is described at /docs.",
    errors,
  };
}

/** Of a value that could have one of several shapes, the shape with the fewest issues is taken to be meant. */
function nearestIssues(issue: Issue): readonly Issue[] {
  const [first, ...others] = issue.errors ?? [];
  if (!first) return [issue];
  const nearest = others.reduce((best, other) => (other.length < best.length ? other : best), first);
  return nearest.flatMap((inner) => nearestIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Zod's message for a field that is not there, in our words; its own messages for everything else. */
export const issueMessage: z.core.$ZodErrorMap = (issue) =>
  issue.code === "invalid_type" && issue.input === undefined ? `is missing: expected ${issue.expected}` : undefined;
