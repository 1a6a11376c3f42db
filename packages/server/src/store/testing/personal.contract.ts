import { describe, expect, test } from "vitest";
import { contentsOf } from "./contents.ts";
import { type CreateStore, createSetting, type Setting } from "./setting.ts";
import { answer, ask, decline, finish, remove, say, start, stop, type Wish, wake } from "./wishes.ts";

const inquiryId = "inq_a_1";
const ana = { principal: "ana", inquiryId };
const bob = { principal: "bob", inquiryId };

/** What people keep for inquiries. */
export function personalContract(name: string, create: CreateStore): void {
  async function asked(): Promise<Setting> {
    const setting = await createSetting(create);
    await setting.performAll("conv_a", start(), ask());
    return setting;
  }
  async function draftsOf({ store }: Setting): Promise<readonly (string | undefined)[]> {
    const records = await Promise.all(["ana", "bob"].map((who) => store.personal.recordsOf(who, [inquiryId])));
    return records.map((record) => record.get(inquiryId)?.draft?.sealed);
  }
  async function withDrafts(): Promise<Setting> {
    const setting = await asked();
    await setting.store.personal.saveDraft(ana, "ana's");
    await setting.store.personal.saveDraft(bob, "bob's");
    return setting;
  }

  describe(`${name}: what people keep`, () => {
    test("[MINE-1] a draft is found by its author alone, the last one counts, and the conversation is as it was", async () => {
      const { store, clock } = await asked();
      const before = await contentsOf(store);
      await store.personal.discardDraft(ana);
      expect((await store.personal.recordsOf("ana", [inquiryId])).size).toBe(0);
      await store.personal.saveDraft(ana, "first");
      clock.turn(5);
      const draft = { sealed: "second", savedAt: clock.now() };
      expect(await store.personal.saveDraft(ana, "second")).toEqual(draft);
      expect(await store.personal.recordsOf("ana", ["inq_none", inquiryId])).toEqual(new Map([[inquiryId, { draft }]]));
      expect((await store.personal.recordsOf("bob", [inquiryId])).size).toBe(0);
      expect((await store.personal.recordsOf("ana", [])).size).toBe(0);
      expect(await contentsOf(store)).toEqual(before);
    });

    test("[MINE-2] a draft ends when it is discarded; other people's stay", async () => {
      const setting = await withDrafts();
      await setting.store.personal.discardDraft(ana);
      expect(await draftsOf(setting)).toEqual([undefined, "bob's"]);
    });

    const endings: readonly (readonly [string, Wish])[] = [
      ["answered", answer()],
      ["declined", decline],
    ];
    test.each(endings)("[MINE-2] a draft ends with the commit in which its author has %s", async (_, wish) => {
      const setting = await withDrafts();
      await setting.performAll("conv_a", wish);
      expect(await draftsOf(setting)).toEqual([undefined, "bob's"]);
    });

    test("[MINE-2] a held answer leaves the draft until it is delivered", async () => {
      const setting = await withDrafts();
      await setting.performAll("conv_a", answer({ holdMs: 100 }));
      await setting.store.personal.saveDraft(ana, "ana's, changed");
      expect(await draftsOf(setting)).toEqual(["ana's, changed", "bob's"]);
      setting.clock.turn(100);
      await setting.performAll("conv_a", wake);
      expect(await draftsOf(setting)).toEqual([undefined, "bob's"]);
    });

    test("[MINE-2] an inquiry that ends otherwise leaves what was written, and takes no more drafts", async () => {
      const setting = await withDrafts();
      await setting.performAll("conv_a", stop);
      expect(await draftsOf(setting)).toEqual(["ana's", "bob's"]);
      expect(await setting.store.personal.saveDraft(ana, "too late")).toBeUndefined();
      expect(await setting.store.personal.saveDraft({ ...ana, inquiryId: "inq_none" }, "nowhere")).toBeUndefined();
      expect(await draftsOf(setting)).toEqual(["ana's", "bob's"]);
    });

    test("[MINE-2] old drafts are forgotten, younger ones and everything else kept", async () => {
      const setting = await asked();
      const { store, clock } = setting;
      await store.personal.saveDraft(ana, "old");
      await store.personal.see(ana);
      const seenAt = clock.now();
      clock.turn(1);
      await store.personal.saveDraft(bob, "young");
      clock.turn(5_000);
      await store.personal.forgetDrafts(5_000);
      expect(await draftsOf(setting)).toEqual([undefined, "young"]);
      expect(await store.personal.recordsOf("ana", [inquiryId])).toEqual(new Map([[inquiryId, { seenAt }]]));
    });

    test("[MINE-2] all that people keep is erased with the conversation, and nothing is kept for it any more", async () => {
      const setting = await withDrafts();
      const { store, performAll } = setting;
      await performAll("conv_b", start(), ask());
      await store.personal.snooze({ ...ana, inquiryId: "inq_b_1" }, 1);
      await performAll("conv_a", remove);
      for (const keep of [
        () => store.personal.saveDraft(ana, "late"),
        () => store.personal.snooze(ana, 1),
        () => store.personal.see(ana),
        () => store.personal.discardDraft(ana),
      ])
        await keep();
      expect((await store.personal.recordsOf("bob", [inquiryId])).size).toBe(0);
      const kept = await store.personal.recordsOf("ana", [inquiryId, "inq_b_1"]);
      expect([...kept]).toEqual([["inq_b_1", { snoozedUntil: 1 }]]);
    });

    test("[MINE-4] what is snoozed comes back at its time or when it is brought back, for that person alone", async () => {
      const { store, clock, performAll } = await asked();
      const before = await store.load("conv_a");
      await performAll("conv_b", start(), ask());
      const until = clock.now() + 100;
      await store.personal.snooze(ana, until);
      await store.personal.see(ana);
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
      clock.turn(100);
      expect(await listed({ notSnoozedBy: "ana" })).toEqual([inquiryId, "inq_b_1"]);
      await store.personal.snooze(ana, clock.now() + 100);
      expect(await listed({ notSnoozedBy: "ana" })).toEqual(["inq_b_1"]);
      await store.personal.snooze(ana, undefined);
      expect(await listed({ notSnoozedBy: "ana" })).toEqual([inquiryId, "inq_b_1"]);
      expect(await store.load("conv_a")).toEqual(before);
    });

    test("[MINE-5] the count is of what is open, of the project and not snoozed", async () => {
      const { store, clock, performAll } = await asked();
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
      clock.turn(100);
      expect(await counts()).toEqual([2, 0, 3, 3]);
    });
  });
}
