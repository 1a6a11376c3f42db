import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../clock.ts";
import type { Store } from "../store.ts";
import { StoreUnavailable } from "../store-unavailable.ts";
import { open } from "../testing/wishes.ts";
import { createWorkbench } from "../testing/workbench.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

test("[STORE-20] a commit to a server that took over and knows less gets no position that readers have passed, though nobody read since", async () => {
  const url = await freshSchema();
  const store = await createPostgresStore({ url, pollMs: 3_600_000, failed() {} });
  onTestFinished(() => store.close());
  const { performAll } = createWorkbench(store, systemClock);
  for (const id of ["conv_kept", "conv_lost", "conv_lost_too"]) await performAll(id, open());
  expect(await store.position()).toBe(3);

  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("delete from conversations where id <> 'conv_kept'");
  await client.query("delete from events where position > 1");
  await client.query("alter table events alter column position restart with 2");
  await loseConnection(store, client);
  await performAll("conv_new", open());
  const events = await store.events({ after: 3, limit: 10 });
  expect(events).toMatchObject([{ conversationId: "conv_new" }]);
});

/** Ends a connection of the store on which it waits for something. */
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
