import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../clock.ts";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { open } from "../../testing/commands.ts";
import { positionsPerRow } from "../schema/smaller-rows-schema.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { runSql } from "../testing/run-sql.ts";
import { startNewPostgresHistory } from "./history.ts";

/** A server whose poll comes only after the test is over, so that it depends on notifications. */
async function openServer(url: string, checkMs = 600_000) {
  const store = await createPostgresStore({ url, onError() {}, pollMs: 600_000, checkMs });
  onTestFinished(() => store.close());
  return { store, ...createCommandRunner(store, systemClock) };
}

test("[HISTORY-2] servers of one database have one history, which stays through restarts", async () => {
  const url = await freshSchema();
  const [here, there] = [await openServer(url), await openServer(url)];
  const history = await here.store.history();
  expect(history).toMatch(/^[0-9a-z]{16,64}$/);
  expect(await there.store.history()).toBe(history);
  await here.performAll("conv_a", open());
  expect(await (await openServer(url)).store.history()).toBe(history);
  expect(await (await openServer(await freshSchema())).store.history()).not.toBe(history);
});

test("[HISTORY-4] running servers notice that an operator started a new history, and read the log anew", async () => {
  const url = await freshSchema();
  const { store, performAll } = await openServer(url);
  for (const id of ["conv_a", "conv_b", "conv_c"]) await performAll(id, open());
  expect(await store.position()).toBe(3 * positionsPerRow);
  const history = await store.history();
  const { promise: noticed, resolve } = Promise.withResolvers<void>();
  store.onReplaced?.(resolve);
  await runSql(
    url,
    `delete from conversations where id <> 'conv_a'; delete from events where position > ${positionsPerRow};
     alter table events alter column position restart with ${2 * positionsPerRow}`,
  );
  await startNewPostgresHistory({ url });
  await noticed;
  expect(await store.history()).not.toBe(history);
  expect(await store.position()).toBe(positionsPerRow);
  await performAll("conv_new", open());
  expect(await store.events({ after: positionsPerRow, limit: 10 })).toMatchObject([
    { position: 2 * positionsPerRow, conversationId: "conv_new" },
  ]);
});

test("[HISTORY-7] a database that was loaded from a dump, recovered or promoted gets a new history by itself", async () => {
  const url = await freshSchema();
  const first = await openServer(url);
  const seen = new Set([await first.store.history()]);
  const [{ origin } = { origin: "" }] = await runSql(url, "select origin from history");
  const [cluster, timeline, database, table] = String(origin).split("/");
  // What a server finds after each of these is not what was recorded before.
  for (const other of [
    [`1${cluster}`, timeline, database, table],
    [cluster, "0000FFFF", database, table],
    [cluster, timeline, `1${database}`, table],
  ]) {
    await runSql(url, `update history set origin = '${other.join("/")}'`);
    const { store } = await openServer(url);
    seen.add(await store.history());
    expect(await runSql(url, "select origin from history")).toEqual([{ origin }]);
  }
  await runSql(url, "alter table history rename to dumped; create table history as table dumped");
  seen.add(await (await openServer(url)).store.history());
  expect(seen.size).toBe(5);
});

test("[HISTORY-4] servers notice that the rows of the log were replaced by those of an older state, and read it anew", async () => {
  const url = await freshSchema();
  const [looks, isTold] = [await openServer(url, 20), await openServer(url)];
  for (const id of ["conv_a", "conv_b", "conv_c"]) await looks.performAll(id, open());
  expect([await looks.store.position(), await isTold.store.position()]).toEqual([300, 300]);
  const history = await looks.store.history();
  const noticed = [looks, isTold].map(({ store }) => new Promise<void>((resolve) => void store.onReplaced?.(resolve)));
  await runSql(url, "delete from conversations where id <> 'conv_a'; delete from events where position > 100");
  await Promise.all(noticed);
  const next = await looks.store.history();
  expect(next).not.toBe(history);
  expect(await isTold.store.history()).toBe(next);
  // The log stays shorter than it was, and is this one.
  await looks.performAll("conv_new", open());
  const events = await isTold.store.events({ after: 100, limit: 10 });
  expect(events).toMatchObject([{ conversationId: "conv_new" }]);
  expect(await looks.store.history()).toBe(next);
});
