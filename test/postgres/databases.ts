import { inject } from "vitest";
import { versions } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { inSchema } from "../../packages/server/src/store/postgres/testing/in-schema.ts";
import { runSql } from "../../packages/server/src/store/postgres/testing/run-sql.ts";
import { startPooler } from "../harness/postgres/pgbouncer.ts";

export interface TestDatabase {
  readonly name: string;
  /** The environment of servers that share a new schema, and how to drop it. */
  open(): Promise<{ readonly env: Readonly<Record<string, string>>; close(): Promise<void> }>;
}

const pgbouncer = inject("pgbouncer");

/** Databases that several servers can share. */
export const testDatabases: readonly TestDatabase[] = [
  ...versions.map(({ version, provided }) => ({
    name: `on the ${version} PostgreSQL`,
    open: () => openSchema(inject(provided)),
  })),
  ...(pgbouncer === undefined ? [] : [{ name: "through PgBouncer", open: () => openPooled(pgbouncer) }]),
];

let count = 0;

async function openSchema(server: string): ReturnType<TestDatabase["open"]> {
  count += 1;
  const schema = `servers_${process.pid}_${count}`;
  await runSql(server, `create schema ${schema}`);
  return {
    env: { ASKBACK_DATABASE_URL: inSchema(server, schema) },
    close: async () => void (await runSql(server, `drop schema ${schema} cascade`)),
  };
}

async function openPooled(program: string): ReturnType<TestDatabase["open"]> {
  const pooler = await startPooler(program, inject("postgresUrl"));
  const { url, directUrl } = await pooler.fresh();
  return { env: { ASKBACK_DATABASE_URL: url, ASKBACK_DATABASE_DIRECT_URL: directUrl }, close: pooler.stop };
}

/** Makes PostgreSQL refuse writes, as a standby does, or accept them again. */
export async function setReadOnly(server: string, value: "on" | "off"): Promise<void> {
  await runSql(
    server,
    "set default_transaction_read_only = off",
    `alter system set default_transaction_read_only = ${value}`,
    "select pg_reload_conf()",
  );
}
