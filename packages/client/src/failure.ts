import type { Problem } from "@askback/core/wire";

/**
 * Why a call has no value: what the server said, or one of three codes of the client's own.
 * `unreachable` and `aborted` have the status 0; `unreadable` has that of whatever answered in the server's place.
 */
export type Failure = Problem;

/** What the server said went wrong, or that it was not the server who answered. */
export function failureOf(status: number, json: unknown): Failure {
  return isProblem(json) ? json : unreadable(status);
}

export function unreachable(reason: unknown): Failure {
  return {
    ...own("unreachable", 0),
    title: "The server cannot be reached",
    detail: reason instanceof Error ? reason.message : String(reason),
    hint: "Check the connection and the address of the server, then try again; what was sent is done at most once.",
  };
}

export const aborted: Failure = {
  ...own("aborted", 0),
  title: "The request was called off",
  hint: "It may have arrived: read the state before doing something else.",
};

export function unreadable(status: number): Failure {
  return {
    ...own("unreadable", status),
    title: `What came back, with status ${status}, is not from Askback`,
    hint: "A proxy or a sign-in page may have answered in its place: check the address, and that the server runs.",
  };
}

function own(code: string, status: number) {
  return { type: `about:blank#${code}`, status, code };
}

function isProblem(json: unknown): json is Problem {
  return typeof json === "object" && json !== null && "code" in json && "title" in json && "hint" in json;
}
