import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { migrations } from "../../packages/server/src/store/postgres/schema/schema.ts";
import { freshSchema } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { runSql } from "../../packages/server/src/store/postgres/testing/run-sql.ts";
import { runProgram } from "../harness/server/run-program.ts";
import { startServerProcess, temporaryFolder } from "../harness/server/server-process.ts";

const newest = migrations.length;

test("[OPS-1] migrate says what it did, from where to where, and that there is nothing left to do", {
  tags: "smoke",
}, async () => {
  const env = { ASKBACK_DATABASE_URL: await freshSchema() };
  const before = await runProgram(["migrate", "--check"], { env });
  expect(before).toMatchObject({ code: 1, stderr: "" });
  expect(before.stdout).toContain(`! The database is to be brought from version 0 to ${newest}:\n  1. conversations`);
  expect(before.stdout).toContain("→ Run `npm run askback -- migrate`");
  const first = await runProgram(["migrate"], { env });
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toContain(`✔ The database was brought from version 0 to ${newest}:\n  1. conversations`);
  const upToDate = {
    code: 0,
    stdout: expect.stringContaining(`✔ The database is up to date, at version ${newest}.\n`),
    stderr: "",
  };
  expect(await runProgram(["migrate"], { env })).toEqual(upToDate);
  expect(await runProgram(["migrate", "--check"], { env })).toEqual(upToDate);
});

test("[STORE-18] programs that migrate and serve at the same moment run each step once", async () => {
  const env = { ASKBACK_DATABASE_URL: await freshSchema() };
  const [ended, servers] = await Promise.all([
    Promise.all([1, 2, 3].map(() => runProgram(["migrate"], { env }))),
    Promise.all([1, 2].map(() => startServerProcess({ env }))),
  ]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(ended.filter(({ stdout }) => stdout.includes("was brought")).length).toBeLessThanOrEqual(1);
  for (const server of servers) expect(await server.stop()).toBe(0);
});

test("[OPS-1] a newer and an unreachable database are refused, with what to do and without the password", async () => {
  const url = await freshSchema();
  await runSql(url, "create table askback_version (version integer); insert into askback_version values (999)");
  for (const command of [["migrate"], ["migrate", "--check"], ["serve", "--port", "0"]]) {
    const { code, stderr } = await runProgram(command, { env: { ASKBACK_DATABASE_URL: url } });
    expect(code).toBe(command.includes("--check") ? 2 : 1);
    expect(stderr).toMatch(/✖ .*version 999.*start a newer Askback on it\n→ Name another database/);
  }
  const away = { ASKBACK_DATABASE_URL: "postgres://ana:hidden@127.0.0.1:1/askback" };
  const { code, stderr } = await runProgram(["migrate"], { env: away });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /✖ the database could not be brought up to date: .*ECONNREFUSED.*\n→ Nothing answers there: .* `npm run askback -- doctor` tells more/,
  );
  expect(stderr).not.toContain("hidden");
  expect(await runProgram(["migrate", "--check"], { env: away })).toMatchObject({ code: 2 });
});

test("[OPS-1] SQLite: the file of a data folder is made and upgraded, unless a server holds it", async () => {
  const dataDir = join(temporaryFolder(), "data");
  const args = ["--data-dir", dataDir];
  const before = await runProgram(["migrate", "--check", ...args]);
  expect(before).toMatchObject({ code: 1, stdout: expect.stringMatching(/from version 0 to \d+:\n.*1\. /) });
  mkdirSync(dataDir);
  const lock = new DatabaseSync(join(dataDir, "lock.db"));
  lock.exec("begin exclusive");
  const held = await runProgram(["migrate", ...args]);
  expect(held).toMatchObject({ code: 1, stderr: expect.stringContaining("in use by another Askback process: stop") });
  lock.close();
  const first = await runProgram(["migrate", ...args]);
  expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/was brought from version 0 to \d+/) });
  const again = await runProgram(["migrate", "--check", ...args]);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("up to date") });
});

test("[OPS-1] a link for a database that no server has used is refused, and the database is unchanged", async () => {
  const env = { ASKBACK_DATABASE_URL: await freshSchema() };
  expect(await runProgram(["link"], { env })).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/✖ there is no Askback data in .*\n→ .*start one with/),
  });
  expect(await runProgram(["migrate", "--check"], { env })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("from version 0"),
  });
});
