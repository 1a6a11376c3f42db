import { cpSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { copyDatabase } from "../../packages/server/src/store/sqlite/operate/backup.ts";
import { createSqliteStore } from "../../packages/server/src/store/sqlite/store.ts";
import { committingServer } from "../../packages/server/src/store/sqlite/testing/committing-server.ts";
import { spawnFixture } from "../../packages/server/src/store/sqlite/testing/spawn-fixture.ts";
import { ask, start } from "../../packages/server/src/store/testing/commands.ts";
import { openTestStore } from "../../packages/server/src/store/testing/test-store.ts";
import { temporaryFolder } from "../harness/server/server-process.ts";

const script = new URL("../../packages/server/src/store/sqlite/testing/restore.fixture.ts", import.meta.url);
const openIn = (folder: string) => openTestStore(async (clock) => createSqliteStore({ folder, clock }));

test("[HISTORY-6] a restore that is killed at any point leaves the old database or the restored one", async () => {
  const copy = temporaryFolder();
  const source = temporaryFolder();
  const { store: filled, performAll } = await openIn(source);
  await performAll("conv_a", start({ title: "Restored" }), ask());
  await filled.close();
  await copyDatabase(source, copy);
  // The old database has acknowledged commits that are only in its log.
  const old = temporaryFolder();
  await (await committingServer(old, 20)).kill();
  const restored: boolean[] = [];
  for (let deadly = 1, isDone = false; !isDone; deadly += 1) {
    const folder = temporaryFolder();
    cpSync(old, folder, { recursive: true });
    const restore = spawnFixture(script, [folder, copy, String(deadly)]);
    isDone = (await restore.line()) === "restored";
    const { store } = await openIn(folder);
    const isRestored = (await store.load("conv_a"))?.conversation.title === "Restored";
    if (isRestored) expect(await store.inquiry("inq_a_1")).toMatchObject({ status: "open" });
    else expect((await store.messages("conv_a")).length).toBeGreaterThanOrEqual(20);
    await store.close();
    expect(readdirSync(folder).filter((name) => name.startsWith("restore"))).toEqual([]);
    restored.push(isRestored);
  }
  expect(restored.length).toBeGreaterThan(8);
  // Up to one point it is the old one, and from then on the restored one.
  expect(restored).toEqual([...restored].sort((a, b) => Number(a) - Number(b)));
  expect([restored[0], restored.at(-1)]).toEqual([false, true]);
});
