import { err, ok, type Result } from "@askback/core";
import { aborted, type Failure, isTransient, toFailure, unreachable, unreadable } from "./failure.ts";
import type { ServerClock } from "./server-clock.ts";
import type { Wait } from "./timers.ts";
import { unlessAborted } from "./unless-aborted.ts";

export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: unknown;
  /** Sent as the body. */
  readonly file?: { readonly content: Blob; readonly name: string };
  /** What the response contains, where that is not JSON. */
  readonly returns?: "file";
  /** The idempotency key: under it a command is done once, however often it arrives. */
  readonly key?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request and retries it after a transient failure. It rejects only because of a bug. */
export type Send = (request: Request) => Promise<Result<unknown, Failure>>;

export interface SendOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly wait: Wait;
  /** The headers that identify the caller. */
  headers(): Promise<Readonly<Record<string, string>>>;
  readonly clock: Pick<ServerClock, "adjust">;
}

const pausesMs = [1_000, 3_000, 9_000];
/** A `Retry-After` longer than this is not followed: the call fails at once. */
const maxPauseMs = 30_000;
/** A slower upload counts as failed. */
const slowestBytesPerMs = 20;
/** How long a response may take, in addition to the wait that the request asks for. */
const responseTimeoutMs = 30_000;

export function createSend(options: SendOptions): Send {
  return async (request) => {
    const signal = request.signal ?? new AbortController().signal;
    for (let tries = 0; !signal.aborted; tries++) {
      const { result, retryAfterMs } = await tryOnce(options, request, signal);
      if (signal.aborted) break;
      if (result.ok) return result;
      // An earlier try deleted it, and its response was lost.
      if (result.error.status === 404 && request.method === "DELETE" && tries > 0) return ok(undefined);
      const pauseMs = pausesMs[tries];
      if (!isTransient(result.error) || pauseMs === undefined || retryAfterMs > maxPauseMs) return result;
      await options.wait(Math.max(pauseMs, retryAfterMs), signal);
    }
    return err(aborted);
  };
}

interface Attempt {
  readonly result: Result<unknown, Failure>;
  readonly retryAfterMs: number;
}

async function tryOnce(options: SendOptions, request: Request, signal: AbortSignal): Promise<Attempt> {
  const timeout = new AbortController();
  const ended = AbortSignal.any([signal, timeout.signal]);
  const serverWaitMs = Number(request.query?.wait ?? 0) * 1_000;
  const transferMs = request.file ? request.file.content.size / slowestBytesPerMs : 0;
  void options
    .wait(responseTimeoutMs + serverWaitMs + transferMs, ended)
    .then(() => timeout.abort(new Error("no response came in time")));
  try {
    const sentAt = Date.now();
    const response = await options.fetch(options.url + request.path + toSearch(request), {
      method: request.method,
      headers: {
        accept: request.returns === "file" ? "*/*" : "application/json",
        ...(request.body !== undefined && { "content-type": "application/json" }),
        ...(request.file && fileHeaders(request.file)),
        ...(request.key !== undefined && { "idempotency-key": request.key }),
        ...(await unlessAborted(ended, options.headers())),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      ...(request.file && { body: request.file.content }),
      signal: ended,
    });
    options.clock.adjust(response.headers.get("date"), sentAt);
    const isFile = request.returns === "file" && response.ok;
    return {
      result: isFile ? ok(await response.blob()) : toResult(response, await response.text()),
      retryAfterMs: (Number(response.headers.get("retry-after")) || 0) * 1_000,
    };
  } catch (error) {
    const reason = timeout.signal.aborted ? timeout.signal.reason : error;
    return { result: err(unreachable(reason)), retryAfterMs: 0 };
  } finally {
    timeout.abort();
  }
}

/** The server reads the type from the bytes; a header holds only ASCII. */
function fileHeaders({ content, name }: NonNullable<Request["file"]>) {
  return {
    "content-type": content.type || "application/octet-stream",
    "file-name": encodeURIComponent(name.toWellFormed()),
  };
}

function toSearch({ query = {} }: Request): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

function toResult({ ok: isSuccess, status, headers }: Response, text: string): Result<unknown, Failure> {
  if (isSuccess && text === "") return ok(undefined);
  const json = /\bjson\b/.test(headers.get("content-type") ?? "") ? parseJson(text) : undefined;
  if (json === undefined) return err(unreadable(status));
  return isSuccess ? ok(json) : err(toFailure(status, json));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
