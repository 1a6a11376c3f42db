import { once } from "node:events";
import type { SQLInputValue } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { StoreUnavailable } from "../../store-unavailable.ts";
import type { ReadReply, ReadRequest } from "./read-worker.ts";

export interface Reader {
  /** Runs one query after another, beside the event loop. */
  read(sql: string, values: readonly SQLInputValue[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Ends the thread; queries that wait are rejected. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(rows: readonly Readonly<Record<string, unknown>>[]): void;
  reject(error: unknown): void;
}

// The sources are modules of TypeScript, and the published packages hold the worker as a module beside this one.
const workerUrl = new URL(import.meta.url.endsWith(".ts") ? "read-worker.ts" : "read-worker.js", import.meta.url);

/**
 * Reads a database file on a thread of its own, which starts with the first query. Readers of a WAL file never keep its
 * writer waiting. The thread keeps the process alive only while a query is under way.
 */
export function createReader(file: string): Reader {
  let worker: Worker | undefined;
  let isClosed = false;
  let waiting: Waiting[] = [];

  function start(): Worker {
    const started = new Worker(workerUrl, { workerData: { file }, name: "askback-reader" });
    started.unref();
    started.on("message", (reply: ReadReply) => {
      const first = waiting.shift();
      if (waiting.length === 0) started.unref();
      if ("rows" in reply) first?.resolve(reply.rows);
      else first?.reject(new StoreUnavailable(`a search failed: ${reply.error}`, { code: "search" }));
    });
    const fail = (error?: unknown) => {
      if (worker !== started) return;
      worker = undefined;
      rejectAll(error);
    };
    started.on("error", fail);
    started.on("exit", () => fail());
    return started;
  }

  function rejectAll(cause?: unknown): void {
    const rejected = waiting;
    waiting = [];
    for (const { reject } of rejected)
      reject(new StoreUnavailable("the thread that searches has ended", { cause, code: "search" }));
  }

  return {
    read(sql, values) {
      if (isClosed) return Promise.reject(new StoreUnavailable("the store is closed", { code: "closed" }));
      worker ??= start();
      const { promise, ...settle } = Promise.withResolvers<readonly Readonly<Record<string, unknown>>[]>();
      if (waiting.length === 0) worker.ref();
      waiting.push(settle);
      worker.postMessage({ sql, values } satisfies ReadRequest);
      return promise;
    },
    async close() {
      isClosed = true;
      const closing = worker;
      worker = undefined;
      rejectAll();
      if (!closing) return;
      closing.ref();
      const exited = once(closing, "exit");
      closing.postMessage("close" satisfies ReadRequest);
      await exited;
    },
  };
}
