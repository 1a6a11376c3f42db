import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Random } from "../test/harness/fuzz/random.ts";
import { type ServerProcess, startServerProcess, temporaryFolder } from "../test/harness/server/server-process.ts";
import { createWallClock } from "../test/harness/time/wall-clock.ts";
import { createStaleCommits } from "./stale-commits.ts";

/** Identical servers on one database, or one server on a data folder, for fault injection. */
export interface Fleet {
  /** Those that run or are frozen. */
  running(): readonly ServerProcess[];
  /** A random server; it may be frozen or about to exit. */
  any(random: Random): ServerProcess | undefined;
  kill(index: number, downMs: number): Promise<void>;
  /** Suspends the process and resumes it. */
  freeze(index: number, forMs: number): Promise<void>;
  /** Stops the process gracefully, which releases its leases, and starts another. */
  drain(index: number, downMs: number): Promise<void>;
  /** Stops the process gracefully, and starts another when something is done. */
  whileStopped(index: number, action: () => Promise<void>): Promise<void>;
  /** Sets the wall clock of a server, and of those that follow it, so many milliseconds ahead of the right time. */
  setClock(index: number, aheadMs: number): void;
  /** Commits that were refused because another server had the lease, as far as the processes reported them. */
  staleCommits(): Promise<number>;
  /** Failures in the logs of the servers, counted by message. */
  failures(): Readonly<Record<string, number>>;
  /** Faults of the processes themselves. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

const config = fileURLToPath(new URL("./agents.config.ts", import.meta.url));

const maxStartMs = 60_000;

export interface FleetOptions {
  readonly size: number;
  /** PostgreSQL; without it the one server has its database in `dataDir`. */
  readonly databaseUrl?: string;
  /** Where the keys are. */
  readonly dataDir: string;
  readonly traceFile: string;
}

export async function startFleet({ size, databaseUrl, dataDir, traceFile }: FleetOptions): Promise<Fleet> {
  const folder = temporaryFolder();
  const env = {
    ...(databaseUrl !== undefined && { ASKBACK_DATABASE_URL: databaseUrl }),
    SOAK_TRACE: traceFile,
    // The compile cache halves the time of later starts.
    NODE_COMPILE_CACHE: join(folder, "compiled"),
  };
  const clocks = Array.from({ length: size }, () => createWallClock());
  const servers: (ServerProcess | undefined)[] = [];
  const all: ServerProcess[] = [];
  const faults: string[] = [];
  const stale = createStaleCommits();

  async function start(index: number): Promise<void> {
    const starting = startServerProcess({ config, env: { ...env, ...clocks[index]?.env }, dataDir });
    starting.catch(() => {});
    const server = await Promise.race([starting, delay(maxStartMs, undefined, { ref: false })]);
    if (!server) throw new Error(`server ${index + 1} neither served nor ended within ${maxStartMs / 1000} s`);
    servers[index] = server;
    all.push(server);
  }

  /** A server without its database exits, so it is started again. */
  async function startWithRetry(index: number): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await start(index);
      } catch (error) {
        if (attempts === 20) throw error;
        await delay(250);
      }
    }
  }

  function takeServer(index: number): ServerProcess {
    const server = servers[index];
    if (!server) throw new Error(`server ${index + 1} is not running`);
    servers[index] = undefined;
    return server;
  }

  async function whileStopped(index: number, action: () => Promise<void>): Promise<void> {
    const server = servers[index];
    if (server) await stale.read(server);
    const code = await takeServer(index).stop();
    if (code !== 0) faults.push(`server ${index + 1} ended with ${code} when it was asked to stop`);
    await action();
    await startWithRetry(index);
  }

  // The first server creates the keys that all of them share.
  for (let index = 0; index < size; index += 1) await start(index);

  return {
    faults,
    any: (random) => random.pick(servers.filter((server) => server !== undefined)),
    running: () => servers.filter((server) => server !== undefined),
    setClock: (index, aheadMs) => clocks[index]?.set(aheadMs),
    async kill(index, downMs) {
      const server = servers[index];
      if (server) await stale.read(server);
      await takeServer(index).kill();
      await delay(downMs);
      await startWithRetry(index);
    },
    async freeze(index, forMs) {
      servers[index]?.process.kill("SIGSTOP");
      await delay(forMs);
      servers[index]?.process.kill("SIGCONT");
      await delay(1_000);
    },
    drain: (index, downMs) => whileStopped(index, () => delay(downMs)),
    whileStopped,
    async staleCommits() {
      await Promise.all(servers.map((server) => server && stale.read(server)));
      return stale.total;
    },
    failures: () => failuresIn(all.flatMap(({ lines }) => lines)),
    async stop() {
      const codes = await Promise.all(servers.splice(0).map((server) => server?.stop()));
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
