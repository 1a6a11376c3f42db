import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../connection/database.ts";
import { migrations } from "../schema/schema.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { runSql } from "../testing/run-sql.ts";
import { type CheckOptions, checkPostgres } from "./check-postgres.ts";
import { checkTables } from "./check-tables.ts";
import { migrate, migratePostgres } from "./migrate.ts";

/** The findings by the name of their check. */
async function findings(options: CheckOptions) {
  const found = await checkPostgres(options);
  return Object.fromEntries(found.map((finding) => [finding.check, finding]));
}

/** The URL of a new user with its own password. */
async function user(url: string, rights = ""): Promise<string> {
  const name = `user_${randomBytes(6).toString("hex")}`;
  await runSql(url, `create role ${name} login password 'hidden' ${rights}`);
  const own = new URL(url);
  own.username = name;
  own.password = "hidden";
  onTestFinished(async () => void (await runSql(url, `drop owned by ${name}; drop role ${name}`)));
  return own.href;
}

function schemaOf(url: string): string {
  return /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1] ?? "";
}

/** A port on which nothing listens. */
async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

test("[OPS-2] a healthy database passes every check", async () => {
  const url = await freshSchema();
  await migratePostgres({ url }, {});
  const found = await findings({ url });
  expect(found).toMatchObject({
    database: { status: "ok", found: expect.stringMatching(/^askback on 127\.0\.0\.1:\d+: connected in [\d.]+ ms/) },
    version: { status: "ok", found: expect.stringMatching(/^PostgreSQL 18\./) },
    tables: { status: "ok", found: `version ${migrations.length}` },
    permissions: { status: "ok", found: expect.stringContaining(`make tables in ${schemaOf(url)}`) },
    clock: { status: "ok" },
    LISTEN: { status: "ok" },
    connections: { status: "ok", found: expect.stringMatching(/^\d+ left of 300; a server takes up to 11$/) },
  });
  expect(JSON.stringify(found)).not.toContain("askback:askback");
});

test("[OPS-2] an empty database passes, and a newer one fails", async () => {
  const url = await freshSchema();
  expect((await findings({ url })).tables).toMatchObject({ status: "ok", found: expect.stringContaining("none yet") });
  await runSql(url, "create table askback_version (version integer); insert into askback_version values (999)");
  expect((await findings({ url })).tables).toMatchObject({
    status: "failed",
    found: expect.stringMatching(/version 999.*start a newer Askback/),
  });
});

test("[OPS-2] an older database is a warning to migrate", async () => {
  const database = openDatabase({ url: await freshSchema(), onError() {} });
  await migrate(database);
  const further = { title: "more", sql: "", isSafeUnderOlder: true };
  expect(await checkTables(database.query, [...migrations, further])).toEqual({
    check: "tables",
    status: "warning",
    found: `version ${migrations.length}, and this Askback has ${migrations.length + 1}`,
    advice: "Run `askback migrate`.",
  });
  await database.close();
});

test("[OPS-2] an unreachable database fails, with the reason and advice, and without its password", async () => {
  const url = new URL(inject("postgresUrl"));
  const cases: readonly (readonly [string, Partial<URL>, RegExp])[] = [
    ["ECONNREFUSED", { port: String(await unusedPort()) }, /start PostgreSQL/],
    ["password authentication failed", { password: "hidden" }, /Correct user and password/],
    ["does not exist", { pathname: "/nowhere" }, /createdb/],
    ["ENOTFOUND|EAI_AGAIN", { hostname: "nowhere.invalid" }, /name/],
  ];
  for (const [found, change, advice] of cases) {
    const wrong = Object.assign(new URL(url), change).href;
    const all = await checkPostgres({ url: wrong });
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({
      check: "database",
      status: "failed",
      found: expect.stringMatching(found),
      advice: expect.stringMatching(advice),
    });
    expect(JSON.stringify(all)).not.toContain("hidden");
  }
});

