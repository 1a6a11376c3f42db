import type { Problem } from "@askback/core/wire";

/**
 * Why a call has no value: the server's problem, or one of three codes of the client.
 * `unreachable` and `aborted` have status 0; `unreadable` has the status of a response that is not from Askback.
 */
export type Failure = Problem;

/** The server's problem, or `unreadable` if the response is not from Askback. */
export function toFailure(status: number, json: unknown): Failure {
  return isProblem(json) ? { ...json, status } : unreadable(status);
}

/**
 * Whether the same request may succeed later. This is the one rule for it: no response came (status 0), the request
 * timed out (408), came too early (425) or too often (429), or the server failed (any 5xx).
 */
export function isTransient({ status }: Pick<Failure, "status">): boolean {
  return status === 0 || status === 408 || status === 425 || status === 429 || status >= 500;
}

export function unreachable(reason: unknown): Failure {
  return {
    ...clientProblem("unreachable", 0),
    title: "The server cannot be reached",
    detail: reason instanceof Error ? reason.message : String(reason),
    hint: "Check the connection and the address of the server, then try again; what was sent is done at most once.",
  };
}

export const aborted: Failure = {
  ...clientProblem("aborted", 0),
  title: "The request was aborted",
  hint: "It may have arrived: read the state before doing something else.",
};

export function unreadable(status: number): Failure {
  return {
    ...clientProblem("unreadable", status),
    title: `The response, with status ${status}, is not from Askback`,
    hint: "A proxy or a sign-in page may have answered instead: check the address, and that the server runs.",
  };
}

function clientProblem(code: string, status: number) {
  return { type: `about:blank#${code}`, status, code };
}

function isProblem(json: unknown): json is Problem {
  return typeof json === "object" && json !== null && "code" in json && "title" in json && "hint" in json;
}
