import { expect, test } from "vitest";
import { verifyAudit } from "../audit/audit-verify.ts";
import type { Backend } from "./backends.ts";
import { answer, ask, askElsewhere, failRun, finish, remove, start } from "./commands.ts";
import { referenceTo, upload } from "./file.contract.ts";
import { createManualClock } from "./manual-clock.ts";
import { parkWithNotices } from "./notice.contract.ts";
import { copyArchive, exportLines, fillStore, importLines, untilSealed, withStore } from "./sample-data.ts";
import { standingAudit, standingRecord } from "./standing-answers.contract.ts";
import { readContents } from "./store-contents.ts";

type CreateBackend = () => Promise<Backend>;

/** The rules for what an archive holds beside the log. */
export function archiveContentsContract(from: CreateBackend, to: CreateBackend): void {
  test("[AUDIT-9] an export has the audit, and its chains go on in the copy", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    await withStore(source, clock, (_, runner) => fillStore(runner));
    // It was not put into its chain because its server was killed.
    const lines = (await exportLines(source.archive)).map((line) =>
      line.includes(`"type":"deleted"`) ? line.replace(/,"seal":.*/, "}}") : line,
    );
    await importLines(target.archive, lines);
    await withStore(target, clock, async (store, { performAll }) => {
      await performAll("conv_parked", answer(), finish());
      await untilSealed(store);
      const { entries, faults, chains } = await verifyAudit(store.audit);
      expect({ entries, faults }).toEqual({ entries: 11, faults: [] });
      expect(chains).toMatchObject([
        { project: "default", number: 8 },
        { project: "other", number: 3 },
      ]);
    });
  });

  test("[STANDING-4] an export has the standing answers that are in force", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    await withStore(source, clock, async ({ standing }) => {
      await standing.make(standingRecord, standingAudit("standing-made"));
      await standing.revoke(standingRecord.id, standingAudit("standing-revoked"));
      await standing.make({ ...standingRecord, id: "sta_2" }, standingAudit("standing-made"));
    });
    await copyArchive(source.archive, target.archive);
    await withStore(target, clock, async ({ standing }) =>
      expect(await standing.list("default")).toEqual([{ ...standingRecord, id: "sta_2" }]),
    );
  });

  test("[EXTERNAL-45] the open asks of a program and the replies that last are the same in the copy", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    const key = { principal: "ana", route: "ask", key: "k1" };
    const reply = { fingerprint: "f", status: 201, body: "inq_external_1" };
    const before = await withStore(source, clock, async (store, { perform }) => {
      await perform("conv_external", askElsewhere("One?"), { reply: { ...key, ...reply, lasting: true } });
      await perform("conv_external", askElsewhere("Two?"));
      return readContents(store);
    });
    await copyArchive(source.archive, target.archive);
    await withStore(target, clock, async (store, { perform, performAll }) => {
      expect(await readContents(store)).toEqual(before);
      expect((await store.conversations({ limit: 9, status: "parked" })).items).toHaveLength(1);
      clock.advance(365 * 24 * 3_600_000);
      await store.deleteOldReplies(1);
      const repeated = await perform("conv_other", askElsewhere(), { reply: { ...key, ...reply, lasting: true } });
      expect(repeated).toEqual({ ok: false, reason: "reply", reply });
      await performAll("conv_external", remove);
      expect(await store.reply(key)).toBeUndefined();
    });
  });

  test("[STORE-26] an export contains the files that conversations use, and no others, byte for byte", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    const [shared, own, unused] = [upload(1), upload(2), upload(3, { bytes: Uint8Array.of(9) })];
    await withStore(source, clock, async (store, { performAll }) => {
      for (const one of [shared, own, unused]) await store.files.save(one);
      await performAll("conv_a", start({ files: [referenceTo(shared), referenceTo(own)] }));
      await performAll("conv_b", start({ files: [referenceTo(shared)] }));
    });
    const lines = await exportLines(source.archive);
    expect(lines.filter((line) => line.startsWith(`{"type":"file-content"`))).toHaveLength(1);
    await copyArchive(source.archive, target.archive);
    expect((await exportLines(target.archive)).sort()).toEqual([...lines].sort());
    await withStore(target, clock, async (store, { performAll }) => {
      const { bytes, ...stored } = shared;
      expect(await store.files.find(shared.id)).toEqual({ ...stored, conversationIds: ["conv_a", "conv_b"] });
      expect(Buffer.from((await store.files.read(own.id)) ?? []).equals(bytes)).toBe(true);
      expect(await store.files.find(unused.id)).toBeUndefined();
      await performAll("conv_a", remove);
      expect(await store.files.find(own.id)).toBeUndefined();
      expect(await store.files.read(shared.id)).toHaveLength(bytes.length);
    });
  });

  test("[WEBHOOK-10] an export contains the notices, and one that was being sent is due in the copy", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    const claim = { leaseMs: 1_000, limit: 1, perEndpoint: 1, busy: [] };
    const lines = await withStore(source, clock, async (store, runner) => {
      await parkWithNotices({ store, ...runner }, "conv_a", { url: "https://example.com/" }, {}, {});
      await store.notices.claim(claim);
      await store.notices.settle({
        id: "ntc_conv_a0",
        epoch: 1,
        attempts: [{ at: 5, ms: 6, failure: "timeout" }],
        next: { status: "delivered" },
      });
      await store.notices.claim(claim);
      await untilSealed(store);
      return exportLines(source.archive);
    });
    await copyArchive(source.archive, target.archive);
    expect((await exportLines(target.archive)).sort()).toEqual([...lines].sort());
    expect(lines.filter((line) => line.startsWith(`{"type":"notice"`))).toHaveLength(3);
    clock.advance(1_000);
    await withStore(target, clock, async (store) => {
      expect(await store.notices.find("ntc_conv_a0")).toMatchObject({ status: "delivered", attempts: [{ ms: 6 }] });
      const claimed = await store.notices.claim({ ...claim, limit: 9 });
      expect(claimed.map(({ id, tries }) => [id, tries]).sort()).toEqual([
        ["ntc_conv_a1", 2],
        ["ntc_conv_a2", 1],
      ]);
    });
  });

  test("[PEOPLE-9] an export contains people, groups and keys, and no session or link", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    const person = { id: "per_ana", name: "Ana", email: "ana@example.org", avatar: { symbol: "A", hue: 9 } };
    const member = { project: "garden", role: "member", groups: ["deploy"], at: 5 } as const;
    const key = { id: "k1", name: "ci", project: "garden", scopes: ["ask"], hash: "h", createdBy: "owner" } as const;
    const lines = await withStore(source, clock, async ({ directory, credentials }) => {
      await directory.addIdentified({ issuer: "https://id.example.org", subject: "42" }, person, member);
      await directory.updatePerson("owner", { name: "Olga" });
      await directory.addMember({ id: "per_bob", name: "Bob" }, { ...member, groups: [] });
      await directory.removeMember("garden", "per_bob", 7);
      await credentials.createKey({ ...key, createdAt: 6 });
      await credentials.createLink({ hash: "link-hash", person: "owner", createdAt: 1, expiresAt: 9 });
      const session = {
        id: "ses_1",
        person: "owner",
        device: "Phone",
        createdAt: 1,
        expiresAt: 9,
        hash: "session-hash",
      };
      await credentials.createSession(session);
      return exportLines(source.archive);
    });
    expect(lines.join()).not.toMatch(/link-hash|session-hash/);
    await copyArchive(source.archive, target.archive);
    expect((await exportLines(target.archive)).sort()).toEqual([...lines].sort());
    await withStore(target, clock, async ({ directory, credentials }) => {
      expect(await directory.access("per_ana")).toMatchObject({
        person: { ...person, createdAt: 5 },
        memberships: [{ project: "garden", role: "member", groups: ["deploy"] }],
      });
      expect((await directory.access("owner"))?.person.name).toBe("Olga");
      expect(await directory.people("garden", ["per_bob"])).toMatchObject([{ name: "Bob" }]);
      expect(await directory.identified({ issuer: "https://id.example.org", subject: "42" })).toBe("per_ana");
      expect(await credentials.apiKey("k1")).toEqual({ ...key, createdAt: 6 });
    });
  });

  test("[NOTIFY-6] an export contains the notifications, and a resolution in the copy settles them", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    const reader = { project: "default", person: "ana", limit: 9 };
    const before = await withStore(source, clock, async (store, { performAll }) => {
      await performAll("conv_parked", start(), ask());
      await performAll("conv_failed", start(), failRun("no credit"));
      await performAll("conv_done", start(), ask(), answer());
      return store.notifications.list(reader);
    });
    expect(before.items).toHaveLength(3);
    await copyArchive(source.archive, target.archive);
    await withStore(target, clock, async (store, { performAll }) => {
      expect(await store.notifications.list(reader)).toEqual(before);
      await performAll("conv_parked", answer());
      const pending = await store.notifications.list({ ...reader, actionStatus: "pending" });
      expect(pending.items.map(({ conversationId }) => conversationId)).toEqual(["conv_failed"]);
    });
  });

  test("[STORE-26] a file whose bytes do not have the hash of its line is refused", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    await withStore(source, clock, async (store, { performAll }) => {
      await store.files.save(upload(1));
      await performAll("conv_a", start({ files: [referenceTo(upload(1))] }));
    });
    const lines = await exportLines(source.archive);
    const at = lines.findIndex((line) => line.startsWith(`{"type":"file-content"`));
    const changed = lines.with(at, lines[at]?.replace(`"bytes":"AAE`, `"bytes":"AAF`) ?? "");
    await expect(importLines(target.archive, changed)).rejects.toThrow(new RegExp(`^line ${at + 1} `));
    await importLines(target.archive, lines);
  });

  test("[STORE-26] an export from before there were files can be imported", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    await withStore(source, clock, (_, runner) => fillStore(runner));
    const [header = "", ...all] = await exportLines(source.archive);
    const lines = all.filter((line) => !/^{"type":"(notification|access|audit)"/.test(line));
    await importLines(target.archive, [header.replace(/,"file-content":0.*?"standing":0/, ""), ...lines]);
    // Every store has its first person and project.
    const copied = (await exportLines(target.archive)).filter((line) => !line.startsWith(`{"type":"access"`));
    expect(copied).toHaveLength(lines.length + 1);
    expect(header).toContain(`"file-use":0`);
  });
}
