import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { ask, open, start } from "../../testing/commands.ts";
import { replyKey } from "../../testing/sample-data.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { databaseFile } from "../data-folder.ts";
import { createSqliteRetention } from "../operate/retention.ts";
import { createSqliteStore } from "../store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

async function openWith(rows: string, before = "") {
  const folder = temporaryFolder();
  const opened = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  await opened.performAll("conv_a", start(), ask());
  const db = new DatabaseSync(databaseFile(folder));
  db.exec(
    `${before}; with recursive copies (n) as (select 1 union all select n + 1 from copies where n < 1200) ${rows}`,
  );
  db.close();
  opened.clock.advance(10);
  return { folder, ...opened };
}

const reply = { ...replyKey, key: "1" };
const old = 1_700_000_000_000;

test("[STORE-44] SQLite: commits are acknowledged while old replies are deleted", async () => {
  const { store, performAll } = await openWith(
    `insert into replies select 'ana', '${reply.route}', cast(n as text), 1, 'f', 201, '{}', 0 from copies`,
  );
  expect(await store.reply(reply)).toBeDefined();
  const ended: string[] = [];
  const deleting = store.deleteOldReplies(5).then(() => ended.push("deletion"));
  await performAll("conv_b", open()).then(() => ended.push("commit"));
  await deleting;
  expect(ended).toEqual(["commit", "deletion"]);
  expect(await store.reply(reply)).toBeUndefined();
});

test("[STORE-44] SQLite: commits are acknowledged while old drafts are deleted", async () => {
  const { store, performAll } = await openWith(
    `insert into personal_records (inquiry_id, principal, draft, drafted_at) select 'inq_a_1', cast(n as text), 'x', 0 from copies`,
  );
  const draftOf = async (principal: string) =>
    (await store.personal.recordsOf(principal, ["inq_a_1"])).get("inq_a_1")?.draft;
  expect(await draftOf("1200")).toBeDefined();
  const ended: string[] = [];
  const deleting = store.personal.deleteOldDrafts(5).then(() => ended.push("deletion"));
  await performAll("conv_b", open()).then(() => ended.push("commit"));
  await deleting;
  expect(ended).toEqual(["commit", "deletion"]);
  expect([await draftOf("1"), await draftOf("1200")]).toEqual([undefined, undefined]);
});

test("[STORE-44] SQLite: commits are acknowledged while unused uploads are deleted, and one that is used meanwhile stays", async () => {
  const { store, performAll } = await openWith(
    `insert into files select 'file_' || n, hash, 'a', 'text/plain', 1, 'default', 'ana', n
     from copies, (select 'h' as hash) where n <= 100`,
    "insert into file_contents values ('h', x'00')",
  );
  const ended: string[] = [];
  const deleting = store.files.deleteUnused(5).then(() => ended.push("deletion"));
  const kept = { id: "file_100", name: "a", type: "text/plain", size: 1 } as const;
  await performAll("conv_b", start({ files: [kept] })).then(() => ended.push("commit"));
  await deleting;
  expect(ended).toEqual(["commit", "deletion"]);
  expect(await store.files.find("file_1")).toBeUndefined();
  expect(await store.files.find("file_99")).toBeUndefined();
  expect(await store.files.find(kept.id)).toMatchObject({ conversationIds: ["conv_b"] });
});

test("[STORE-44] SQLite: the event loop is free between the steps of pruning", async () => {
  const { folder, store } = await openWith(
    `insert into conversations (id, version, state, state_format, status, agent, created_by, project, updated_at)
     select 'conv_' || n, 1, '{}', 1, 'idle', 'planner', 'ana', 'default', ${old} from copies`,
  );
  await store.close();
  const ended: string[] = [];
  setImmediate(() => ended.push("other work"));
  let pruned = 0;
  const steps = createSqliteRetention({ folder }).pruneConversations({ before: old + 1, isDryRun: false });
  for await (const { conversations } of steps) pruned += conversations;
  ended.push("prune");
  expect(pruned).toBe(1_200);
  expect(ended).toEqual(["other work", "prune"]);
});
