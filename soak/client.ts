import { setTimeout as delay } from "node:timers/promises";
import { isTransient } from "@askback/client";
import type { Random } from "../test/harness/fuzz/random.ts";
import { type Api, type ApiResponse, createApi } from "../test/harness/server/api.ts";
import type { Fleet } from "./fleet.ts";

/** A client that repeats a request, with the same key and to any server, until one responds. */
export interface Client {
  post(request: Request, random: Random): Promise<ApiResponse>;
  get(path: string, random: Random): Promise<ApiResponse>;
  /** The same as a program that asks; its requests have the key of their ask, or may be repeated. */
  readonly program: {
    get(path: string, random: Random): Promise<ApiResponse>;
    post(path: string, body: unknown, random: Random): Promise<ApiResponse>;
    patch(path: string, body: unknown, random: Random): Promise<ApiResponse>;
  };
  /** The time by the store's clock, which may be ahead of that of this machine, as the last response said. */
  storeTime(): number;
  /** How long each answer took until it was accepted, with its repeats. */
  readonly answerTimes: readonly number[];
  /** How many requests were repeated. */
  readonly repeats: number;
}

export interface Request {
  /** Its `Idempotency-Key`. */
  readonly key: string;
  readonly path: string;
  readonly body: unknown;
}

type Scope = "ask" | "answer";

/** A frozen server keeps the connection open without a response; the repeated request has the same key. */
const timeoutMs = 4_000;
const minPauseMs = 100;
const maxPauseMs = 3_000;

export function createClient(fleet: Fleet): Client {
  const answerTimes: number[] = [];
  let repeats = 0;
  let aheadMs = 0;

  async function send(
    sent: (api: Api) => Promise<ApiResponse>,
    random: Random,
    scope: Scope = "answer",
  ): Promise<ApiResponse> {
    for (let pauseMs = minPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const response = await attempt(fleet, sent, random, scope);
      const date = response?.headers.get("date");
      if (date) aheadMs = Date.parse(date) - Date.now();
      if (response && !isTransient(response)) return response;
      repeats += 1;
      await delay(pauseMs + random.below(pauseMs));
    }
  }

  return {
    storeTime: () => Date.now() + aheadMs,
    get repeats() {
      return repeats;
    },
    answerTimes,
    async post({ key, path, body }, random) {
      const began = performance.now();
      const response = await send((api) => api.post(path, body, { "idempotency-key": key }), random);
      if (path.endsWith("/answer") && response.status === 202) answerTimes.push(performance.now() - began);
      return response;
    },
    get: (path, random) => send((api) => api.get(path), random),
    program: {
      get: (path, random) => send((api) => api.get(path), random, "ask"),
      post: (path, body, random) => send((api) => api.post(path, body), random, "ask"),
      patch: (path, body, random) => send((api) => api.patch(path, body), random, "ask"),
    },
  };
}

/** The response of one of the servers, or undefined if there was none in time. */
async function attempt(
  fleet: Fleet,
  send: (api: Api) => Promise<ApiResponse>,
  random: Random,
  scope: Scope,
): Promise<ApiResponse | undefined> {
  const server = fleet.any(random);
  if (!server) return undefined;
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), timeoutMs);
  const sent = send(createApi(server, server.keys[scope]));
  try {
    return await Promise.race([sent, late.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    // An abandoned request may still fail later.
    sent.catch(() => {});
  }
}
