import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../connection/database.ts";
import { type Migration, migrations } from "../schema/schema.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { migrate, migratePostgres } from "./migrate.ts";

const newest = migrations.length;

/** An additional step; it would fail if it ran twice. */
function step(number: number, isSafeUnderOlder: boolean): Migration {
  return { title: `table ${number}`, sql: `create table step_${number} (id integer)`, isSafeUnderOlder };
}

function open(url: string): Database {
  const database = openDatabase({ url, onError() {} });
  onTestFinished(() => database.close());
  return database;
}

/** A database of its own, because other tests have connections to the one of the test run. */
async function freshDatabase(): Promise<string> {
  const name = `alone_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client(inject("postgresUrl"));
  await client.connect();
  await client.query(`create database ${name}`);
  onTestFinished(async () => {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  });
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

test("[STORE-18] concurrent migrations of an empty database run each step once, and all succeed", async () => {
  const url = await freshSchema();
  const reports = await Promise.all(Array.from({ length: 8 }, () => migratePostgres({ url }, {})));
  expect(reports.filter(({ steps }) => steps.length === newest)).toHaveLength(1);
  expect(reports.filter(({ steps }) => steps.length === 0)).toHaveLength(7);
  expect(reports.every(({ to }) => to === newest)).toBe(true);
  const rows = await open(url).query("select version from askback_version");
  expect(rows).toEqual([{ version: newest }]);
});

test("[STORE-18] stores that open an empty database concurrently all open", async () => {
  const url = await freshSchema();
  const stores = await Promise.all(Array.from({ length: 4 }, () => createPostgresStore({ url, onError() {} })));
  await Promise.all(stores.map((store) => store.close()));
  expect(await migratePostgres({ url }, { dryRun: true })).toEqual({ from: newest, to: newest, steps: [] });
});

test("[STORE-18] a newer database is refused with a hint", async () => {
  const url = await freshSchema();
  await migratePostgres({ url }, {});
  await open(url).query("update askback_version set version = 999, open_from = 999");
  await expect(migratePostgres({ url }, {})).rejects.toThrow(/version 999.*start a newer Askback/);
  await expect(createPostgresStore({ url, onError() {} })).rejects.toThrow(/version 999/);
});

test("[STORE-18] an older server may start on a newer database, unless a step was unsafe", async () => {
  const url = await freshSchema();
  const safe = [...migrations, step(newest + 1, true)];
  await migratePostgres({ url }, { known: safe });
  expect(await migratePostgres({ url }, {})).toEqual({ from: newest + 1, to: newest + 1, steps: [] });
  const store = await createPostgresStore({ url, onError() {} });
  await store.close();
  await migratePostgres({ url }, { known: [...safe, step(newest + 2, false)], unsafe: "always" });
  await expect(migratePostgres({ url }, {})).rejects.toThrow("start a newer Askback on it");
  await expect(migratePostgres({ url }, { known: safe })).rejects.toThrow("start a newer Askback on it");
  const further = [...safe, step(newest + 2, false), step(newest + 3, true)];
  await migratePostgres({ url }, { known: further });
  await expect(migratePostgres({ url }, { known: safe })).rejects.toThrow("start a newer Askback on it");
  expect(await migratePostgres({ url }, { known: further.slice(0, -1) })).toMatchObject({ steps: [] });
});

test("[STORE-18] a step that fails leaves the version and the tables as they were", async () => {
  const database = open(await freshSchema());
  await migrate(database);
  const broken = { ...step(2, true), sql: "create table half_done (id integer); select no_such_function()" };
  await expect(migrate(database, { known: [...migrations, broken] })).rejects.toThrow("no_such_function");
  expect(await database.query("select version, to_regclass('half_done') as found from askback_version")).toEqual([
    { version: newest, found: null },
  ]);
});

test("[STORE-18] a user who may not make tables can start servers once the tables are there", async () => {
  const adminUrl = await freshDatabase();
  await migratePostgres({ url: adminUrl }, {});
  const role = `writer_${randomBytes(6).toString("hex")}`;
  const admin = open(adminUrl);
  await admin.query(`create role ${role} login password 'writer'`);
  await admin.query("revoke create on schema public from public");
  await admin.query(`grant select, insert, update, delete on all tables in schema public to ${role}`);
  onTestFinished(async () => {
    const cleaner = openDatabase({ url: adminUrl, onError() {} });
    await cleaner.query(`drop owned by ${role}`);
    await cleaner.query(`drop role ${role}`);
    await cleaner.close();
  });
  const url = new URL(adminUrl);
  url.username = role;
  url.password = "writer";
  const store = await createPostgresStore({ url: url.href, onError() {} });
  expect(await store.position()).toBe(0);
  await store.close();
});

test("[OPS-1] a dry run reports the steps and changes nothing", async () => {
  const url = await freshSchema();
  const known = [...migrations, step(newest + 1, true)];
  const all = await migratePostgres({ url }, { dryRun: true, known });
  expect(all).toMatchObject({ from: 0, to: newest + 1, steps: { length: newest + 1 } });
  expect(await open(url).query("select to_regclass('askback_version') as found")).toEqual([{ found: null }]);
  await migratePostgres({ url }, {});
  expect(await migratePostgres({ url }, { dryRun: true, known })).toEqual({
    from: newest,
    to: newest + 1,
    steps: [{ number: newest + 1, title: `table ${newest + 1}`, isSafeUnderOlder: true }],
  });
});

test("[OPS-1] a starting server runs an unsafe step only on an empty database", async () => {
  const known = [...migrations, step(newest + 1, false)];
  const used = open(await freshSchema());
  await migrate(used);
  await expect(migrate(used, { known })).rejects.toMatchObject({
    message: `step ${newest + 1} (table ${newest + 1}) must not run beside servers of an older version`,
    hint: expect.stringContaining("Stop the older servers, run `askback migrate`"),
  });
  expect(await migrate(used, { dryRun: true })).toMatchObject({ from: newest });
  const empty = open(await freshSchema());
  expect(await migrate(empty, { known })).toMatchObject({ from: 0, to: newest + 1 });
});

test("[OPS-1] an unsafe step runs when no server is connected, or by force", async () => {
  const url = await freshDatabase();
  const known = [...migrations, step(newest + 1, false)];
  const store = await createPostgresStore({ url, onError() {} });
  await expect(migratePostgres({ url }, { unsafe: "when-alone", known })).rejects.toMatchObject({
    message: expect.stringMatching(/must not run beside servers of an older version, and \d+ connections of servers/),
    hint: expect.stringContaining("--force"),
  });
  await store.close();
  await untilAlone(url);
  expect(await migratePostgres({ url }, { unsafe: "when-alone", known })).toMatchObject({ to: newest + 1 });
  const further = [...known, step(newest + 2, false)];
  const other = open(url);
  await other.query("select 1");
  expect(await migratePostgres({ url }, { unsafe: "always", known: further })).toMatchObject({ to: newest + 2 });
});

/** PostgreSQL notices a closed connection after a moment. */
async function untilAlone(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const count = "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  while ((await client.query(`${count} and backend_type = 'client backend'`)).rows[0].count !== "0");
  await client.end();
}

test("[OPS-1] servers are recognised whatever application name their URL has", async () => {
  const url = await freshDatabase();
  const named = `${url}?application_name=prod`;
  const store = await createPostgresStore({ url: named, onError() {} });
  const known = [...migrations, step(newest + 1, false)];
  await expect(migratePostgres({ url: named }, { unsafe: "when-alone", known })).rejects.toThrow(
    /\d+ connections of servers are open/,
  );
  await store.close();
});
