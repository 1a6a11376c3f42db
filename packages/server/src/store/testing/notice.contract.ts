import type { InquiryRecord } from "@askback/core";
import { describe, expect, test } from "vitest";
import type { NewNotice, NoticeClaimRequest } from "../notices.ts";
import { answer, ask, remove, start } from "./commands.ts";
import { type CreateStore, openTestStore, type TestStore } from "./test-store.ts";

const claimAll: NoticeClaimRequest = { leaseMs: 1_000, limit: 100, perEndpoint: 100, busy: [] };

/** Parks a conversation; the commit that asks stores these notices of its inquiry. */
export async function parkWithNotices(
  { store, performAll, prepare }: Pick<TestStore, "store" | "performAll" | "prepare">,
  conversationId: string,
  ...some: readonly Partial<NewNotice>[]
): Promise<InquiryRecord> {
  await performAll(conversationId, start());
  const commit = await prepare(conversationId, ask());
  const [record] = commit.projection.inquiries;
  if (!record) throw new Error("nothing was asked");
  const notices = some.map((one, index) => noticeOf(record, { id: `ntc_${conversationId}${index}`, ...one }));
  expect(await store.commit({ ...commit, notices })).toMatchObject({ ok: true });
  return record;
}

function noticeOf(record: InquiryRecord, some: Partial<NewNotice> & { readonly id: string }): NewNotice {
  return {
    inquiryId: record.id,
    version: 6,
    channel: "webhook",
    endpoint: `key:default/${some.id}`,
    recipient: "ana",
    project: "default",
    type: "inquiry.asked",
    at: record.askedAt,
    record,
    ...some,
  };
}

