import { describe, expect, test } from "vitest";
import type { NewAuditEntry } from "../audit/audit.ts";
import { maxStanding, type StandingRecord } from "../standing-answers.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

export const standingRecord: StandingRecord = {
  id: "sta_1",
  project: "default",
  agent: "planner",
  fingerprint: "f",
  by: "ana",
  at: 5,
  inquiryId: "inq_a_1",
  conversationId: "conv_a",
  questions: [{ id: "q1", text: "Tea ü?", options: [], multiSelect: false, ownWords: true }],
  set: { answers: [{ question: "q1", text: "Yes" }], comment: "Always" },
};

export function standingAudit(type: NewAuditEntry["type"]): NewAuditEntry {
  return { project: "default", conversationId: "conv_a", inquiryId: "inq_a_1", type, at: 6, by: "bob", facts: {} };
}

export function standingContract(name: string, create: CreateStore): void {
  describe(`${name}: standing answers`, () => {
    test("[STANDING-1] one is made once for the same questions of an agent, and recorded in the audit", async () => {
      const { store } = await openTestStore(create);
      expect(await store.standing.make(standingRecord, standingAudit("standing-made"))).toBe("made");
      expect(await store.standing.make({ ...standingRecord, id: "sta_2" }, standingAudit("standing-made"))).toBe(
        "exists",
      );
      for (const other of [{ agent: "writer" }, { project: "other" }, { fingerprint: "g" }])
        expect(
          await store.standing.make(
            { ...standingRecord, ...other, id: `sta_${Object.values(other)}` },
            standingAudit("standing-made"),
          ),
        ).toBe("made");
      expect(await store.standing.find("sta_1")).toEqual(standingRecord);
      expect(await store.standing.list("other")).toEqual([{ ...standingRecord, project: "other", id: "sta_other" }]);
      expect((await store.standing.ofAgent("default", "planner")).map(({ id }) => id).sort()).toEqual([
        "sta_1",
        "sta_g",
      ]);
      expect((await store.audit.ofInquiry({ inquiryId: "inq_a_1", limit: 100 })).items).toHaveLength(4);
    });

    test("[STANDING-4] one that is revoked is in force no more, and can be made anew", async () => {
      const { store } = await openTestStore(create);
      expect(await store.standing.ofAgent("default", "planner")).toEqual([]);
      await store.standing.make(standingRecord, standingAudit("standing-made"));
      expect(await store.standing.ofAgent("default", "planner")).toHaveLength(1);
      expect(await store.standing.revoke("sta_1", standingAudit("standing-revoked"))).toBe(true);
      expect(await store.standing.revoke("sta_1", standingAudit("standing-revoked"))).toBe(false);
      expect(await store.standing.find("sta_1")).toBeUndefined();
      expect(await store.standing.list("default")).toEqual([]);
      expect(await store.standing.ofAgent("default", "planner")).toEqual([]);
      expect(await store.standing.make({ ...standingRecord, id: "sta_2" }, standingAudit("standing-made"))).toBe(
        "made",
      );
      const types = (await store.audit.ofInquiry({ inquiryId: "inq_a_1", limit: 100 })).items.map(({ type }) => type);
      expect(types).toEqual(["standing-made", "standing-revoked", "standing-made"]);
    });

    test("[STANDING-7] a project has a limited number of them, and an agent is given all of its own, newest first", async () => {
      const { store } = await openTestStore(create);
      const make = (count: number, some: Partial<StandingRecord> = {}) =>
        store.standing.make(
          { ...standingRecord, id: `sta_${count}`, fingerprint: `f${count}`, at: count, ...some },
          standingAudit("standing-made"),
        );
      const counts = Array.from({ length: maxStanding }, (_, count) => count);
      for (const count of counts) expect(await make(count)).toBe("made");
      expect(await make(maxStanding)).toBe("full");
      expect(await make(0, { id: "sta_again" })).toBe("exists");
      expect(await make(maxStanding, { project: "other", id: "sta_other" })).toBe("made");
      const ids = counts.toReversed().map((count) => `sta_${count}`);
      expect((await store.standing.ofAgent("default", "planner")).map(({ id }) => id)).toEqual(ids);
      expect((await store.standing.list("default")).map(({ id }) => id)).toEqual(ids);
      await store.standing.revoke("sta_0", standingAudit("standing-revoked"));
      expect(await make(maxStanding)).toBe("made");
    });
  });
}
