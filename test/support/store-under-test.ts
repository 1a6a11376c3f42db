import { createHash } from "node:crypto";
import { createPostgresStore, createSqliteStore, type Store } from "@askback/server";
import { inject } from "vitest";
import { runSql } from "../../packages/server/src/store/postgres/testing/run-sql.ts";

/** The one parameter of the flows: where servers under test keep their data. The config of the tests runs them with each. */
export const storeUnderTest = process.env.ASKBACK_TEST_STORE === "postgres" ? "postgres" : "sqlite";

/** The environment of a server with this data folder; on PostgreSQL each folder has tables of its own, also after a restart. */
export async function storeEnvironment(dataDir: string): Promise<Readonly<Record<string, string>>> {
  return storeUnderTest === "sqlite" ? {} : { ASKBACK_DATABASE_URL: await schemaUrl(dataDir) };
}

/** The store of a server that has ended. */
export async function openStore(dataDir: string): Promise<Store> {
  if (storeUnderTest === "sqlite") return createSqliteStore({ folder: dataDir });
  return createPostgresStore({ url: await schemaUrl(dataDir), failed: console.error });
}

/** A URL to tables of their own in the PostgreSQL of this run: the same ones for the same name. */
export async function schemaUrl(name: string): Promise<string> {
  const url = inject("postgresUrl");
  const schema = `data_${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
  await runSql(url, `create schema if not exists ${schema}`);
  return `${url}?options=-c%20search_path%3D${schema}`;
}
