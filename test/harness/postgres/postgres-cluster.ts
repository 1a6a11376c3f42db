import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onEnd, temporaryFolder } from "../server/temporary-folder.ts";
import { loadPostgres } from "./postgres-package.ts";

/** A PostgreSQL server that the tests start, in a temporary folder. */
export interface Cluster {
  readonly port: number;
  url(database?: string): string;
  /** Kills the server and starts it again after a while. */
  crash(downMs?: number): Promise<void>;
  /** Ends the server at once, without a checkpoint. */
  kill(): Promise<void>;
  /** Starts the server again, unless it runs. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** The oldest version that Askback supports instead of the newest. */
  readonly oldest?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startCluster({ oldest = false, settings = {} }: ClusterOptions = {}): Promise<Cluster> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  const databaseDir = join(folder, "data");
  const port = await freePort();
  const flags = Object.entries({ listen_addresses: "127.0.0.1", fsync: "off", max_connections: "300", ...settings });
  const Postgres = await loadPostgres(oldest ? "oldest" : "newest");
  const server = new Postgres({
    databaseDir,
    user: "askback",
    password: "askback",
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: flags.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase("askback");

  const child = () => (server as unknown as { readonly process: ChildProcess }).process;
  onEnd(() => child()?.kill("SIGINT"));
  const isUp = () => child().exitCode === null && child().signalCode === null;

  async function kill(): Promise<void> {
    const pidFile = join(databaseDir, "postmaster.pid");
    const ended = once(child(), "exit");
    // SIGQUIT is an immediate shutdown, after which PostgreSQL recovers from its log.
    process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGQUIT");
    await ended;
  }

  return {
    port,
    url: (database = "askback") => `postgres://askback:askback@127.0.0.1:${port}/${database}`,
    async crash(downMs = 0) {
      await kill();
      await delay(downMs);
      await server.start();
    },
    kill,
    async restart() {
      if (!isUp()) await server.start();
    },
    async stop() {
      if (isUp()) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
