import { sha256Of } from "@askback/server";
import { type Child, startChild } from "../postgres/child.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export type ServerRequest = { readonly type: "heap" | "timers" | "watch" | "delay" | "stop" };

export interface ServerResponse {
  readonly url?: string;
  readonly heapMiB?: number;
  readonly rssMiB?: number;
  /** Connections of TCP that are open. */
  readonly sockets?: number;
  /** Timers that run; each request that waits has one. */
  readonly timers?: number;
  readonly delayP99Ms?: number;
  readonly cpuMs?: number;
}

/** Readers of everything; `receive` waits until each has so many events. */
export type ReadersRequest = { readonly type: "receive"; readonly events: number } | { readonly type: "stop" };

export interface ReadersResponse {
  readonly events?: number;
}

const key = "bench";
export const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

/** A server on SQLite, or on PostgreSQL where a database is given. */
export async function startStreamServer(database = temporaryFolder()) {
  const args = [database, sha256Of(key)];
  const server = await startChild<ServerRequest, ServerResponse>("../streams/server-process.ts", args);
  return { server, url: server.ready.url ?? "" };
}

export function startReaders(url: string, readers: number): Promise<Child<ReadersRequest, ReadersResponse>> {
  return startChild("../streams/readers-process.ts", [url, key, String(readers)]);
}
