import { expect, test } from "vitest";
import { createTestTime, hourMs } from "../../testing/test-time.ts";
import { startDatabaseClock } from "./database-clock.ts";

const noon = Date.UTC(2026, 0, 1, 12);

/** A database an hour behind this machine, and how long a question and its answer take on the way. */
async function startClock(there: number, back: number) {
  const machine = createTestTime(noon + hourMs);
  let set = 0;
  const databaseNow = () => machine.sources.uptime() - startedAt + noon + set;
  const startedAt = machine.sources.uptime();
  const ask = (out: number, home: number) => async () => {
    machine.pass(out);
    const now = String(Math.floor(databaseNow()));
    machine.pass(home);
    return [{ now }];
  };
  const clock = await startDatabaseClock(ask(there, back), machine.sources);
  return { clock, machine, ask, error: () => clock.now() - databaseNow(), setDatabase: (ms: number) => (set += ms) };
}

test("[TIME-2] PostgreSQL: the clock of a server is that of the database, to half a round trip", async () => {
  const { machine, error } = await startClock(10, 30);
  expect(Math.abs(error())).toBeLessThanOrEqual(20);
  const known = error();
  machine.pass(hourMs);
  machine.jump(-hourMs);
  expect(error()).toBe(known);
});

test("[TIME-2] PostgreSQL: a quick answer makes the clock more exact, and a slow one no less", async () => {
  const { clock, ask, error } = await startClock(0, 400);
  expect(Math.abs(error())).toBe(200);
  await clock.adjust(ask(1, 1));
  expect(Math.abs(error())).toBeLessThanOrEqual(2);
  await clock.adjust(ask(0, 5_000));
  await clock.adjust(ask(5_000, 0));
  expect(Math.abs(error())).toBeLessThanOrEqual(2);
});

test("[TIME-2] PostgreSQL: the clock follows a database that is set ahead or back, or after this machine was suspended", async () => {
  const { clock, machine, ask, error, setDatabase } = await startClock(1, 1);
  const changes = [() => setDatabase(hourMs), () => setDatabase(-2 * hourMs), () => machine.suspend(hourMs)];
  for (const change of changes) {
    change();
    await clock.adjust(ask(1, 1));
    expect(Math.abs(error())).toBeLessThanOrEqual(2);
  }
});

test("[TIME-2] PostgreSQL: an answer without a row, or none at all, changes nothing", async () => {
  const { clock, error } = await startClock(1, 1);
  const known = error();
  expect(await clock.adjust(async () => [])).toEqual([]);
  await expect(clock.adjust(() => Promise.reject(new Error("the database is gone")))).rejects.toThrow("is gone");
  expect(error()).toBe(known);
});
