import { err, ok, type Result } from "@askback/core";
import { aborted, type Failure, failureOf, unreachable, unreadable } from "./failure.ts";
import type { ServerTime } from "./server-time.ts";
import type { Wait } from "./wait.ts";

export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: unknown;
  /** Under one key a command is done once, however often it arrives. */
  readonly key?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request as often as it takes. What it rejects with is a bug, never what a server or a network did. */
export type Send = (request: Request) => Promise<Result<unknown, Failure>>;

export interface SendOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly wait: Wait;
  /** Who is calling. */
  headers(): Promise<Readonly<Record<string, string>>>;
  readonly time: Pick<ServerTime, "learn">;
}

const pausesMs = [1_000, 3_000, 9_000];
/** Who asks to be left alone for longer than this gets no further try. */
const longestPauseMs = 30_000;
/** How long an answer may take, beyond what the server was asked to wait. */
const patienceMs = 30_000;

export function createSend(options: SendOptions): Send {
  return async (request) => {
    const signal = request.signal ?? new AbortController().signal;
    for (let tries = 0; !signal.aborted; tries++) {
      const attempt = await tryOnce(options, request, signal);
      if (signal.aborted) break;
      // What is gone was deleted by an earlier try, whose answer did not arrive.
      if (isGone(attempt.result) && request.method === "DELETE" && tries > 0) return ok(undefined);
      const pauseMs = pausesMs[tries];
      if (!attempt.isPassing || pauseMs === undefined || attempt.retryAfterMs > longestPauseMs) return attempt.result;
      await options.wait(Math.max(pauseMs, attempt.retryAfterMs), signal);
    }
    return err(aborted);
  };
}

interface Attempt {
  readonly result: Result<unknown, Failure>;
  /** Whether it may come out differently in a moment. */
  readonly isPassing: boolean;
  readonly retryAfterMs: number;
}

const passing = [429, 502, 503, 504];

async function tryOnce(options: SendOptions, request: Request, signal: AbortSignal): Promise<Attempt> {
  const attempt = new AbortController();
  const ended = AbortSignal.any([signal, attempt.signal]);
  const waited = Number(request.query?.wait ?? 0) * 1_000;
  void options.wait(patienceMs + waited, ended).then(() => attempt.abort(new Error("no answer came in time")));
  try {
    const askedAt = Date.now();
    const response = await options.fetch(options.url + request.path + searchOf(request), {
      method: request.method,
      headers: {
        accept: "application/json",
        ...(request.body !== undefined && { "content-type": "application/json" }),
        ...(request.key !== undefined && { "idempotency-key": request.key }),
        ...(await before(ended, options.headers())),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      signal: ended,
    });
    options.time.learn(response.headers.get("date"), askedAt);
    const { status } = response;
    return {
      result: resultOf(response, await response.text()),
      isPassing: passing.includes(status),
      retryAfterMs: (Number(response.headers.get("retry-after")) || 0) * 1_000,
    };
  } catch (error) {
    const reason = attempt.signal.aborted ? attempt.signal.reason : error;
    return { result: err(unreachable(reason)), isPassing: true, retryAfterMs: 0 };
  } finally {
    attempt.abort();
  }
}

/** What a promise gives, unless the signal comes first: nobody else keeps a host from never saying who is calling. */
function before<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

function searchOf({ query = {} }: Request): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

function resultOf({ ok: isGood, status, headers }: Response, text: string): Result<unknown, Failure> {
  if (isGood && text === "") return ok(undefined);
  const json = /\bjson\b/.test(headers.get("content-type") ?? "") ? parsed(text) : undefined;
  if (json === undefined) return err(unreadable(status));
  return isGood ? ok(json) : err(failureOf(status, json));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isGone(result: Result<unknown, Failure>): boolean {
  return !result.ok && result.error.status === 404;
}
