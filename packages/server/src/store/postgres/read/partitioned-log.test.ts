import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, inject, onTestFinished, test } from "vitest";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { answer, finish, start } from "../../testing/commands.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { exportLines, fillStore, importLines } from "../../testing/sample-data.ts";
import { readContents } from "../../testing/store-contents.ts";
import { createPostgresArchive } from "../operate/archive.ts";
import { createPostgresRetention } from "../operate/retention.ts";
import { positionsPerRow } from "../schema/smaller-rows-schema.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema, versions } from "../testing/fresh-schema.ts";
import { runSql } from "../testing/run-sql.ts";

const page = new URL("../../../../../../docs/decisions/0010-archive-and-retention.md", import.meta.url);
const [toPartitions = "", grants = "", dropOld = ""] = [
  ...readFileSync(page, "utf8").matchAll(/```sql\n(.*?)```/gs),
].map(([, sql]) => sql);

test.each(versions)(
  "[STORE-22] PostgreSQL ($version): a partitioned log, made as docs/decisions says, is read, written, exported, imported and pruned",
  async ({ provided }) => {
    const clock = createManualClock();
    const [url, copyUrl] = [await freshSchema(inject(provided)), await freshSchema(inject(provided))];
    await withStore(url, clock, (_, runner) => fillStore(runner));
    await runSql(url, toPartitions);
    const before = await withStore(url, clock, async (store, { performAll }) => {
      await performAll("conv_parked", answer(), finish());
      return readContents(store);
    });
    const lines = await exportLines(createPostgresArchive({ url }));
    await withStore(copyUrl, clock, async () => {});
    await runSql(copyUrl, toPartitions);
    await importLines(createPostgresArchive({ url: copyUrl }), lines);
    await withStore(copyUrl, clock, async (store, { performAll }) => {
      expect(await readContents(store)).toEqual(before);
      await performAll("conv_new", start());
      expect(await store.position()).toBe(before.position + positionsPerRow);
    });
    clock.advance(1);
    const request = { before: clock.now(), isDryRun: false };
    for await (const _ of createPostgresRetention({ url: copyUrl }).pruneConversations(request));
    for await (const _ of createPostgresRetention({ url: copyUrl }).pruneLog(request));
    await withStore(copyUrl, clock, async (store) => expect(await store.events({ after: 0, limit: 9 })).toEqual([]));

    await runSql(url, dropOld);
    await runSql(url, "select setval('events_position_seq', 1000000000)");
    await withStore(url, clock, async (store, { performAll }) => {
      expect(await store.isLogComplete({ after: before.position })).toBe(false);
      await performAll("conv_new", start());
      expect(await store.events({ after: 0, limit: 9 })).toHaveLength(4);
      expect(await store.position()).toBe(1_000_000_000 + positionsPerRow);
    });
  },
);

test("[STORE-22] PostgreSQL: servers of another user write to a partitioned log once they are granted it", async () => {
  const url = await freshSchema();
  const clock = createManualClock();
  await withStore(url, clock, async () => {});
  const role = `writer_${randomBytes(6).toString("hex")}`;
  const schema = /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1];
  await runSql(url, `create role ${role} login password 'writer'; grant usage on schema ${schema} to ${role}`);
  onTestFinished(async () => void (await runSql(inject("postgresUrl"), `drop owned by ${role}; drop role ${role}`)));
  await runSql(url, `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`);
  await runSql(url, toPartitions);
  await runSql(url, grants.replaceAll("askback", role));
  const own = new URL(url);
  own.username = role;
  own.password = "writer";
  await withStore(own.href, clock, async (store, { performAll }) => {
    await performAll("conv_new", start());
    expect(await store.events({ after: 0, limit: 9 })).toHaveLength(4);
  });
});

async function withStore<Value>(
  url: string,
  clock: ReturnType<typeof createManualClock>,
  work: (
    store: Awaited<ReturnType<typeof createPostgresStore>>,
    runner: ReturnType<typeof createCommandRunner>,
  ) => Promise<Value>,
): Promise<Value> {
  const store = await createPostgresStore({
    url,
    clock,
    onError(error) {
      throw error;
    },
  });
  return work(store, createCommandRunner(store, clock)).finally(() => store.close());
}
