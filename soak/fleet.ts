import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Random } from "../test/support/random.ts";
import { type ServerProcess, startServerProcess, temporaryFolder } from "../test/support/server-process.ts";
import { createStaleCommits } from "./stale-commits.ts";

/** Identical servers on one database, each of which something can happen to. */
export interface Fleet {
  /** One that may answer: nobody can tell from outside whether it is frozen or about to end. */
  any(random: Random): ServerProcess | undefined;
  kill(index: number, downMs: number): Promise<void>;
  /** Stops the process in its tracks and lets it go on as if nothing had been. */
  freeze(index: number, forMs: number): Promise<void>;
  /** Ends the process in peace, which gives its work back, and starts another. */
  drain(index: number, downMs: number): Promise<void>;
  /** Commits that were refused because the lease had gone to another server, of all processes that could still be asked. */
  staleCommits(): Promise<number>;
  /** What the servers wrote of failures, counted by its words. */
  failures(): Readonly<Record<string, number>>;
  /** What went wrong with the processes themselves. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

const config = fileURLToPath(new URL("./agents.config.ts", import.meta.url));

const longestStartMs = 60_000;

export interface FleetOptions {
  readonly size: number;
  readonly databaseUrl: string;
  readonly traceFile: string;
}

export async function startFleet({ size, databaseUrl, traceFile }: FleetOptions): Promise<Fleet> {
  const folder = temporaryFolder();
  const env = {
    ASKBACK_DATABASE_URL: databaseUrl,
    SOAK_TRACE: traceFile,
    // Halves the time of a start, from the first process that ends in peace on.
    NODE_COMPILE_CACHE: join(folder, "compiled"),
  };
  const servers: (ServerProcess | undefined)[] = [];
  const all: ServerProcess[] = [];
  const faults: string[] = [];
  const stale = createStaleCommits();

  async function start(index: number): Promise<void> {
    const starting = startServerProcess({ config, env, dataDir: join(folder, "data") });
    starting.catch(() => {});
    const server = await Promise.race([starting, rest(longestStartMs, undefined, { ref: false })]);
    if (!server) throw new Error(`server ${index + 1} neither served nor ended within ${longestStartMs / 1000} s`);
    servers[index] = server;
    all.push(server);
  }

  /** A server that finds no database ends; whoever watches over it starts it again. */
  async function insist(index: number): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await start(index);
      } catch (error) {
        if (attempts === 20) throw error;
        await rest(250);
      }
    }
  }

  function taken(index: number): ServerProcess {
    const server = servers[index];
    if (!server) throw new Error(`server ${index + 1} is not running`);
    servers[index] = undefined;
    return server;
  }

  // The first makes the keys that all of them share.
  for (let index = 0; index < size; index += 1) await start(index);

  return {
    faults,
    any: (random) => random.pick(servers.filter((server) => server !== undefined)),
    async kill(index, downMs) {
      const server = servers[index];
      if (server) await stale.read(server);
      await taken(index).kill();
      await rest(downMs);
      await insist(index);
    },
    async freeze(index, forMs) {
      servers[index]?.process.kill("SIGSTOP");
      await rest(forMs);
      servers[index]?.process.kill("SIGCONT");
      await rest(1_000);
    },
    async drain(index, downMs) {
      const server = servers[index];
      if (server) await stale.read(server);
      const code = await taken(index).stop();
      if (code !== 0) faults.push(`server ${index + 1} ended with ${code} when it was asked to stop`);
      await rest(downMs);
      await insist(index);
    },
    async staleCommits() {
      await Promise.all(servers.map((server) => server && stale.read(server)));
      return stale.total;
    },
    failures: () => failuresIn(all.flatMap(({ lines }) => lines)),
    async stop() {
      const codes = await Promise.all(servers.map((server) => server?.stop()));
      for (const [index, code] of codes.entries())
        if (code !== 0) faults.push(`server ${index + 1} ended with ${code} when the soak was over`);
    },
  };
}

function failuresIn(lines: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const line of lines) {
    if (!line.startsWith('{"level":50')) continue;
    const { msg, code, error } = JSON.parse(line);
    const what = `${msg} (${code ?? error})`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}
