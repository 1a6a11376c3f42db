import { startChild } from "../postgres/child.ts";
import { headers, startStreamServer } from "../streams/processes.ts";
import { createHttpClient } from "./http-client.ts";

/** The hand-written SQL of the floor, the AI SDK with a table of its own, and Askback with and without HTTP. */
export type Kind = "single" | "group" | "competitor" | "in-process" | "http";

export type MeasuredRequest =
  | { readonly type: "run"; readonly conversations: number; readonly cycles: number }
  | { readonly type: "count"; readonly conversations: number; readonly cycles: number }
  /** Parks so many conversations and closes the database. */
  | { readonly type: "weigh"; readonly parked: number }
  | { readonly type: "stop"; readonly isClosed?: boolean };

export interface MeasuredResponse {
  readonly perSecond?: number;
  /** Of the measured process, for each cycle. */
  readonly cpuMs?: number;
  readonly counts?: { readonly statements: number; readonly rows: number; readonly walBytes: number };
  /** For each parked conversation, by table and index. */
  readonly bytes?: Readonly<Record<string, number>>;
}

export interface Speed {
  readonly perSecond: number;
  readonly cpuMs: number;
}

/** A process that is measured in turn with others. */
export interface Measured {
  run(conversations: number, cycles: number): Promise<Speed>;
  stop(): Promise<void>;
}

export async function startMeasured(kind: Kind): Promise<Measured> {
  if (kind === "http") return startHttp();
  const child = await startProcess(kind);
  return {
    async run(conversations, cycles) {
      const { perSecond = 0, cpuMs = 0 } = await child.request({ type: "run", conversations, cycles });
      return { perSecond, cpuMs };
    },
    stop: () => child.end({ type: "stop" }),
  };
}

export function startProcess(kind: string) {
  return startChild<MeasuredRequest, MeasuredResponse>("../speed/measured-process.ts", [kind]);
}

/** A server in a process of its own; the client is in this one, so its work is not counted as the server's. */
async function startHttp(): Promise<Measured> {
  const { server, url } = await startStreamServer();
  const client = await createHttpClient(url, headers.authorization.replace("Bearer ", ""));
  return {
    async run(conversations, cycles) {
      await server.request({ type: "watch" });
      const began = performance.now();
      let begun = 0;
      await Promise.all(
        Array.from({ length: conversations }, async () => {
          while (begun < cycles) {
            begun += 1;
            await client.cycle();
          }
        }),
      );
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
