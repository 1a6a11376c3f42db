import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../clock.ts";
import type { Store } from "../../store.ts";
import { StoreUnavailable } from "../../store-unavailable.ts";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { open } from "../../testing/commands.ts";
import { positionsPerRow } from "../schema/smaller-rows-schema.ts";
import { createPostgresStore } from "../store.ts";
import { openClient } from "../testing/clients.ts";
import { freshSchema } from "../testing/fresh-schema.ts";

test("[STORE-20] [HISTORY-4] after a failover to a shorter log, a commit gets no position that readers have passed, and the history is a new one", async () => {
  const url = await freshSchema();
  const store = await createPostgresStore({ url, pollMs: 3_600_000, onError() {} });
  onTestFinished(() => store.close());
  const { performAll } = createCommandRunner(store, systemClock);
  for (const id of ["conv_kept", "conv_lost", "conv_lost_too"]) await performAll(id, open());
  expect(await store.position()).toBe(3 * positionsPerRow);
  const history = await store.history();
  let isReplaced = false;
  store.onReplaced?.(() => {
    isReplaced = true;
  });

  const client = await openClient(url);
  await client.query("delete from conversations where id <> 'conv_kept'");
  await client.query(`delete from events where position > ${positionsPerRow}`);
  await client.query(`alter table events alter column position restart with ${2 * positionsPerRow}`);
  await loseConnection(store, client);
  await performAll("conv_new", open());
  const events = await store.events({ after: 3 * positionsPerRow, limit: 10 });
  expect(events).toMatchObject([{ conversationId: "conv_new" }]);
  expect(await store.history()).not.toBe(history);
  expect(isReplaced).toBe(true);
});

/** Terminates a connection of the store while it waits for a lock. */
async function loseConnection(store: Store, client: pg.Client): Promise<void> {
  await client.query("begin; lock table replies in access exclusive mode");
  const lost = expect(store.reply({ principal: "ana", route: "POST", key: "k" })).rejects.toBeInstanceOf(
    StoreUnavailable,
  );
  const end =
    "select pg_terminate_backend(pid) from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))";
  while ((await client.query(end)).rowCount === 0);
  await client.query("commit");
  await lost;
}
