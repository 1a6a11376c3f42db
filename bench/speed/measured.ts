import { startChild } from "../postgres/child.ts";
import { headers, startStreamServer } from "../streams/processes.ts";
import { createHttpClient } from "./http-client.ts";
import { repeat } from "./repeat.ts";

/** The hand-written SQL of the floor, the AI SDK with a table of its own, and Askback with and without HTTP. */
export type Kind = "single" | "group" | "competitor" | "in-process" | "http";

export type MeasuredRequest =
  | { readonly type: "run"; readonly conversations: number; readonly cycles: number }
  | { readonly type: "count"; readonly conversations: number; readonly cycles: number }
  /** Parks so many conversations and closes the database. */
  | { readonly type: "measure-size"; readonly parked: number }
  | { readonly type: "stop"; readonly isClosed?: boolean };

export interface MeasuredResponse {
  readonly perSecond?: number;
  /** Of the measured process, for each cycle. */
  readonly cpuMs?: number;
  readonly counts?: { readonly statements: number; readonly rows: number; readonly walBytes: number };
  /** Sent to PostgreSQL since the process started. */
  readonly statements?: number;
  /** For each parked conversation, by table and index. */
  readonly bytes?: Readonly<Record<string, number>>;
}

export type Speed = {
  readonly perSecond: number;
  readonly cpuMs: number;
};

/** A process that is measured in turn with others. */
export interface Measured<One extends Speed = Speed> {
  run(conversations: number, cycles: number): Promise<One>;
  stop(): Promise<void>;
}

/** On SQLite in a folder of its own, or on PostgreSQL in the empty database of a URL. */
export async function startMeasured(kind: Kind, url?: string): Promise<Measured> {
  if (kind === "http") return startHttp(url);
  const child = await startProcess(kind, url);
  return {
    async run(conversations, cycles) {
      const { perSecond = 0, cpuMs = 0 } = await child.request({ type: "run", conversations, cycles });
      return { perSecond, cpuMs };
    },
    stop: () => child.end({ type: "stop" }),
  };
}

export function startProcess(kind: string, url?: string) {
  const program = url === undefined ? "../speed/measured-process.ts" : "./speed-process.ts";
  return startChild<MeasuredRequest, MeasuredResponse>(program, url === undefined ? [kind] : [kind, url]);
}

/** A server in a process of its own; the client is in this one, so its work is not counted as the server's. */
async function startHttp(database: string | undefined): Promise<Measured> {
  const { server, url } = await startStreamServer(database);
  const client = await createHttpClient(url, headers.authorization.replace("Bearer ", ""));
  return {
    async run(conversations, cycles) {
      await server.request({ type: "watch" });
      const began = performance.now();
      await repeat(conversations, cycles, client.cycle);
      const perSecond = cycles / ((performance.now() - began) / 1000);
      const { cpuMs = 0 } = await server.request({ type: "delay" });
      return { perSecond, cpuMs: cpuMs / cycles };
    },
    async stop() {
      client.close();
      await server.end({ type: "stop" });
    },
  };
}
