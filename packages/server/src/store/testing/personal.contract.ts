import { describe, expect, test } from "vitest";
import { answer, ask, type CommandBuilder, decline, finish, remove, say, start, stop, wake } from "./commands.ts";
import { readContents } from "./store-contents.ts";
import { type CreateStore, openTestStore, type TestStore } from "./test-store.ts";

const inquiryId = "inq_a_1";
const ana = { principal: "ana", inquiryId };
const bob = { principal: "bob", inquiryId };

/** The rules for drafts, snoozes and seen marks. */
export function personalContract(name: string, create: CreateStore): void {
  async function openWithInquiry(): Promise<TestStore> {
    const testStore = await openTestStore(create);
    await testStore.performAll("conv_a", start(), ask());
    return testStore;
  }
  async function draftsOf({ store }: TestStore): Promise<readonly (string | undefined)[]> {
    const records = await Promise.all(["ana", "bob"].map((who) => store.personal.recordsOf(who, [inquiryId])));
    return records.map((record) => record.get(inquiryId)?.draft?.ciphertext);
  }
  async function openWithDrafts(): Promise<TestStore> {
    const testStore = await openWithInquiry();
    await testStore.store.personal.saveDraft(ana, "ana's");
    await testStore.store.personal.saveDraft(bob, "bob's");
    return testStore;
  }

  describe(`${name}: personal records`, () => {
    test("[PERSONAL-1] only its author finds a draft, a newer one replaces it, and the conversation does not change", async () => {
      const { store, clock } = await openWithInquiry();
      const before = await readContents(store);
      await store.personal.discardDraft(ana);
      expect((await store.personal.recordsOf("ana", [inquiryId])).size).toBe(0);
      await store.personal.saveDraft(ana, "first");
      clock.advance(5);
      const draft = { ciphertext: "second", savedAt: clock.now() };
      expect(await store.personal.saveDraft(ana, "second")).toEqual(draft);
      expect(await store.personal.recordsOf("ana", ["inq_none", inquiryId])).toEqual(new Map([[inquiryId, { draft }]]));
      expect((await store.personal.recordsOf("bob", [inquiryId])).size).toBe(0);
      expect((await store.personal.recordsOf("ana", [])).size).toBe(0);
      expect(await readContents(store)).toEqual(before);
    });

    test("[PERSONAL-2] a discarded draft is gone; those of others stay", async () => {
      const testStore = await openWithDrafts();
      await testStore.store.personal.discardDraft(ana);
      expect(await draftsOf(testStore)).toEqual([undefined, "bob's"]);
    });

    const endings: readonly (readonly [string, CommandBuilder])[] = [
      ["answered", answer()],
      ["declined", decline],
    ];
    test.each(endings)("[PERSONAL-2] a draft ends with the commit by which its author has %s", async (_, build) => {
      const testStore = await openWithDrafts();
      await testStore.performAll("conv_a", build);
      expect(await draftsOf(testStore)).toEqual([undefined, "bob's"]);
    });

    test("[PERSONAL-2] a held answer keeps the draft until it is delivered", async () => {
      const testStore = await openWithDrafts();
      await testStore.performAll("conv_a", answer({ holdMs: 100 }));
      await testStore.store.personal.saveDraft(ana, "ana's, changed");
      expect(await draftsOf(testStore)).toEqual(["ana's, changed", "bob's"]);
      testStore.clock.advance(100);
      await testStore.performAll("conv_a", wake);
      expect(await draftsOf(testStore)).toEqual([undefined, "bob's"]);
    });

    test("[PERSONAL-2] an inquiry that ends otherwise keeps its drafts and takes no more", async () => {
      const testStore = await openWithDrafts();
      await testStore.performAll("conv_a", stop);
      expect(await draftsOf(testStore)).toEqual(["ana's", "bob's"]);
      expect(await testStore.store.personal.saveDraft(ana, "too late")).toBeUndefined();
      expect(await testStore.store.personal.saveDraft({ ...ana, inquiryId: "inq_none" }, "nowhere")).toBeUndefined();
      expect(await draftsOf(testStore)).toEqual(["ana's", "bob's"]);
    });

    test("[PERSONAL-2] old drafts are deleted; younger ones and other records stay", async () => {
      const testStore = await openWithInquiry();
      const { store, clock } = testStore;
      await store.personal.saveDraft(ana, "old");
      await store.personal.markSeen(ana);
      const seenAt = clock.now();
      clock.advance(1);
      await store.personal.saveDraft(bob, "young");
      clock.advance(5_000);
      await store.personal.deleteOldDrafts(5_000);
      expect(await draftsOf(testStore)).toEqual([undefined, "young"]);
      expect(await store.personal.recordsOf("ana", [inquiryId])).toEqual(new Map([[inquiryId, { seenAt }]]));
    });

    test("[PERSONAL-2] personal records are erased with the conversation, and no more are stored for it", async () => {
      const testStore = await openWithDrafts();
      const { store, performAll } = testStore;
      await performAll("conv_b", start(), ask());
      await store.personal.snooze({ ...ana, inquiryId: "inq_b_1" }, 1);
      await performAll("conv_a", remove);
      for (const write of [
        () => store.personal.saveDraft(ana, "late"),
        () => store.personal.snooze(ana, 1),
        () => store.personal.markSeen(ana),
        () => store.personal.discardDraft(ana),
      ])
        await write();
      expect((await store.personal.recordsOf("bob", [inquiryId])).size).toBe(0);
      const records = await store.personal.recordsOf("ana", [inquiryId, "inq_b_1"]);
      expect([...records]).toEqual([["inq_b_1", { snoozedUntil: 1 }]]);
    });

    test("[PERSONAL-4] a snooze hides an inquiry from one person until its time or until it is ended", async () => {
      const { store, clock, performAll } = await openWithInquiry();
      const before = await store.load("conv_a");
      await performAll("conv_b", start(), ask());
      const until = clock.now() + 100;
      await store.personal.snooze(ana, until);
      await store.personal.markSeen(ana);
      expect((await store.personal.recordsOf("ana", [inquiryId])).get(inquiryId)).toEqual({
        snoozedUntil: until,
        seenAt: clock.now(),
      });
      const listed = async (filter: object) =>
        (await store.inquiries({ status: "open", limit: 10, ...filter })).items.map(({ id }) => id);
      expect(await listed({ snoozedBy: "ana" })).toEqual([inquiryId]);
      expect(await listed({ notSnoozedBy: "ana" })).toEqual(["inq_b_1"]);
      expect(await listed({ snoozedBy: "bob" })).toEqual([]);
      expect(await listed({ notSnoozedBy: "bob" })).toEqual([inquiryId, "inq_b_1"]);
      clock.advance(100);
      expect(await listed({ notSnoozedBy: "ana" })).toEqual([inquiryId, "inq_b_1"]);
      await store.personal.snooze(ana, clock.now() + 100);
      expect(await listed({ notSnoozedBy: "ana" })).toEqual(["inq_b_1"]);
      await store.personal.snooze(ana, undefined);
      expect(await listed({ notSnoozedBy: "ana" })).toEqual([inquiryId, "inq_b_1"]);
      expect(await store.load("conv_a")).toEqual(before);
    });

    test("[PERSONAL-5] the count is of open inquiries of the project that are not snoozed", async () => {
      const { store, clock, performAll } = await openWithInquiry();
      await performAll("conv_b", start(), ask());
      await performAll("conv_c", start({ project: "garden" }), ask());
      await performAll("conv_d", start(), ask(), answer(), finish(), say("And?"));
      const counts = () =>
        Promise.all([
          store.openInquiryCount({ project: "default", notSnoozedBy: "ana" }),
          store.openInquiryCount({ project: "default", snoozedBy: "ana" }),
          store.openInquiryCount({ notSnoozedBy: "ana" }),
          store.openInquiryCount(),
        ]);
      expect(await counts()).toEqual([2, 0, 3, 3]);
      for (const id of [inquiryId, "inq_c_1", "inq_d_1"])
        await store.personal.snooze({ principal: "ana", inquiryId: id }, clock.now() + 100);
      expect(await counts()).toEqual([1, 1, 1, 3]);
      clock.advance(100);
      expect(await counts()).toEqual([2, 0, 3, 3]);
    });
  });
}
