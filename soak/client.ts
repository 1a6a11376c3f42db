import { setTimeout as delay } from "node:timers/promises";
import { isTransient } from "@askback/client";
import type { Random } from "../test/harness/fuzz/random.ts";
import { type Api, type ApiResponse, createApi } from "../test/harness/server/api.ts";
import type { Fleet } from "./fleet.ts";

/** A client that repeats a request, with the same key and to any server, until one responds. */
export interface Client {
  post(request: Request, random: Random): Promise<ApiResponse>;
  get(path: string, random: Random): Promise<ApiResponse>;
  /** How many requests were repeated. */
  readonly repeats: number;
}

export interface Request {
  /** Its `Idempotency-Key`. */
  readonly key: string;
  readonly path: string;
  readonly body: unknown;
}

/** A frozen server keeps the connection open without a response; the repeated request has the same key. */
const timeoutMs = 4_000;
const minPauseMs = 100;
const maxPauseMs = 3_000;

export function createClient(fleet: Fleet): Client {
  let repeats = 0;

  async function send(sent: (api: Api) => Promise<ApiResponse>, random: Random): Promise<ApiResponse> {
    for (let pauseMs = minPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const response = await attempt(fleet, sent, random);
      if (response && !isTransient(response)) return response;
      repeats += 1;
      await delay(pauseMs + random.below(pauseMs));
    }
  }

  return {
    get repeats() {
      return repeats;
    },
    post: ({ key, path, body }, random) => send((api) => api.post(path, body, { "idempotency-key": key }), random),
    get: (path, random) => send((api) => api.get(path), random),
  };
}

/** The response of one of the servers, or undefined if there was none in time. */
async function attempt(
  fleet: Fleet,
  send: (api: Api) => Promise<ApiResponse>,
  random: Random,
): Promise<ApiResponse | undefined> {
  const server = fleet.any(random);
  if (!server) return undefined;
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), timeoutMs);
  const sent = send(createApi(server));
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
