import { setTimeout as rest } from "node:timers/promises";
import { type ApiResponse, createApi } from "../test/support/api.ts";
import type { Random } from "../test/support/random.ts";
import type { Fleet } from "./fleet.ts";

/** What a person's program does while servers die under it: it sends the same again, to any of them, until one answers. */
export interface Client {
  post(request: Request, random: Random): Promise<ApiResponse>;
  /** How often a request had to be sent again. */
  readonly repeats: number;
}

export interface Request {
  /** Its `Idempotency-Key`. */
  readonly key: string;
  readonly path: string;
  readonly body: unknown;
}

/** A frozen server keeps the connection and says nothing; what it does when it wakes has the same key as the repeat. */
const patienceMs = 4_000;
const shortestPauseMs = 100;
const longestPauseMs = 3_000;

export function createClient(fleet: Fleet): Client {
  let repeats = 0;
  return {
    get repeats() {
      return repeats;
    },
    async post(request, random) {
      for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        const response = await attempt(fleet, request, random);
        if (response && response.status < 500) return response;
        repeats += 1;
        await rest(pauseMs + random.below(pauseMs));
      }
    },
  };
}

/** What one of the servers says, or undefined where it could not be reached in time. */
async function attempt(fleet: Fleet, { key, path, body }: Request, random: Random): Promise<ApiResponse | undefined> {
  const server = fleet.any(random);
  if (!server) return undefined;
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), patienceMs);
  const sent = createApi(server).post(path, body, { "idempotency-key": key });
  try {
    return await Promise.race([sent, late.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    // Nobody waits for the end of a request that was given up, which may be an error.
    sent.catch(() => {});
  }
}
