import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { start } from "../../testing/commands.ts";
import { createTestTime, hourMs, minuteMs, type TestTime } from "../../testing/test-time.ts";
import { checkSqlite } from "../operate/check-sqlite.ts";
import { createSqliteStore } from "../store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { readFolderTime } from "./folder-clock.ts";

const noon = Date.UTC(2026, 0, 1, 12);

function openStore(folder: string, time: TestTime) {
  const store = createSqliteStore({ folder, time: time.sources });
  onTestFinished(() => store.close());
  return store;
}

test("[TIME-3] SQLite: the clock of a folder goes on where it was, also after an idle time, with a machine's clock that is behind", async () => {
  const folder = temporaryFolder();
  const time = createTestTime(noon);
  const before = openStore(folder, time);
  time.pass(hourMs);
  // A worker that looks for work, as it does every second.
  await before.claim({ owner: "worker", leaseMs: 1_000, limit: 1 });
  expect(readFolderTime(folder, createTestTime(noon).sources)).toBe(noon + hourMs);
  await before.close();

  const after = openStore(folder, createTestTime(noon - hourMs));
  expect(after.clock.now()).toBe(noon + hourMs);
});

test("[TIME-3] SQLite: without its file, or with a damaged one, the clock of a folder goes on from the last recorded event", async () => {
  const folder = temporaryFolder();
  const time = createTestTime(noon);
  const before = openStore(folder, time);
  time.pass(500);
  await createCommandRunner(before, before.clock).performAll("conv_a", start());
  await before.close();
  const file = join(folder, "clock");
  expect(readFileSync(file, "utf8")).toMatch(/^(\d{15}) \d{15} boot-\d+ \d{15} \1\n$/);

  for (const damage of [
    () => rmSync(file),
    () => writeFileSync(file, ""),
    () => writeFileSync(file, "99999999x999999"),
  ]) {
    damage();
    const after = openStore(folder, createTestTime(noon - hourMs));
    expect(after.clock.now()).toBe(noon + 500);
    await after.close();
  }
});

test("[TIME-8] SQLite: a clock that is set an hour ahead before a restart expires nothing, and is followed when it has stood by it", async () => {
  const folder = temporaryFolder();
  const time = createTestTime(noon);
  const before = openStore(folder, time);
  time.pass(minuteMs);
  await before.close();

  time.pass(10 * minuteMs);
  time.jump(hourMs);
  expect(readFolderTime(folder, time.sources)).toBe(noon + 11 * minuteMs);
  const after = openStore(folder, time);
  expect(after.clock.now()).toBe(noon + 11 * minuteMs);
  time.pass(5 * minuteMs);
  expect(after.clock.now()).toBe(noon + 16 * minuteMs + hourMs);
});

test("[TIME-8] SQLite: the time for which the machine was suspended counts while no server runs", async () => {
  const folder = temporaryFolder();
  const time = createTestTime(noon);
  await openStore(folder, time).close();
  time.suspend(8 * hourMs);
  time.jump(2 * hourMs);
  expect(openStore(folder, time).clock.now()).toBe(noon + 8 * hourMs);
});

test("[TIME-8] SQLite: after a start of the machine, or where its file is of an older version, its clock is believed", async () => {
  const folder = temporaryFolder();
  const time = createTestTime(noon);
  await openStore(folder, time).close();
  const other = openStore(folder, createTestTime(noon + 9 * hourMs));
  expect(other.clock.now()).toBe(noon + 9 * hourMs);
  await other.close();

  await openStore(folder, time).close();
  const file = join(folder, "clock");
  const saved = readFileSync(file, "utf8");
  time.jump(hourMs);
  // A version that saved nothing else wrote its time over the first of the two.
  writeFileSync(file, String(noon + 9 * hourMs + 1).padStart(15, "0") + saved.slice(15));
  expect(readFolderTime(folder, time.sources)).toBe(noon + 9 * hourMs + 1);
  time.jump(20 * hourMs);
  expect(readFolderTime(folder, time.sources)).toBe(noon + 21 * hourMs);
});

test("[TIME-7] SQLite: a machine's clock behind that of the folder is a warning of the doctor", async () => {
  const folder = temporaryFolder();
  await openStore(folder, createTestTime(noon)).close();
  const clockFinding = (wall: number) =>
    checkSqlite(folder, createTestTime(wall).sources).find(({ check }) => check === "clock");
  expect(clockFinding(noon - hourMs)).toMatchObject({
    status: "warning",
    found: "this machine is 3600.0 s behind the data folder",
    advice: expect.stringContaining("NTP"),
  });
  expect(clockFinding(noon + hourMs)).toMatchObject({ status: "ok" });
});
