import { expect, test } from "vitest";
import { ask, finish, remove, start } from "../../testing/commands.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { createSqliteStore } from "../store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test("[STORE-52] SQLite: a follower gets what the log has, whether it was just committed or is read", async () => {
  const folder = temporaryFolder();
  const { store, performAll } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  await performAll("conv_early", start(), ask());
  let position = await store.position();
  const followed: unknown[] = [];
  const begin = position;
  const stop = store.onCommitted(() => {});
  const follow = async (limit: number) => {
    for (;;) {
      const events = await store.events({ after: position, limit });
      followed.push(...events);
      position = events.at(-1)?.position ?? position;
      if (events.length < limit) return;
    }
  };
  await performAll("conv_a", start({ title: "Followed" }), ask());
  await follow(2);
  await Promise.all([performAll("conv_b", start(), ask()), performAll("conv_c", start(), finish())]);
  await follow(500);
  await performAll("conv_d", start());
  await performAll("conv_e", start());
  await follow(1);
  stop();
  await performAll("conv_f", start());
  await follow(500);
  store.onCommitted(() => {});
  await performAll("conv_g", start());
  await follow(500);
  const read = await store.events({ after: 0, limit: 1_000 });
  expect(JSON.parse(JSON.stringify(followed))).toEqual(read.filter((event) => event.position > begin));
  expect(followed.length).toBeGreaterThan(10);
});

test("[STORE-52] SQLite: a follower gets nothing of a conversation that was erased before it came to it", async () => {
  const folder = temporaryFolder();
  const { store, performAll } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  store.onCommitted(() => {});
  const before = await store.position();
  await performAll("conv_gone", start({ title: "Secret plan" }), ask(), remove);
  const events = await store.events({ after: before, limit: 100 });
  expect(events.map(({ event }) => event.type)).toEqual(["conversation.deleted"]);
});
