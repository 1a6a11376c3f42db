import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { contentsOf } from "../testing/contents.ts";
import { fill, linesOf, takeLines } from "../testing/filled-store.ts";
import { createTurnableClock } from "../testing/turnable-clock.ts";
import { answer, finish, start } from "../testing/wishes.ts";
import { createWorkbench } from "../testing/workbench.ts";
import { createPostgresArchive } from "./postgres-archive.ts";
import { createPostgresRetention } from "./postgres-retention.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { freshSchema, versions } from "./testing/fresh-schema.ts";

const page = new URL("../../../../../docs/decisions/0010-archive-and-retention.md", import.meta.url);
const [toPartitions = "", grants = "", dropOld = ""] = [
  ...readFileSync(page, "utf8").matchAll(/```sql\n(.*?)```/gs),
].map(([, sql]) => sql);

test.each(versions)(
  "[STORE-22] PostgreSQL ($version): a log in partitions, made as docs/decisions says, is read, written, moved and pruned",
  async ({ provided }) => {
    const clock = createTurnableClock();
    const [url, copyUrl] = [await freshSchema(inject(provided)), await freshSchema(inject(provided))];
    await withStore(url, clock, (_, workbench) => fill(workbench));
    await inDatabase(url, toPartitions);
    const before = await withStore(url, clock, async (store, { performAll }) => {
      await performAll("conv_parked", answer(), finish());
      return contentsOf(store);
    });
    const lines = await linesOf(createPostgresArchive({ url }));
    await withStore(copyUrl, clock, async () => {});
    await inDatabase(copyUrl, toPartitions);
    await takeLines(createPostgresArchive({ url: copyUrl }), lines);
    await withStore(copyUrl, clock, async (store, { performAll }) => {
      expect(await contentsOf(store)).toEqual(before);
      await performAll("conv_new", start());
      expect(await store.position()).toBe(before.position + 4);
    });
    clock.turn(1);
    const request = { before: clock.now(), isDryRun: false };
    for await (const _ of createPostgresRetention({ url: copyUrl }).pruneConversations(request));
    for await (const _ of createPostgresRetention({ url: copyUrl }).pruneLog(request));
    await withStore(copyUrl, clock, async (store) => expect(await store.events({ after: 0, limit: 9 })).toEqual([]));

    await inDatabase(url, dropOld);
    await inDatabase(url, "select setval('events_position_seq', 1000000000)");
    await withStore(url, clock, async (store, { performAll }) => {
      expect(await store.isWhole({ after: before.position })).toBe(false);
      await performAll("conv_new", start());
      expect(await store.events({ after: 0, limit: 9 })).toMatchObject([{ position: 1_000_000_001 }, {}, {}, {}]);
    });
  },
);

test("[STORE-22] PostgreSQL: servers that run as another user write to a log in partitions once they are granted it", async () => {
  const url = await freshSchema();
  const clock = createTurnableClock();
  await withStore(url, clock, async () => {});
  const role = `writer_${randomBytes(6).toString("hex")}`;
  const schema = /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1];
  await inDatabase(url, `create role ${role} login password 'writer'; grant usage on schema ${schema} to ${role}`);
  onTestFinished(() => inDatabase(inject("postgresUrl"), `drop owned by ${role}; drop role ${role}`));
  await inDatabase(url, `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`);
  await inDatabase(url, toPartitions);
  await inDatabase(url, grants.replaceAll("askback", role));
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
  clock: ReturnType<typeof createTurnableClock>,
  work: (
    store: Awaited<ReturnType<typeof createPostgresStore>>,
    workbench: ReturnType<typeof createWorkbench>,
  ) => Promise<Value>,
): Promise<Value> {
  const store = await createPostgresStore({
    url,
    clock,
    failed(error) {
      throw error;
    },
  });
  return work(store, createWorkbench(store, clock)).finally(() => store.close());
}

async function inDatabase(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
