import { describe, expect, test } from "vitest";
import type { NewAuditEntry } from "../audit/audit.ts";
import { verifyAudit } from "../audit/audit-verify.ts";
import { answer, ask, finish, remove, start, wake } from "./commands.ts";
import { parkWithNotices } from "./notice.contract.ts";
import { type CreateStore, openTestStore, type TestStore } from "./test-store.ts";

/** Parks a conversation; returns the id of what it asks. */
async function park({ store, performAll }: TestStore, id: string, question?: string): Promise<string> {
  await performAll(id, start(), ask(question));
  const { items } = await store.inquiries({ conversationId: id, limit: 1 });
  return items[0]?.id ?? "";
}

function seenBy(by: string, inquiryId: string): NewAuditEntry {
  return { project: "default", conversationId: "conv_a", inquiryId, type: "seen", at: 5, by, facts: { via: "web" } };
}

async function typesOf({ store }: TestStore, inquiryId: string): Promise<readonly string[]> {
  return (await store.audit.ofInquiry({ inquiryId, limit: 100 })).items.map(({ type }) => type);
}

export function auditContract(name: string, create: CreateStore): void {
  describe(`${name}: audit`, () => {
    test("[AUDIT-1] a commit stores its entries, in order, and a refused one stores none", async () => {
      const opened = await openTestStore(create);
      const inquiryId = await park(opened, "conv_a");
      const late = await opened.prepare("conv_a", answer());
      expect(await opened.store.commit({ ...late, expectedVersion: 1 })).toMatchObject({ ok: false });
      expect(await typesOf(opened, inquiryId)).toEqual(["asked"]);
      await opened.performAll("conv_a", answer({ holdMs: 1_000 }));
      opened.clock.advance(2_000);
      await opened.performAll("conv_a", wake, finish());
      expect((await opened.store.audit.ofInquiry({ inquiryId, limit: 100 })).items).toMatchObject([
        { type: "asked", conversationId: "conv_a", facts: { agent: "planner", kind: "question" } },
        { type: "held", by: "ana" },
        { type: "resolved", by: "ana", facts: { resolution: "answered", held: true } },
        { type: "consumed", facts: { step: 2 } },
      ]);
    });

    test("[AUDIT-2] an entry has no word of the question and of the answer", async () => {
      const opened = await openTestStore(create);
      const inquiryId = await park(opened, "conv_a", "Which canary?");
      await opened.performAll("conv_a", answer({ text: "The yellow canary" }), finish("A canary it is"));
      const entries = (await opened.store.audit.ofInquiry({ inquiryId, limit: 100 })).items;
      expect(entries).toHaveLength(3);
      expect(JSON.stringify(entries)).not.toMatch(/canary/i);
    });

    test("[AUDIT-17] what is recorded each time has an entry for each time, in the chain", async () => {
      const opened = await openTestStore(create);
      const inquiryId = await park(opened, "conv_a");
      const read = { ...seenBy("shop", inquiryId), type: "secret-read", facts: { handle: "sec_a" } } as const;
      for (let time = 0; time < 2; time += 1) await opened.store.audit.record(read);
      expect(await typesOf(opened, inquiryId)).toEqual(["asked", "secret-read", "secret-read"]);
      await expect.poll(() => opened.store.audit.unchainedCount()).toBe(0);
      expect(await verifyAudit(opened.store.audit)).toMatchObject({ entries: 3, faults: [] });
    });

    test("[AUDIT-3] each project has a chain of its own, in which every entry follows the one before", async () => {
      const opened = await openTestStore(create);
      const { store, performAll } = opened;
      await performAll("conv_a", start(), ask(), answer(), finish());
      await performAll("conv_b", start({ project: "other" }), ask());
      await expect.poll(() => store.audit.unchainedCount()).toBe(0);
      const report = await verifyAudit(store.audit);
      expect(report).toMatchObject({
        entries: 4,
        faults: [],
        chains: [
          { project: "default", number: 3 },
          { project: "other", number: 1 },
        ],
      });
      const entries = await store.audit.entries({ project: "default", after: 1, limit: 10 });
      expect(entries.map(({ type, seal }) => [seal.number, type])).toEqual([
        [2, "resolved"],
        [3, "consumed"],
      ]);
      const read = await store.audit.entries({ project: "default", after: 0, limit: 10, types: ["asked", "consumed"] });
      expect(read.map(({ seal }) => seal.number)).toEqual([1, 3]);
      expect(await store.audit.chainOf("default")).toMatchObject(entries[1]?.seal ?? {});
      expect(await store.audit.chainOf("none")).toMatchObject({ number: 0 });
    });

    test("[AUDIT-4] what is seen or read is recorded once for each person", async () => {
      const opened = await openTestStore(create);
      const inquiryId = await park(opened, "conv_a");
      for (const by of ["ana", "ana", "bob"]) await opened.store.audit.recordOnce(seenBy(by, inquiryId));
      const entries = (await opened.store.audit.ofInquiry({ inquiryId, limit: 100 })).items;
      expect(entries.map(({ type, by }) => [type, by])).toEqual([
        ["asked", undefined],
        ["seen", "ana"],
        ["seen", "bob"],
      ]);
      expect(entries[1]).toMatchObject(seenBy("ana", inquiryId));
    });

    test("[AUDIT-4] it is recorded once also where many requests come at the same moment", async () => {
      const opened = await openTestStore(create);
      const inquiryId = await park(opened, "conv_a");
      const people = Array.from({ length: 20 }, (_, count) => `per_${String(count).padStart(2, "0")}`);
      const atOnce = (by: string) =>
        Array.from({ length: 8 }, () => opened.store.audit.recordOnce(seenBy(by, inquiryId)));
      for (const by of people) await Promise.all(atOnce(by));
      const entries = (await opened.store.audit.ofInquiry({ inquiryId, limit: 100 })).items;
      expect(entries.slice(1).map(({ by }) => by)).toEqual(people);
    });

    test("[AUDIT-5] what became of a notice is recorded as it is settled, and not where the claim has ended", async () => {
      const opened = await openTestStore(create);
      const { store } = opened;
      const { id: inquiryId } = await parkWithNotices(opened, "conv_a", {});
      await store.notices.claim({ leaseMs: 1_000, limit: 1, perEndpoint: 1, busy: [] });
      const audit: NewAuditEntry = { ...seenBy("ana", inquiryId), type: "notified", facts: { outcome: "dead" } };
      const dead = { id: "ntc_conv_a0", attempts: [], next: { status: "dead" }, audit } as const;
      expect(await store.notices.settle({ ...dead, epoch: 7 })).toBe(false);
      expect(await store.notices.settle({ ...dead, epoch: 1 })).toBe(true);
      expect((await store.audit.ofInquiry({ inquiryId, limit: 100 })).items.slice(1)).toMatchObject([
        { type: "notified", facts: { outcome: "dead" } },
      ]);
    });

    test("[AUDIT-15] the entries of an inquiry are found in pages, however many there are", async () => {
      const opened = await openTestStore(create);
      const { audit } = opened.store;
      const inquiryId = await park(opened, "conv_a");
      const other = await park(opened, "conv_b");
      const people = Array.from({ length: 1_200 }, (_, index) => `per_${index}`);
      for (const by of people) await audit.recordOnce(seenBy(by, inquiryId));
      await audit.recordOnce({ ...seenBy("ana", other), conversationId: "conv_b" });
      const found: (string | undefined)[] = [];
      for (let cursor: string | undefined, isLast = false; !isLast; ) {
        const page = await audit.ofInquiry({ inquiryId, limit: 500, ...(cursor !== undefined && { cursor }) });
        found.push(...page.items.map(({ by }) => by));
        cursor = page.next;
        isLast = cursor === undefined;
      }
      expect(found).toEqual([undefined, ...people]);
      const exact = await audit.ofInquiry({ inquiryId: other, limit: 2 });
      expect([exact.items.length, exact.next]).toEqual([2, undefined]);
    });

    test("[AUDIT-6] the erasure of a conversation leaves its entries, which can still be verified", async () => {
      const opened = await openTestStore(create);
      const { store } = opened;
      const inquiryId = await park(opened, "conv_a");
      await opened.performAll("conv_a", remove);
      expect(await store.inquiry(inquiryId)).toBeUndefined();
      expect(await typesOf(opened, inquiryId)).toEqual(["asked", "resolved"]);
      await expect.poll(() => store.audit.unchainedCount()).toBe(0);
      expect(await verifyAudit(store.audit)).toMatchObject({ entries: 3, faults: [] });
      const [, , last] = await store.audit.entries({ project: "default", after: 0, limit: 10 });
      expect(last).toMatchObject({ type: "deleted", by: "ana", conversationId: "conv_a" });
    });
  });
}
