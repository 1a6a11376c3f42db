import { randomUUID } from "node:crypto";
import { inject, onTestFinished } from "vitest";
import { runSql } from "./run-sql.ts";

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
  await runSql(url, `create schema ${schema}`);
  onTestFinished(async () => void (await runSql(url, `drop schema ${schema} cascade`)));
  return `${url}?options=-c%20search_path%3D${schema}`;
}

const databases = new Map<string, Promise<string>>();

/** A database for this process alone: in one that others use at the same time, what they announce is heard too. */
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