test("[OPS-2] a user who may not create or write tables fails, with the grant to make", async () => {
  const url = await freshSchema();
  const schema = schemaOf(url);
  const own = await user(url);
  expect((await findings({ url: own })).permissions).toMatchObject({
    status: "failed",
    found: expect.stringContaining("names no schema"),
  });
  const name = new URL(own).username;
  await runSql(url, `grant usage on schema ${schema} to ${name}`);
  const empty = (await findings({ url: own })).permissions;
  expect(empty).toMatchObject({ status: "failed", found: expect.stringContaining("may not make tables") });
  await runSql(url, sqlIn(empty?.advice));
  expect((await findings({ url: own })).permissions).toMatchObject({ status: "ok" });
  await runSql(url, `revoke create on schema ${schema} from ${name}`);
  await migratePostgres({ url }, {});
  await runSql(url, `grant select on all tables in schema ${schema} to ${name}`);
  const reader = (await findings({ url: own })).permissions;
  expect(reader).toMatchObject({
    status: "failed",
    found: expect.stringMatching(/may not insert, update, delete in .*conversations, .*events/),
  });
  await runSql(url, sqlIn(reader?.advice));
  expect((await findings({ url: own })).permissions).toMatchObject({
    status: "ok",
    found: expect.stringContaining("`askback migrate` needs a user that may make tables"),
  });
});

/** The statement that an advice ends in. */
function sqlIn(advice = ""): string {
  return advice.slice(advice.indexOf(": ") + 2);
}

test("[OPS-2] [TIME-7] clocks that differ by a second or more are a warning", async () => {
  const url = await freshSchema();
  const off = async (ms: number) => (await findings({ url, now: () => Date.now() + ms })).clock;
  expect(await off(-2_100)).toMatchObject({ status: "warning", found: expect.stringContaining("2.1 s behind") });
  expect(await off(60_000)).toMatchObject({
    status: "warning",
    found: expect.stringContaining("60.0 s ahead of"),
    advice: expect.stringContaining("NTP"),
  });
});

test("[OPS-2] too few connections left for a server are a warning", async () => {
  const url = await user(inject("postgresUrl"), "connection limit 5");
  expect((await findings({ url })).connections).toMatchObject({
    status: "warning",
    found: "3 left of 300; a server takes up to 11",
  });
});

test("[OPS-2] a user with read-only transactions fails", async () => {
  const url = inject("postgresUrl");
  const own = await user(url);
  await runSql(url, `alter role ${new URL(own).username} set default_transaction_read_only = on`);
  expect((await findings({ url: own })).version).toMatchObject({
    status: "failed",
    found: expect.stringContaining("read-only"),
  });
});

test("[OPS-2] a database with another encoding fails", async () => {
  const url = inject("postgresUrl");
  const name = `latin_${randomBytes(6).toString("hex")}`;
  await runSql(url, `create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  onTestFinished(async () => void (await runSql(url, `drop database ${name}`)));
  const { version } = await findings({ url: Object.assign(new URL(url), { pathname: `/${name}` }).href });
  expect(version).toMatchObject({ status: "failed", found: expect.stringContaining("LATIN1") });
});

test("[OPS-2] a direct URL that leads to another database, or nowhere, fails", async () => {
  const url = inject("postgresUrl");
  const elsewhere = Object.assign(new URL(url), { pathname: "/postgres" }).href;
  expect(await findings({ url, directUrl: elsewhere, notifyTimeoutMs: 300 })).toMatchObject({
    "direct URL": { status: "ok" },
    LISTEN: { status: "failed", advice: expect.stringContaining("ASKBACK_DATABASE_DIRECT_URL must lead to the same") },
  });
  const nowhere = Object.assign(new URL(url), { port: String(await unusedPort()) }).href;
  const found = await findings({ url, directUrl: nowhere });
  expect(found).toMatchObject({ "direct URL": { status: "failed" }, clock: { status: "ok" } });
  expect(found.LISTEN).toBeUndefined();
});

test("[OPS-2] settings under which a crash loses data are a warning", async () => {
  const url = inject("postgresUrl");
  expect((await findings({ url })).durability).toMatchObject({
    status: "warning",
    found: "fsync off, full_page_writes on, synchronous_commit on",
    advice: "Turn fsync on: a power cut may destroy the database.",
  });
  const asynchronous = await user(url);
  await runSql(url, `alter role ${new URL(asynchronous).username} set synchronous_commit = off`);
  expect((await findings({ url: asynchronous })).durability).toMatchObject({
    status: "warning",
    advice: "Turn fsync and synchronous_commit on: a power cut may destroy the database.",
  });
});

test("[OPS-2] a missing certificate is a finding", async () => {
  const url = `${await freshSchema()}&sslmode=verify-full&sslrootcert=/nowhere/root.crt`;
  const { database } = await findings({ url });
  expect(database).toMatchObject({ status: "failed", found: expect.stringContaining("/nowhere/root.crt") });
});
