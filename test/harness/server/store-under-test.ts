import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createPostgresStore, createSqliteStore, type Store } from "@askback/server";
import { inject } from "vitest";
import { inSchema } from "../../../packages/server/src/store/postgres/testing/in-schema.ts";
import { runSql } from "../../../packages/server/src/store/postgres/testing/run-sql.ts";

/** The store of the servers under test; vitest.config.ts runs the flows on each. */
export const storeUnderTest = process.env.ASKBACK_TEST_STORE === "postgres" ? "postgres" : "sqlite";

/** The environment of a server with this data folder; on PostgreSQL each folder has a schema of its own, also after a restart. */
export async function storeEnvironment(dataDir: string): Promise<Readonly<Record<string, string>>> {
  return storeUnderTest === "sqlite" ? {} : { ASKBACK_DATABASE_URL: await schemaUrl(dataDir) };
}

/** Opens the store of a server that has ended. */
export async function openStore(dataDir: string): Promise<Store> {
  if (storeUnderTest === "sqlite") return createSqliteStore({ folder: dataDir });
  return createPostgresStore({ url: await schemaUrl(dataDir), onError: console.error });
}

/** A URL of a schema in the PostgreSQL of this run; the same name gives the same schema. */
export async function schemaUrl(name: string): Promise<string> {
  const url = inject("postgresUrl");
  const schema = `data_${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
  await runSql(url, `create schema if not exists ${schema}`);
  return inSchema(url, schema);
}

/** Everything that a store has: the bytes of a data folder, or the rows of every table of a schema, as text. */
export async function storedBytes(dataDir: string): Promise<string> {
  if (storeUnderTest === "sqlite")
    return readdirSync(dataDir, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => readFileSync(join(dataDir, name), "latin1"))
      .join("\n");
  const url = await schemaUrl(dataDir);
  const tables = await runSql(url, "select tablename as name from pg_tables where schemaname = current_schema()");
  const rows = [];
  for (const { name } of tables) rows.push(...(await runSql(url, `select t::text as row from "${name}" as t`)));
  return rows.map(({ row }) => String(row)).join("\n");
}
