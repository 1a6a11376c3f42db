import pg from "pg";
import { inject, onTestFinished } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    oldestPostgresUrl: string;
  }
}

/** The oldest and the newest PostgreSQL that are supported, by the names under which the run provides them. */
export const versions = [
  { version: "newest", provided: "postgresUrl" },
  { version: "oldest", provided: "oldestPostgresUrl" },
] as const;

let count = 0;

/** A URL to tables of its own, which are dropped when the test ends. */
export async function freshSchema(url = inject("postgresUrl")): Promise<string> {
  count += 1;
  const schema = `test_${process.pid}_${count}`;
  await run(url, `create schema ${schema}`);
  onTestFinished(() => run(url, `drop schema ${schema} cascade`));
  return `${url}?options=-c%20search_path%3D${schema}`;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
