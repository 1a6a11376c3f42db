import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runSql } from "../../../packages/server/src/store/postgres/testing/run-sql.ts";
import { onEnd, temporaryFolder } from "../server/temporary-folder.ts";
import { freePort } from "./postgres-cluster.ts";

/** PgBouncer in transaction mode in front of PostgreSQL. */
export interface Pooler {
  /** A new schema, reached through the pooler and directly. */
  fresh(): Promise<{ readonly url: string; readonly directUrl: string }>;
  stop(): Promise<void>;
}

/** The path of PgBouncer, which is installed if possible. */
export function findPgbouncer(): string | undefined {
  if (!found() && process.getuid?.() === 0) {
    const install = ["-qq", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=60", "install", "pgbouncer"];
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const { status } = spawnSync("apt-get", install, { env });
    if (status !== 0) {
      spawnSync("apt-get", ["-qq", "update"], { env });
      spawnSync("apt-get", install, { env });
    }
  }
  return found();
}

function found(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin"];
  return folders.map((folder) => join(folder, "pgbouncer")).find(existsSync);
}

const nobody = 65_534;

export async function startPooler(program: string, server: string): Promise<Pooler> {
  const target = new URL(server);
  const folder = temporaryFolder();
  const port = await freePort();
  const users = join(folder, "users.txt");
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(users, '"askback" "askback"\n');
  writeFileSync(settings, settingsOf(program, target.port, port, users));
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const child = spawn(program, [settings], { ...user, stdio: ["ignore", "ignore", "pipe"] });
  onEnd(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      lines.push(line);
      if (/process up/.test(line)) resolve();
    });
    void exited.then(() => reject(new Error(`PgBouncer ended:\n${lines.join("\n")}`)));
  });

  let count = 0;
  return {
    async fresh() {
      count += 1;
      const name = `pooled_${process.pid}_${port}_${count}`;
      await createOwner(server, name);
      const url = (at: string | number) => `postgres://${name}:askback@127.0.0.1:${at}${target.pathname}`;
      return { url: url(port), directUrl: url(target.port) };
    },
    async stop() {
      child.kill("SIGTERM");
      child.kill("SIGINT");
      await exited;
    },
  };
}

function settingsOf(program: string, serverPort: string, port: number, users: string): string {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(String(spawnSync(program, ["--version"]).stdout)) ?? [];
  // From 1.21 on it can keep prepared statements; they are switched off, as in older versions.
  const knowsStatements = Number(major) > 1 || Number(minor) >= 21;
  return `[databases]
* = host=127.0.0.1 port=${serverPort} auth_user=askback
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
${knowsStatements ? "max_prepared_statements = 0" : ""}
auth_type = plain
auth_file = ${users}
auth_query = select $1::text, 'askback'
default_pool_size = 4
max_client_conn = 500
server_idle_timeout = 2
server_login_retry = 1
server_round_robin = 1
`;
}

/** A role with a search_path of its own, since a pooler ignores that of a connection. */
async function createOwner(server: string, name: string): Promise<void> {
  await runSql(
    server,
    `create role ${name} login password 'askback'`,
    `create schema ${name} authorization ${name}`,
    `alter role ${name} set search_path = ${name}`,
  );
}
