import { createHash } from "node:crypto";
import type { FileReference } from "@askback/core";
import { describe, expect, test } from "vitest";
import type { Upload } from "../files.ts";
import type { Store } from "../store.ts";
import { answer, ask, finish, open, remove, say, start } from "./commands.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
const day = 24 * 3600 * 1000;

/** An upload whose id ends in a digit. */
export function upload(digit: number, some: Partial<Upload> = {}): Upload {
  const content = some.bytes ?? bytes;
  const hash = createHash("sha256").update(content).digest("hex");
  return {
    id: `file_${"0".repeat(39)}${digit}`,
    name: `plan ${digit}.png`,
    type: "image/png",
    size: content.length,
    hash,
    project: "default",
    uploadedBy: "ana",
    bytes: content,
    ...some,
  };
}

/** What a message or an answer holds of an upload. */
export function referenceTo({ id, name, type, size }: Upload): FileReference {
  return { id, name, type, size };
}

export function fileContract(name: string, create: CreateStore): void {
  const [first, second, other] = [upload(1), upload(2), upload(3, { bytes: Uint8Array.of(1, 2, 3) })];

  async function openWithUploads() {
    const testStore = await openTestStore(create);
    for (const one of [first, second, other]) await testStore.store.files.save(one);
    return testStore;
  }
  const idsIn = async ({ files }: Store) =>
    (await Promise.all([first, second, other].map(({ id }) => files.find(id)))).flatMap((file) => file?.id ?? []);

  describe(`${name}: files`, () => {
    test("[STORE-24] an upload is found with its content, byte for byte, and an unknown one is not", async () => {
      const { store } = await openWithUploads();
      const { bytes: _, ...stored } = first;
      expect(await store.files.find(first.id)).toEqual({ ...stored, conversationIds: [] });
      for (const one of [first, second, other])
        expect(Buffer.from((await store.files.read(one.id)) ?? []).equals(one.bytes)).toBe(true);
      expect(await store.files.find("file_none")).toBeUndefined();
      expect(await store.files.read("file_none")).toBeUndefined();
      expect(await store.files.renew(["file_none"])).toEqual([]);
    });

    test("[STORE-24] a message, the first message, an answer and a held answer use their files", async () => {
      const { store, performAll } = await openWithUploads();
      await performAll("conv_a", start({ files: [referenceTo(first)] }), finish(), say("See", [referenceTo(second)]));
      await performAll("conv_b", start(), ask(), answer({ files: [referenceTo(first)] }));
      await performAll("conv_c", start(), ask(), answer({ files: [referenceTo(other)], holdMs: 100 }));
      const usesOf = async (id: string) => (await store.files.find(id))?.conversationIds;
      expect(await usesOf(first.id)).toEqual(["conv_a", "conv_b"]);
      expect(await usesOf(second.id)).toEqual(["conv_a"]);
      expect(await usesOf(other.id)).toEqual(["conv_c"]);
    });

    test("[STORE-24] a content is deleted with the last upload that has it, and an upload with its last use", async () => {
      const { store, performAll } = await openWithUploads();
      await performAll("conv_a", start({ files: [referenceTo(first), referenceTo(other)] }));
      await performAll("conv_b", start({ files: [referenceTo(first)] }));
      await performAll("conv_a", remove);
      expect(await idsIn(store)).toEqual([first.id, second.id]);
      await performAll("conv_b", remove);
      expect(await idsIn(store)).toEqual([second.id]);
      expect(await store.files.read(second.id)).toHaveLength(bytes.length);
      await performAll("conv_c", start({ files: [referenceTo(second)] }), remove);
      expect(await idsIn(store)).toEqual([]);
      await store.files.save(other);
      expect(await store.files.read(other.id)).toHaveLength(3);
    });

    test("[STORE-24] a file in a draft outlives the last conversation that uses it", async () => {
      const { store, clock, performAll } = await openWithUploads();
      await performAll("conv_a", start({ files: [referenceTo(first), referenceTo(other)] }));
      await store.files.renew([first.id], 29 * day);
      await performAll("conv_a", remove);
      expect((await store.files.find(first.id))?.conversationIds).toEqual([]);
      expect(await store.files.read(first.id)).toHaveLength(bytes.length);
      expect(await store.files.find(other.id)).toBeUndefined();
      clock.advance(30 * day + 1);
      await store.files.deleteUnused(day);
      expect(await idsIn(store)).toEqual([]);
    });

    test("[STORE-27] a commit that refers to a file which is gone is refused, and stores nothing", async () => {
      const { store, prepare, performAll } = await openWithUploads();
      const [gone, there] = [referenceTo(other), referenceTo(first)];
      await performAll("conv_a", start({ files: [gone] }));
      await performAll("conv_b", open());
      await performAll("conv_c", start(), ask());
      const commits = [
        await prepare("conv_b", say("See", [there, gone])),
        await prepare("conv_c", answer({ files: [gone] })),
        await prepare("conv_d", start({ files: [gone] })),
      ];
      await performAll("conv_a", remove);
      const refused = await Promise.all(commits.map((commit) => store.commit(commit)));
      expect(refused).toEqual(commits.map(() => ({ ok: false, reason: "file" })));
      expect((await store.load("conv_b"))?.version).toBe(commits[0]?.expectedVersion);
      expect(await store.messages("conv_b")).toEqual([]);
      expect((await store.inquiries({ conversationId: "conv_c", limit: 1 })).items[0]?.status).toBe("open");
      expect(await store.load("conv_d")).toBeUndefined();
      expect((await store.files.find(first.id))?.conversationIds).toEqual([]);
    });

    test("[STORE-27] a worker's commit does not depend on files, so that no run stands still", async () => {
      const { store, perform, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      const [claim] = await store.claim({ owner: "worker", leaseMs: 60_000, limit: 1 });
      const recorded = await perform("conv_a", say("See", [referenceTo(first)]), { epoch: claim?.epoch ?? 0 });
      expect(recorded.ok).toBe(true);
      expect(await store.files.find(first.id)).toBeUndefined();
    });

    test("[STORE-27] a file that others begin to use while the conversation that used it is erased is there for them, or they are refused", async () => {
      const { store, prepare, performAll } = await openWithUploads();
      const files = [referenceTo(first)];
      await performAll("conv_a", start({ files }));
      for (const id of ["conv_b", "conv_c", "conv_d"]) await performAll(id, open());
      const commits = await Promise.all([
        prepare("conv_a", remove),
        ...["conv_b", "conv_c", "conv_d"].map((id) => prepare(id, say("And this", files))),
      ]);
      const results = await Promise.all(commits.map((commit) => store.commit(commit)));
      expect(results[0]?.ok).toBe(true);
      const users = ["conv_b", "conv_c", "conv_d"].filter((_, index) => results[index + 1]?.ok);
      expect(results.slice(1).flatMap((result) => (result.ok ? [] : result.reason))).toEqual(
        Array(3 - users.length).fill("file"),
      );
      expect((await store.files.find(first.id))?.conversationIds ?? []).toEqual(users);
      expect(await store.files.read(first.id)).toEqual(users.length > 0 ? expect.anything() : undefined);
    });

    test("[FILE-18] the other unused uploads of a person are summed up, without old ones and those of others", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      const { files } = store;
      const mine = { id: "file_new", project: "default", uploadedBy: "ana" };
      expect(await files.otherUnusedBytes(mine, day)).toBe(0);
      const sized = (digit: number, some: Partial<Upload> = {}) =>
        upload(digit, { bytes: new Uint8Array(10 ** digit).fill(digit), ...some });
      await files.save(sized(1));
      clock.advance(1);
      const used = sized(2);
      for (const one of [used, sized(3), sized(4, { uploadedBy: "bea" }), sized(5, { project: "garden" })])
        await files.save(one);
      expect(await files.otherUnusedBytes(mine, day)).toBe(1_110);
      expect(await files.otherUnusedBytes({ ...mine, id: used.id }, day)).toBe(1_010);
      await performAll("conv_a", start({ files: [referenceTo(used)] }));
      expect(await files.otherUnusedBytes(mine, day)).toBe(1_010);
      clock.advance(day);
      expect(await files.otherUnusedBytes(mine, day)).toBe(1_000);
      expect(await files.otherUnusedBytes({ ...mine, uploadedBy: "bea" }, day)).toBe(10_000);
    });

    test("[STORE-25] an upload that nothing uses is deleted after its time, and a renewed one stays", async () => {
      const { store, clock, performAll } = await openWithUploads();
      await performAll("conv_a", start({ files: [referenceTo(first)] }));
      clock.advance(day);
      await store.files.deleteUnused(day);
      expect(await idsIn(store)).toEqual([first.id, second.id, other.id]);
      expect((await store.files.renew([second.id, first.id])).map(({ id }) => id)).toEqual([second.id, first.id]);
      clock.advance(1);
      await store.files.deleteUnused(day);
      expect(await idsIn(store)).toEqual([first.id, second.id]);
      clock.advance(1);
      await store.files.save(second);
      clock.advance(day);
      await store.files.deleteUnused(day);
      expect(await idsIn(store)).toEqual([first.id, second.id]);
      clock.advance(1);
      await store.files.deleteUnused(day);
      expect(await idsIn(store)).toEqual([first.id]);
      expect(await store.files.read(first.id)).toHaveLength(bytes.length);
    });

    test("[STORE-25] all uploads that nothing uses are deleted, however many they are", async () => {
      const { store, clock } = await openTestStore(create);
      const uploads = Array.from({ length: 45 }, (_, index) =>
        upload(index % 10, { id: `file_${index}`, bytes: Uint8Array.of(index) }),
      );
      await Promise.all(uploads.map((one) => store.files.save(one)));
      clock.advance(day + 1);
      await store.files.deleteUnused(day);
      expect((await Promise.all(uploads.map(({ id }) => store.files.find(id)))).filter(Boolean)).toEqual([]);
    });

    test("[STORE-25] an upload that is renewed for longer stays that long, and until a command looks it up", async () => {
      const { store, clock } = await openWithUploads();
      await store.files.renew([first.id, second.id], 29 * day);
      await store.files.save(first);
      await store.files.renew([second.id]);
      clock.advance(30 * day);
      await store.files.deleteUnused(day);
      expect(await idsIn(store)).toEqual([first.id]);
      clock.advance(1);
      await store.files.deleteUnused(day);
      expect(await idsIn(store)).toEqual([]);
    });
  });
}
