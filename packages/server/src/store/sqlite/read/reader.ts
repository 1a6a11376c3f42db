import { once } from "node:events";
import type { SQLInputValue } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { StoreUnavailable } from "../../store-unavailable.ts";
import type { ReadReply, ReadRequest } from "./read-worker.ts";

export interface Reader {
  /** Runs one query after another, beside the event loop. */
  read(sql: string, values: readonly SQLInputValue[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Calls `work` between two queries, when none is under way. */
  betweenReads(work: () => void): Promise<void>;
  /** Ends the thread; queries that wait are rejected. */
  close(): Promise<void>;
}

interface Waiting {
  readonly request: ReadRequest;
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
  let underWay: Waiting | undefined;
  let work: (() => void)[] = [];

  function start(): Worker {
    const started = new Worker(workerUrl, { workerData: { file }, name: "askback-reader" });
    started.on("message", (reply: ReadReply) => {
      const ended = underWay;
      underWay = undefined;
      if ("rows" in reply) ended?.resolve(reply.rows);
      else ended?.reject(new StoreUnavailable(`a search failed: ${reply.error}`, { code: "search" }));
      goOn();
    });
    const fail = (error?: unknown) => {
      if (worker !== started) return;
      worker = undefined;
      rejectAll(error);
      goOn();
    };
    started.on("error", fail);
    started.on("exit", () => fail());
    return started;
  }

  /** Queries are sent one by one, so that it is known when the thread reads nothing. */
  function goOn(): void {
    if (underWay) return;
    const ready = work;
    work = [];
    for (const one of ready) one();
    underWay = waiting.shift();
    if (!underWay) {
      worker?.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    worker.postMessage(underWay.request);
  }

  function rejectAll(cause?: unknown): void {
    const rejected = underWay ? [underWay, ...waiting] : waiting;
    underWay = undefined;
    waiting = [];
    for (const { reject } of rejected)
      reject(new StoreUnavailable("the thread that searches has ended", { cause, code: "search" }));
  }

  return {
    read(sql, values) {
      if (isClosed) return Promise.reject(new StoreUnavailable("the store is closed", { code: "closed" }));
      const { promise, ...settle } = Promise.withResolvers<readonly Readonly<Record<string, unknown>>[]>();
      waiting.push({ request: { sql, values }, ...settle });
      goOn();
      return promise;
    },
    betweenReads(called) {
      return new Promise<void>((resolve, reject) => {
        work.push(() => {
          try {
            resolve(called());
          } catch (error) {
            reject(error);
          }
        });
        goOn();
      });
    },
    async close() {
      isClosed = true;
      const closing = worker;
      worker = undefined;
      rejectAll();
      if (closing) {
        closing.ref();
        const exited = once(closing, "exit");
        closing.postMessage("close" satisfies ReadRequest);
        await exited;
      }
      goOn();
    },
  };
}
