import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../clock.ts";
import type { Store } from "../../store.ts";
import { type CommandRunner, createCommandRunner } from "../../testing/command-runner.ts";
import { say, start } from "../../testing/commands.ts";
import { createPostgresStore } from "../store.ts";
import { openBlocker } from "../testing/clients.ts";
import { freshSchema } from "../testing/fresh-schema.ts";

const lease = { owner: "worker", leaseMs: 60_000 };
const ids = Array.from({ length: 9 }, (_, index) => `conv_${index + 1}`);

const operations: readonly [string, (store: Store, runner: CommandRunner) => Promise<unknown>][] = [
  ["a heartbeat", (store) => store.extend({ ...lease, conversationIds: ids })],
  ["a group of commits", (_, { perform }) => Promise.all(ids.map((id) => perform(id, say("hello"))))],
];

test.each(operations)(
  "[STORE-17] %s locks its conversations in the order of their ids, so that no two deadlock",
  async (_, run) => {
    const url = await freshSchema();
    // Without index scans rows are found in their order on disk, which is from the last id to the first.
    const store = await createPostgresStore({ url: `${url}%20-c%20enable_indexscan%3Doff`, onError: () => {} });
    onTestFinished(() => store.close());
    const runner = createCommandRunner(store, systemClock);
    for (const id of ids.toReversed()) await runner.performAll(id, start());
    expect(await store.claim({ ...lease, limit: ids.length })).toHaveLength(ids.length);

    const { blocker, observer, untilBlocked } = await openBlocker(url);
    await blocker.query("begin");
    await blocker.query("select from conversations where id = $1 for update", [ids[4]]);
    const done = run(store, runner);
    await untilBlocked();
    const { rows: free } = await observer.query("select id from conversations order by id for update skip locked");
    await blocker.query("commit");
    await done;
    expect(free.map(({ id }) => id)).toEqual(ids.slice(5));
  },
);
