import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** The thread of `reader.ts`: one short statement for each message, so that no read transaction stays open. */
export type ReadRequest = { readonly sql: string; readonly values: readonly SQLInputValue[] } | "close";
export type ReadReply = { readonly rows: readonly Readonly<Record<string, unknown>>[] } | { readonly error: string };

const db = new DatabaseSync((workerData as { readonly file: string }).file, { readOnly: true });
db.exec("pragma busy_timeout = 5000; pragma cache_size = -8000");

parentPort?.on("message", (request: ReadRequest) => {
  if (request === "close") {
    db.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(read(request));
});

function read({ sql, values }: Exclude<ReadRequest, "close">): ReadReply {
  try {
    return { rows: db.prepare(sql).all(...values) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
