import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ServerProcess, startServerProcess, temporaryFolder } from "../harness/server/server-process.ts";
import type { CrashPoint } from "./crash-point.ts";

const entry = fileURLToPath(new URL("./crash-server.ts", import.meta.url));
/** Halves the time of a start once a first process has ended normally. */
const compiled = temporaryFolder();

/** Keeps a server running on one data folder: whenever it is killed, another process replaces it. */
export interface CrashHost {
  readonly dataDir: string;
  /** The process that serves, or is about to. */
  server(): Promise<ServerProcess>;
  /** Waits until this process has died. */
  death(server: ServerProcess): Promise<void>;
  /** Kills the process that serves. */
  kill(): Promise<void>;
  /** How often a process was killed so far. */
  readonly crashes: number;
  /** Everything the processes wrote, line by line. */
  readonly lines: readonly string[];
  /** The lines of the prompt file and of the file of side effects. */
  prompts(): string[];
  effects(): string[];
  stop(): Promise<void>;
}

/** Each process dies at its own point, one after the other; the one after the last point survives. */
export function createCrashHost(points: readonly CrashPoint[], concurrency?: number): CrashHost {
  const folder = temporaryFolder();
  const dataDir = join(folder, "data");
  const files = { PROMPTS: join(folder, "prompts"), EFFECTS: join(folder, "effects") };
  const processes: ServerProcess[] = [];
  let crashes = 0;
  let current = run(0);

  async function run(index: number): Promise<ServerProcess> {
    const point = points[index];
    const env = {
      ...files,
      NODE_COMPILE_CACHE: compiled,
      ...(point !== undefined && { CRASH_AT: point }),
      ...(concurrency !== undefined && { CONCURRENCY: String(concurrency) }),
    };
    let server: ServerProcess;
    try {
      server = await startServerProcess({ entry, dataDir, env });
    } catch (error) {
      // Its point came before it could serve.
      if (point === undefined || !String(error).includes("ended with null")) throw error;
      crashes += 1;
      return run(index + 1);
    }
    processes.push(server);
    const died = () => {
      if (server.process.signalCode !== "SIGKILL") return;
      crashes += 1;
      current = run(index + 1);
      current.catch(() => {});
    };
    if (hasEnded(server)) died();
    else server.process.once("exit", died);
    return server;
  }

  return {
    dataDir,
    server: () => current,
    async death(server) {
      if (!hasEnded(server)) await once(server.process, "exit");
    },
    async kill() {
      await (await current).kill();
    },
    get crashes() {
      return crashes;
    },
    get lines() {
      return processes.flatMap(({ lines }) => lines);
    },
    prompts: () => linesOf(files.PROMPTS),
    effects: () => linesOf(files.EFFECTS),
    async stop() {
      await (await current).stop();
    },
  };
}

function hasEnded({ process: { exitCode, signalCode } }: ServerProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}
