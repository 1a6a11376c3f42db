import { inject } from "vitest";
import { runSql } from "../../packages/server/src/store/postgres/testing/run-sql.ts";
import { findPgbouncer, startPooler } from "../support/pgbouncer.ts";

export interface Place {
  readonly name: string;
  /** The settings of servers that share tables of their own there, and how to leave. */
  open(): Promise<{ readonly env: Readonly<Record<string, string>>; close(): Promise<void> }>;
}

export const pgbouncer = findPgbouncer();
if (pgbouncer === undefined) console.warn("PgBouncer is not here and cannot be installed: its tests are skipped");

/** Where servers can keep their data together. */
export const places: readonly Place[] = [
  { name: "on the newest PostgreSQL", open: () => openSchema(inject("postgresUrl")) },
  { name: "on the oldest PostgreSQL", open: () => openSchema(inject("oldestPostgresUrl")) },
  ...(pgbouncer === undefined ? [] : [{ name: "through PgBouncer", open: () => openPooled(pgbouncer ?? "") }]),
];

let count = 0;

async function openSchema(server: string): ReturnType<Place["open"]> {
  count += 1;
  const schema = `servers_${process.pid}_${count}`;
  await runSql(server, `create schema ${schema}`);
  return {
    env: { ASKBACK_DATABASE_URL: `${server}?options=-c%20search_path%3D${schema}` },
    close: async () => void (await runSql(server, `drop schema ${schema} cascade`)),
  };
}

async function openPooled(program: string): ReturnType<Place["open"]> {
  const pooler = await startPooler(program, inject("postgresUrl"));
  const { url, directUrl } = await pooler.fresh();
  return { env: { ASKBACK_DATABASE_URL: url, ASKBACK_DATABASE_DIRECT_URL: directUrl }, close: pooler.stop };
}

/** Makes a whole PostgreSQL refuse writes, as a standby does, or take them again. */
export async function setReadOnly(server: string, value: "on" | "off"): Promise<void> {
  await runSql(
    server,
    "set default_transaction_read_only = off",
    `alter system set default_transaction_read_only = ${value}`,
    "select pg_reload_conf()",
  );
}