export function noticeContract(name: string, create: CreateStore): void {
  describe(`${name}: notices`, () => {
    test("[WEBHOOK-1] a notice is stored with its commit, and not where the commit is refused", async () => {
      const opened = await openTestStore(create);
      const { store, prepare } = opened;
      const url = "https://example.com/hook?q=ü";
      const record = await parkWithNotices(opened, "conv_a", { url });
      const stored = await store.notices.find("ntc_conv_a0");
      expect(stored).toMatchObject({ ...noticeOf(record, { id: "ntc_conv_a0", url }), status: "pending", tries: 0 });
      const late = await prepare("conv_a", answer());
      const notices = [noticeOf(record, { id: "ntc_late" })];
      expect(await store.commit({ ...late, expectedVersion: 1, notices })).toEqual({ ok: false, reason: "version" });
      expect(await store.notices.find("ntc_late")).toBeUndefined();
      expect(await store.notices.find("ntc_\0")).toBeUndefined();
      expect(await store.notices.pendingCount()).toBe(1);
    });

    test("[WEBHOOK-5] a notice is claimed by one, and again when the claim has ended", async () => {
      const opened = await openTestStore(create);
      const { store, clock } = opened;
      await parkWithNotices(opened, "conv_a", {}, {});
      const claims = await Promise.all([
        store.notices.claim({ ...claimAll, limit: 1 }),
        store.notices.claim({ ...claimAll, limit: 1 }),
      ]);
      // A claim passes over what another one looks at in the same moment.
      const left = await store.notices.claim(claimAll);
      expect([...claims.flat(), ...left].map(({ id }) => id).sort()).toEqual(["ntc_conv_a0", "ntc_conv_a1"]);
      expect(await store.notices.claim(claimAll)).toEqual([]);
      expect(await store.notices.dueIn([])).toBe(1_000);
      clock.advance(1_000);
      const again = await store.notices.claim(claimAll);
      expect(again).toMatchObject([
        { epoch: 2, tries: 2, now: clock.now() },
        { epoch: 2, tries: 2 },
      ]);
    });

    test("[NOTIFY-8] a claim that sent nothing counts as no try", async () => {
      const opened = await openTestStore(create);
      const { store } = opened;
      await parkWithNotices(opened, "conv_a", {});
      const next = { status: "pending", dueInMs: 0 } as const;
      for (const epoch of [1, 2]) {
        expect(await store.notices.claim(claimAll)).toMatchObject([{ epoch, tries: 1 }]);
        await store.notices.settle({ id: "ntc_conv_a0", epoch, attempts: [], next, isUntried: true });
        expect((await store.notices.find("ntc_conv_a0"))?.tries).toBe(0);
      }
    });

    test("[WEBHOOK-5] what an earlier claim reports is refused", async () => {
      const opened = await openTestStore(create);
      const { store, clock } = opened;
      await parkWithNotices(opened, "conv_a", {});
      const [stale] = await store.notices.claim(claimAll);
      clock.advance(1_000);
      const [current] = await store.notices.claim(claimAll);
      if (!stale || !current) throw new Error("claimed twice");
      const attempts = [{ at: 1, ms: 2, status: 200 }];
      const delivered = { attempts, next: { status: "delivered" } } as const;
      expect(await store.notices.settle({ ...delivered, id: stale.id, epoch: stale.epoch })).toBe(false);
      expect(await store.notices.find(stale.id)).toMatchObject({ status: "pending", attempts: [] });
      expect(await store.notices.settle({ ...delivered, id: current.id, epoch: current.epoch })).toBe(true);
      expect(await store.notices.settle({ ...delivered, id: current.id, epoch: current.epoch })).toBe(false);
      const settled = await store.notices.find(current.id);
      expect(settled).toMatchObject({ status: "delivered", attempts });
      expect(settled).not.toHaveProperty("dueAt");
      expect(await store.notices.dueIn([])).toBeUndefined();
      expect(await store.notices.pendingCount()).toBe(0);
    });

    test("[WEBHOOK-6] a notice that failed is due after its wait", async () => {
      const opened = await openTestStore(create);
      const { store, clock } = opened;
      await parkWithNotices(opened, "conv_a", {});
      const [claimed] = await store.notices.claim(claimAll);
      const next = { status: "pending", dueInMs: 5_000 } as const;
      await store.notices.settle({ id: claimed?.id ?? "", epoch: 1, attempts: [{ at: 1, ms: 2, status: 500 }], next });
      clock.advance(4_999);
      expect(await store.notices.dueIn([])).toBe(1);
      expect(await store.notices.claim(claimAll)).toEqual([]);
      clock.advance(1);
      expect(await store.notices.claim(claimAll)).toMatchObject([{ tries: 2, attempts: [{ status: 500 }] }]);
    });

    test("[WEBHOOK-5] only so many notices of one endpoint are claimed, and none of a busy one", async () => {
      const opened = await openTestStore(create);
      const { store, clock } = opened;
      const slow = Array.from({ length: 5 }, (_, index) => ({ endpoint: "slow", version: 6 + index }));
      await parkWithNotices(opened, "conv_a", ...slow);
      clock.advance(1);
      await parkWithNotices(opened, "conv_b", { endpoint: "quick" });
      const claimed = await store.notices.claim({ ...claimAll, perEndpoint: 2 });
      expect(claimed.map(({ endpoint }) => endpoint).sort()).toEqual(["quick", "slow", "slow"]);
      expect(await store.notices.claim({ ...claimAll, busy: ["slow"] })).toEqual([]);
      expect(await store.notices.dueIn(["slow"])).toBe(1_000);
      expect(await store.notices.dueIn(["slow", "quick"])).toBeUndefined();
      expect(await store.notices.dueIn([])).toBe(0);
    });

    test("[WEBHOOK-8] the notices of an inquiry are listed in the order of the events, in pages, for one recipient", async () => {
      const opened = await openTestStore(create);
      const { store } = opened;
      const versions = [{ version: 9 }, { version: 7 }, { version: 8, recipient: "bob" }, { version: 8 }];
      const { id: inquiryId } = await parkWithNotices(opened, "conv_a", ...versions);
      await parkWithNotices(opened, "conv_b", {});
      const all = await store.notices.ofInquiry({ inquiryId, limit: 10 });
      expect(all.items.map(({ id }) => id)).toEqual(["ntc_conv_a1", "ntc_conv_a2", "ntc_conv_a3", "ntc_conv_a0"]);
      expect(all.next).toBeUndefined();
      const first = await store.notices.ofInquiry({ inquiryId, limit: 2, recipient: "ana" });
      const rest = await store.notices.ofInquiry({ inquiryId, limit: 2, recipient: "ana", cursor: first.next });
      expect([...first.items, ...rest.items].map(({ version }) => version)).toEqual([7, 8, 9]);
      expect(rest.next).toBeUndefined();
    });

    test("[WEBHOOK-8] a notice that is sent again is due now with all its tries, unless it is being sent", async () => {
      const opened = await openTestStore(create);
      const { store, clock } = opened;
      await parkWithNotices(opened, "conv_a", {});
      const [claimed] = await store.notices.claim(claimAll);
      const id = claimed?.id ?? "";
      await store.notices.resend(id);
      expect(await store.notices.claim(claimAll)).toEqual([]);
      await store.notices.settle({ id, epoch: 1, attempts: [], next: { status: "dead" } });
      clock.advance(50);
      await store.notices.resend(id);
      expect(await store.notices.claim(claimAll)).toMatchObject([{ id, tries: 1, triedFrom: clock.now(), epoch: 2 }]);
      await store.notices.resend("ntc_unknown");
    });

    test("[WEBHOOK-10] the erasure of a conversation erases its notices but the one that tells of it", async () => {
      const opened = await openTestStore(create);
      const { store, prepare } = opened;
      const record = await parkWithNotices(opened, "conv_a", {}, {});
      await parkWithNotices(opened, "conv_b", {});
      const { inquiryId: _, ...last } = noticeOf({ ...record, questions: [] }, { id: "ntc_last" });
      await store.commit({ ...(await prepare("conv_a", remove)), notices: [last] });
      expect(await store.notices.find("ntc_conv_a0")).toBeUndefined();
      const left = await store.notices.claim(claimAll);
      expect(left.map(({ id }) => id).sort()).toEqual(["ntc_conv_b0", "ntc_last"]);
    });

    test("[WEBHOOK-10] old notices are deleted unless they wait", async () => {
      const opened = await openTestStore(create);
      const { store, clock } = opened;
      await parkWithNotices(opened, "conv_a", {}, {}, {});
      for (const [index, status] of (["delivered", "dead"] as const).entries()) {
        await store.notices.claim({ ...claimAll, limit: 1 });
        await store.notices.settle({ id: `ntc_conv_a${index}`, epoch: 1, attempts: [], next: { status } });
      }
      await store.notices.deleteSettled(1_000);
      expect(await store.notices.find("ntc_conv_a0")).toBeDefined();
      clock.advance(1_001);
      await store.notices.deleteSettled(1_000);
      const left = ["ntc_conv_a0", "ntc_conv_a1", "ntc_conv_a2"].map((id) => store.notices.find(id));
      expect((await Promise.all(left)).map((notice) => notice?.id)).toEqual([undefined, undefined, "ntc_conv_a2"]);
    });
  });
}
