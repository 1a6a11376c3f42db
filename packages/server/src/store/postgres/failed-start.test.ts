import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createPostgresStore } from "./postgres-store.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

const role = `newcomer_${process.pid}`;

test("[STORE-20] a start that fails halfway leaves no connection behind, so that the process can end", async () => {
  const url = await freshSchema();
  const failed = () => {};
  await (await createPostgresStore({ url, failed })).close();
  const owner = new pg.Client(url);
  await owner.connect();
  onTestFinished(() => owner.end());
  // Everything is as it should be, but for the log, which is read last.
  await owner.query(`create role ${role} login password '${role}'`);
  onTestFinished(async () => {
    await owner.query(`drop owned by ${role}`);
    await owner.query(`drop role ${role}`);
  });
  const [{ schema }] = (await owner.query("select current_schema as schema")).rows;
  await owner.query(`grant usage, create on schema ${schema} to ${role}`);
  await owner.query(`grant all on all tables in schema ${schema} to ${role}`);
  await owner.query(`revoke all on events from ${role}`);

  const theirs = new URL(url);
  theirs.username = role;
  theirs.password = role;
  await expect(createPostgresStore({ url: theirs.href, failed })).rejects.toThrow("permission denied");
  const count = "select count(*)::integer as count from pg_stat_activity where usename = $1";
  // PostgreSQL needs a moment to see that a connection is gone.
  await expect.poll(async () => (await owner.query(count, [role])).rows[0].count, { timeout: 5_000 }).toBe(0);
});
