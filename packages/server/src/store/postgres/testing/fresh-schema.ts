import { randomUUID } from "node:crypto";
import { inject, onTestFinished } from "vitest";
import { inSchema } from "./in-schema.ts";
import { runSql } from "./run-sql.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    oldestPostgresUrl: string;
  }
}

/** The supported versions of PostgreSQL that this run has started, by the names under which it provides them. */
export const versions = (
  [
    { version: "newest", provided: "postgresUrl" },
    { version: "oldest", provided: "oldestPostgresUrl" },
  ] as const
).filter(({ provided }) => inject(provided) !== undefined);

let count = 0;

/** The URL of an empty schema, which is dropped when the test ends. */
export async function freshSchema(url = inject("postgresUrl")): Promise<string> {
  count += 1;
  const schema = `test_${process.pid}_${count}`;
  await runSql(url, `create schema ${schema}`);
  onTestFinished(async () => void (await runSql(url, `drop schema ${schema} cascade`)));
  return inSchema(url, schema);
}

const databases = new Map<string, Promise<string>>();

/** A database for this process alone; in a shared one the notifications of other tests arrive too. */
export function ownDatabase(url: string): Promise<string> {
  const known = databases.get(url) ?? createDatabase(url);
  databases.set(url, known);
  return known;
}

async function createDatabase(url: string): Promise<string> {
  const name = `own_${randomUUID().replaceAll("-", "")}`;
  await runSql(url, `create database ${name}`);
  return new URL(`/${name}`, url).href;
}
