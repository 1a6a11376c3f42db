import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Conversation, evolve } from "@askback/core";
import { expect, test } from "vitest";
import { answer, finish, finishTool, start } from "../testing/commands.ts";
import { inEarlierFormat } from "../testing/earlier-state.ts";
import { openTestStore } from "../testing/test-store.ts";
import { migrate } from "./schema/schema.ts";
import { createSqliteStore } from "./store.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

/** A store on a database as an earlier version left it. */
async function openVersion(version: number) {
  const folder = temporaryFolder();
  const db = new DatabaseSync(join(folder, "askback.db"));
  db.exec(readFileSync(new URL(`testing/version-${version}.sql`, import.meta.url), "utf8"));
  db.close();
  return openTestStore(async (clock) => createSqliteStore({ folder, clock }));
}

test.each([1, 2, 3, 4, 5, 7, 13])(
  "[STORE-13] an upgraded database of version %i holds what its log leads to",
  async (version) => {
    const { store } = await openVersion(version);
    const log = await store.events({ after: 0, limit: 1_000 });
    for (const id of ["conv_answered", "conv_parked", "conv_acting", "conv_thinking"]) {
      const events = log.filter(({ conversationId }) => conversationId === id).map(({ event }) => event);
      const replayed = events.reduce<Conversation | undefined>(evolve, undefined);
      expect((await store.load(id))?.conversation).toEqual(replayed && inEarlierFormat(replayed));
    }
    expect((await store.inquiries({ limit: 10, project: "default" })).items).toMatchObject([
      { id: "inq_answered_1", project: "default" },
      { id: "inq_parked_1", project: "default" },
    ]);
    expect((await store.inquiries({ limit: 10, resolvedBy: "ana" })).items).toMatchObject([{ id: "inq_answered_1" }]);
    expect(await store.openInquiryCount({ project: "default", createdBy: "ana" })).toBe(1);
    expect(log.every(({ project }) => project === "default")).toBe(true);
  },
);

test.each([1, 2, 3, 4, 5, 7, 13])("[STORE-13] conversations of version %i go on after the upgrade", async (version) => {
  const { store, performAll } = await openVersion(version);
  await performAll("conv_parked", answer(), finish());
  await performAll("conv_acting", finishTool(), finish());
  await performAll("conv_thinking", finish());
  await performAll("conv_new", start(), finish());
  const { items } = await store.conversations({ limit: 10, status: "idle" });
  expect(items.map(({ conversation }) => conversation.id).sort()).toEqual([
    "conv_acting",
    "conv_answered",
    "conv_new",
    "conv_parked",
    "conv_thinking",
  ]);
});

test("[STORE-13] a notification of version 13 keeps its words, and goes with its inquiry", async () => {
  const { store, perform } = await openVersion(13);
  const reader = { project: "default", person: "ana" };
  expect(await store.notifications.find("ntf_inq_parked_1", reader)).toEqual({
    id: "ntf_inq_parked_1",
    conversationId: "conv_parked",
    project: "default",
    agent: "planner",
    type: "agent_question",
    title: "Agent question from planner",
    message: "Which one?",
    sourceType: "agent_run",
    sourceId: "run_parked_1",
    relatedResourceType: "agent_question",
    relatedResourceId: "inq_parked_1",
    importance: "important",
    actions: [
      { label: "This", value: "This" },
      { label: "That", value: "That" },
    ],
    actionStatus: "pending",
    raisedAt: 1_700_000_000_000,
    readAt: 1_700_000_000_001,
  });
  await perform("conv_parked", ({ at }) => ({ type: "delete", by: "ana", at }));
  expect(await store.notifications.find("ntf_inq_parked_1", reader)).toBeUndefined();
});

test("[STORE-13] a new database is made in one transaction, and one of an earlier version step by step", () => {
  const commitsOf = (setup: string) => {
    const db = new DatabaseSync(":memory:");
    db.exec(setup);
    let commits = 0;
    migrate({
      prepare: (sql) => db.prepare(sql),
      exec(sql) {
        commits += sql.split("begin immediate").length - 1;
        db.exec(sql);
      },
    });
    const version = Number(db.prepare("pragma user_version").get()?.user_version);
    db.close();
    return { commits, version };
  };
  const created = commitsOf("");
  const upgraded = commitsOf(readFileSync(new URL("testing/version-7.sql", import.meta.url), "utf8"));
  expect(created).toEqual({ commits: 1, version: upgraded.version });
  expect(upgraded.commits).toBe(upgraded.version - 7);
});
