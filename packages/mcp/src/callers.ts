import { randomUUID } from "node:crypto";
import type * as wire from "@askback/core/wire";
import type { AskingProcesses } from "./processes.ts";

/** The calls that ask under one key, by the names under which the server knows whose an answer is. */
export interface Callers {
  /** The name of a call that begins; undefined where nothing tells its client from others. */
  begin(agent: string | undefined): string | undefined;
  /** The client of this call has left and got nothing, not even a handle: the same call again continues it. */
  giveUp(name: string): void;
  /** This call has returned something to its client. */
  end(name: string): void;
  statusOf(name: string): "running" | "ended" | "elsewhere";
  /** Whether an inquiry whose caller has left is, at this time, for a call of this client that asks the same. */
  isFor(inquiry: wire.Inquiry, agent: string | undefined, now: number): boolean;
  /** Whether a client that got a handle counts as there until its process ends; else the handle alone finds the answer. */
  readonly endWithProcess: boolean;
  /** Inquiries whose answers were found to be returned, or of another call. */
  readonly taken: Pick<Set<string>, "has" | "add">;
}

const mostTaken = 10_000;

function createTaken(): Callers["taken"] {
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add(id) {
      // What is forgotten is found out again.
      if (ids.size >= mostTaken) ids.clear();
      return ids.add(id);
    },
  };
}

/** An answer that nobody got is for the same question in the same folder for so long. */
const longestUnreadMs = 24 * 3_600_000;

/** The calls of a process that serves one client. */
export function createProcessCallers({ self, statusOf }: AskingProcesses): Callers {
  const gaveUp = new Set<string>();
  return {
    begin: () => `${randomUUID()} of ${self}`,
    giveUp: (name) => void gaveUp.add(name),
    end() {},
    // Earlier versions named the process alone.
    statusOf: (name) => (gaveUp.has(name) ? "ended" : statusOf(name.replace(/^[\w-]{36} of /, ""))),
    isFor: ({ resolution }, _, now) => !resolution || now - Date.parse(resolution.at) < longestUnreadMs,
    endWithProcess: true,
    taken: createTaken(),
  };
}

/** A request of a client waits less long than this. */
const longestRequestMs = 2 * 60_000;
/** A client that gave a call up makes it again within so long. Nothing but this tells it from another one with the same name. */
const longestRetryMs = 5 * 60_000;

/** The calls by HTTP: each ends with its request. Those of another server, also of one that was killed, have ended after some time. */
export function createRequestCallers(now: () => number): Callers {
  const server = randomUUID();
  const running = new Set<string>();
  return {
    begin(agent) {
      if (agent === undefined) return undefined;
      const name = `${randomUUID()} by HTTP ${server} ${now()}`;
      running.add(name);
      return name;
    },
    giveUp: (name) => void running.delete(name),
    end: (name) => void running.delete(name),
    statusOf(name) {
      const [, at, since] = /^[\w-]{36} by HTTP ([\w-]{36}) (\d+)$/.exec(name) ?? [];
      if (at === undefined) return "elsewhere";
      const isRunning = at === server ? running.has(name) : now() - Number(since) < longestRequestMs;
      return isRunning ? "running" : "ended";
    },
    isFor: (inquiry, agent, now) =>
      inquiry.agent === agent && (inquiry.status === "open" || now - Date.parse(inquiry.askedAt) < longestRetryMs),
    endWithProcess: false,
    taken: createTaken(),
  };
}
