import { expect, onTestFinished, test } from "vitest";
import { createPostgresStore } from "../store.ts";
import { openClient } from "../testing/clients.ts";
import { freshSchema } from "../testing/fresh-schema.ts";

const role = `newcomer_${process.pid}`;

test("[STORE-20] a failed start leaves no connection open, so that the process can end", async () => {
  const url = await freshSchema();
  await (await createPostgresStore({ url, onError() {} })).close();
  const owner = await openClient(url);
  // Only the log cannot be read, which is the last step of a start.
  await owner.query(`create role ${role} login password '${role}'`);
  onTestFinished(async () => {
    await owner.query(`drop owned by ${role}`);
    await owner.query(`drop role ${role}`);
  });
  const [{ schema }] = (await owner.query("select current_schema as schema")).rows;
  await owner.query(`grant usage, create on schema ${schema} to ${role}`);
  await owner.query(`grant all on all tables in schema ${schema} to ${role}`);
  await owner.query(`revoke all on events from ${role}`);

  const limitedUrl = new URL(url);
  limitedUrl.username = role;
  limitedUrl.password = role;
  await expect(createPostgresStore({ url: limitedUrl.href, onError() {} })).rejects.toThrow("permission denied");
  const count = "select count(*)::integer as count from pg_stat_activity where usename = $1";
  // PostgreSQL notices a closed connection after a moment.
  await expect.poll(async () => (await owner.query(count, [role])).rows[0].count).toBe(0);
});
