import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../clock.ts";
import type { Store } from "../store.ts";
import { say, start } from "../testing/wishes.ts";
import { createWorkbench, type Workbench } from "../testing/workbench.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

const lease = { owner: "worker", leaseMs: 60_000 };
const ids = Array.from({ length: 9 }, (_, index) => `conv_${index + 1}`);

const works: readonly [string, (store: Store, workbench: Workbench) => Promise<unknown>][] = [
  ["a heartbeat", (store) => store.extend({ ...lease, conversationIds: ids })],
  ["a group of commits", (_, { perform }) => Promise.all(ids.map((id) => perform(id, say("hello"))))],
];

test.each(works)(
  "[STORE-17] %s takes its conversations in the order of their names, so that no two wait for each other",
  async (_, work) => {
    const url = await freshSchema();
    // Rows are come across as they lie on the disk, which is from the last name to the first.
    const store = await createPostgresStore({ url: `${url}%20-c%20enable_indexscan%3Doff`, failed: () => {} });
    onTestFinished(() => store.close());
    const workbench = createWorkbench(store, systemClock);
    for (const id of ids.toReversed()) await workbench.performAll(id, start());
    expect(await store.claim({ ...lease, limit: ids.length })).toHaveLength(ids.length);

    const [blocker, observer] = [await connected(url), await connected(url)];
    const [{ pid }] = (await blocker.query("select pg_backend_pid() as pid")).rows;
    await blocker.query("begin");
    await blocker.query("select from conversations where id = $1 for update", [ids[4]]);
    const done = work(store, workbench);
    while (
      (await observer.query("select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))", [pid])).rowCount === 0
    );
    const { rows: free } = await observer.query("select id from conversations order by id for update skip locked");
    await blocker.query("commit");
    await done;
    expect(free.map(({ id }) => id)).toEqual(ids.slice(5));
  },
);

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
