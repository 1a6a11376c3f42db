import { failureWords } from "@askback/core";
import { describe, expect, test } from "vitest";
import {
  allow,
  answer,
  ask,
  askElsewhere,
  assign,
  bothMustAllow,
  callTool,
  decline,
  failRun,
  remove,
  say,
  start,
  stop,
  terms,
} from "./commands.ts";
import { type CreateStore, openTestStore, type TestStore } from "./test-store.ts";

const ana = { project: "default", person: "ana" };
const bob = { project: "default", person: "bob" };
const stranger = { project: "garden", person: "ana" };

/** The rules for what tells people that something waits for them. */
export function notificationContract(name: string, create: CreateStore): void {
  const listed = async ({ store }: Pick<TestStore, "store">, some: object = {}) =>
    (await store.notifications.list({ ...ana, limit: 10, ...some })).items;

  describe(`${name}: notifications`, () => {
    test("[NOTIFY-1] an inquiry has a notification with its commit, and none where the commit is refused", async () => {
      const opened = await openTestStore(create);
      const { store, performAll, prepare, clock } = opened;
      await performAll("conv_a", start());
      const commit = await prepare("conv_a", ask());
      expect(await store.commit({ ...commit, expectedVersion: 1 })).toMatchObject({ ok: false });
      expect(await listed(opened)).toEqual([]);
      expect(await store.commit(commit)).toMatchObject({ ok: true });
      const [notification] = await listed(opened);
      expect(notification).toMatchObject({
        conversationId: "conv_a",
        type: "agent_question",
        sourceType: "agent_run",
        importance: "important",
        actionStatus: "pending",
        raisedAt: clock.now(),
      });
      expect(await store.notifications.find(notification?.id ?? "", ana)).toEqual(notification);
    });

    test("[NOTIFY-2] the commit of the resolution settles it: completed by a person, withdrawn otherwise", async () => {
      const opened = await openTestStore(create);
      const { performAll, clock } = opened;
      await performAll("conv_a", start(), ask(), decline);
      await performAll("conv_b", start(), ask(), stop);
      await performAll("conv_c", start(), ask(), answer({ holdMs: 5_000 }));
      const statuses = (await listed(opened)).map(({ conversationId, actionStatus }) => [conversationId, actionStatus]);
      expect(Object.fromEntries(statuses)).toEqual({ conv_a: "completed", conv_b: "withdrawn", conv_c: "completed" });
      expect((await listed(opened)).every(({ settledAt }) => settledAt === clock.now())).toBe(true);
    });

    test("[NOTIFY-3] [FAILURE-2] a run that failed has one until somebody goes on", async () => {
      const opened = await openTestStore(create);
      await opened.performAll("conv_a", start(), failRun("invalid key sk-1 of org-2", "key"));
      const message = failureWords("key");
      expect(await listed(opened)).toMatchObject([
        { type: "agent_run_failed", message, failureKind: "key", actionStatus: "pending", actionUrl: "/c/conv_a" },
      ]);
      await opened.performAll("conv_a", say("Go on"));
      expect(await listed(opened)).toMatchObject([{ type: "agent_run_failed", actionStatus: "completed" }]);
    });

    test("[NOTIFY-4] each person reads for themselves, and what is asked anew is unread again", async () => {
      const opened = await openTestStore(create);
      const { store, performAll, clock } = opened;
      await performAll("conv_a", askElsewhere());
      const [{ id } = { id: "" }] = await listed(opened);
      expect(await store.notifications.unreadCount(ana)).toBe(1);
      await store.notifications.markRead(id, ana, true);
      await store.notifications.markRead(id, stranger, true);
      expect(await store.notifications.find(id, ana)).toMatchObject({ readAt: clock.now() });
      expect(await store.notifications.find(id, bob)).not.toHaveProperty("readAt");
      expect(await store.notifications.unreadCount(ana)).toBe(0);
      expect(await store.notifications.unreadCount(bob)).toBe(1);
      expect(await listed(opened, { unread: true })).toEqual([]);
      clock.advance(5);
      await performAll("conv_a", ({ at }) => ({
        type: "amend",
        inquiryId: id.slice("ntf_".length),
        inquiry: { questions: [{ id: "q1", text: "Which one now?", options: [], multiSelect: false, ownWords: true }] },
        by: "ana",
        at,
      }));
      expect(await listed(opened, { unread: true })).toMatchObject([{ id, message: "Which one now?" }]);
      await store.notifications.markRead(id, ana, true);
      await store.notifications.markRead(id, ana, false);
      expect(await store.notifications.unreadCount(ana)).toBe(1);
      await store.notifications.markAllRead(ana);
      expect(await store.notifications.unreadCount(ana)).toBe(0);
    });

    test("[NOTIFY-5] they are listed newest first, in pages, by status, for one project", async () => {
      const opened = await openTestStore(create);
      const { store, performAll, clock } = opened;
      for (const id of ["conv_a", "conv_b", "conv_c", "conv_d"]) {
        await performAll(id, start(id === "conv_d" ? { project: "garden" } : {}), ask());
        clock.advance(1);
      }
      await performAll("conv_b", decline);
      const first = await store.notifications.list({ ...ana, limit: 2 });
      const rest = await store.notifications.list({ ...ana, limit: 2, cursor: first.next });
      expect([...first.items, ...rest.items].map(({ conversationId }) => conversationId)).toEqual([
        "conv_c",
        "conv_b",
        "conv_a",
      ]);
      expect(rest.next).toBeUndefined();
      for (const [actionStatus, ids] of [
        ["pending", ["conv_c", "conv_a"]],
        ["completed", ["conv_b"]],
        ["withdrawn", []],
        ["settled", ["conv_b"]],
      ] as const)
        expect((await listed(opened, { actionStatus })).map(({ conversationId }) => conversationId)).toEqual(ids);
      const [foreign] = (await store.notifications.list({ ...stranger, limit: 2 })).items;
      expect(foreign?.conversationId).toBe("conv_d");
      expect(await store.notifications.find(foreign?.id ?? "", ana)).toBeUndefined();
      expect(await store.notifications.find("ntf_\0", ana)).toBeUndefined();
    });

    test("[NOTIFY-16] unread is what waits for the reader: by name, by group and as long as it does", async () => {
      const opened = await openTestStore(create);
      const { store, performAll } = opened;
      const audience = { people: ["bob"], groups: ["ops"] };
      await performAll("conv_a", start({ terms: { ...terms, audience } }), ask());
      await performAll("conv_b", start(), failRun("no credit"));
      const ops = { project: "default", person: "zoe", groups: ["ops"] };
      const sales = { project: "default", person: "zoe", groups: ["sales"] };
      const counts = async () => Promise.all([ana, bob, ops, sales].map((one) => store.notifications.unreadCount(one)));
      expect(await counts()).toEqual([1, 2, 2, 1]);
      const unread = async (reader: object) =>
        (await listed(opened, { ...reader, unread: true })).map(({ conversationId }) => conversationId).sort();
      expect(await Promise.all([ana, bob, ops, sales].map(unread))).toEqual([
        ["conv_b"],
        ["conv_a", "conv_b"],
        ["conv_a", "conv_b"],
        ["conv_b"],
      ]);
      expect((await listed(opened)).map(({ isForOthers }) => isForOthers ?? false).sort()).toEqual([false, true]);
      await store.notifications.markAllRead(ana);
      await performAll("conv_a", assign("ana"));
      expect(await counts()).toEqual([1, 2, 2, 1]);
      await store.notifications.markAllRead(sales);
      expect(await counts()).toEqual([1, 2, 1, 0]);
    });

    test("[NOTIFY-16] [QUORUM-6] unread is nothing that waits only for groups of which the reader is no member", async () => {
      const opened = await openTestStore(create);
      const { store, performAll } = opened;
      const everyone = bothMustAllow({ groups: ["finance", "legal", "ops"] });
      await performAll("conv_a", start({ by: "zoe", terms: everyone }), callTool("c1"), allow("fay", ["finance"]));
      await performAll("conv_b", start({ by: "zoe" }), ask());
      const fred = { project: "default", person: "fred", groups: ["finance"] };
      const lea = { project: "default", person: "lea", groups: ["legal"] };
      const unread = async (reader: object) =>
        (await listed(opened, { ...reader, unread: true })).map(({ conversationId }) => conversationId).sort();
      expect(await unread(fred)).toEqual(["conv_b"]);
      expect(await unread(lea)).toEqual(["conv_a", "conv_b"]);
      const [id] = (await listed(opened)).flatMap((one) => (one.conversationId === "conv_a" ? [one.id] : []));
      expect(await store.notifications.find(id ?? "", fred)).toMatchObject({ isForOthers: true });
      expect(await store.notifications.find(id ?? "", lea)).not.toHaveProperty("isForOthers");
      await store.notifications.markAllRead(fred);
      expect(await store.notifications.unreadCount({ ...fred, groups: ["finance", "legal"] })).toBe(1);
      expect(await store.notifications.unreadCount(fred)).toBe(0);
      expect(await store.notifications.unreadCount(lea)).toBe(2);
    });

    test("[NOTIFY-6] the erasure of a conversation erases its notifications", async () => {
      const opened = await openTestStore(create);
      await opened.performAll("conv_a", start(), ask());
      await opened.performAll("conv_b", start(), failRun("no credit"));
      const [{ id } = { id: "" }] = await listed(opened);
      await opened.store.notifications.markRead(id, ana, true);
      await opened.performAll("conv_a", remove);
      await opened.performAll("conv_b", remove);
      expect(await listed(opened)).toEqual([]);
    });
  });
}
