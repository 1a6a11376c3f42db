import { type Conversation, evolve } from "@askback/core";
import { describe, expect, test } from "vitest";
import type { Commit } from "../store.ts";
import { answer, ask, callTool, finish, finishTool, open, say, start } from "./commands.ts";
import { readContents } from "./store-contents.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

const worker = { owner: "worker", leaseMs: 1_000, limit: 10 };

export function commitContract(name: string, create: CreateStore): void {
  describe(`${name}: commits`, () => {
    test("[STORE-1] a commit on another version than the stored one changes nothing", async () => {
      const { store, prepare, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      const stale = await prepare("conv_a", say("too late"));
      await performAll("conv_a", say("first"));
      const before = await readContents(store);
      expect(await store.commit(stale)).toEqual({ ok: false, reason: "version" });
      expect(await store.commit({ ...stale, expectedVersion: 99 })).toEqual({ ok: false, reason: "version" });
      expect(await readContents(store)).toEqual(before);
    });

    test("[STORE-1] a conversation id cannot be started twice", async () => {
      const { store, prepare, performAll } = await openTestStore(create);
      const second = await prepare("conv_a", start({ by: "bob" }));
      await performAll("conv_a", start({ by: "ana" }));
      expect(await store.commit(second)).toEqual({ ok: false, reason: "version" });
      expect((await store.load("conv_a"))?.conversation.createdBy).toBe("ana");
    });

    test("[STORE-1] of commits sent at once on one version, the first wins", async () => {
      const { store, prepare, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      const commits = await Promise.all(["one", "two", "three"].map((text) => prepare("conv_a", say(text))));
      const results = await Promise.all(commits.map((commit) => store.commit(commit)));
      expect(results.map(({ ok }) => ok)).toEqual([true, false, false]);
      expect((await store.messages("conv_a")).map(({ parts }) => parts)).toEqual([
        [{ type: "text", text: "Plan it" }],
        [{ type: "text", text: "one" }],
      ]);
    });

    test("[STORE-2] a commit under a lost lease changes nothing", async () => {
      const { store, clock, prepare, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      const [first] = await store.claim(worker);
      clock.advance(worker.leaseMs);
      const [second] = await store.claim({ ...worker, owner: "other" });
      expect([first?.epoch, second?.epoch]).toEqual([1, 2]);
      const before = await readContents(store);
      expect(await store.commit(await prepare("conv_a", finish(), { epoch: 1 }))).toEqual({
        ok: false,
        reason: "epoch",
      });
      expect(await store.commit(await prepare("conv_a", finish(), { epoch: 3 }))).toEqual({
        ok: false,
        reason: "epoch",
      });
      expect(await readContents(store)).toEqual(before);
      const late = await prepare("conv_a", finish(), { epoch: 1 });
      expect(await store.commit(await prepare("conv_a", finish(), { epoch: 2 }))).toMatchObject({ ok: true });
      // The version differs too, but the epoch tells the worker that its lease is lost.
      expect(await store.commit(late)).toEqual({ ok: false, reason: "epoch" });
    });

    test("[STORE-2] a released lease allows no commit, and an old epoch releases nothing", async () => {
      const { store, perform, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      await store.claim(worker);
      await store.release("conv_a", 1);
      expect(await perform("conv_a", finish(), { epoch: 1 })).toEqual({ ok: false, reason: "epoch" });
      await store.claim(worker);
      await store.release("conv_a", 1);
      expect(await store.claim({ ...worker, owner: "other" })).toEqual([]);
      expect(await perform("conv_a", finish(), { epoch: 2 })).toMatchObject({ ok: true });
    });

    test("[STORE-2] an expired lease is valid until another worker claims it", async () => {
      const { store, clock, perform, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      await store.claim(worker);
      clock.advance(worker.leaseMs * 10);
      expect(await perform("conv_a", callTool("c1"), { epoch: 1 })).toEqual({ ok: true, version: 5, epoch: 1 });
    });

    test("[STORE-3] a commit stores events, state and projections together", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      await performAll("conv_a", start({ title: "Plans" }), callTool("c1"), say("Hurry"));
      clock.advance(5);
      await performAll("conv_a", finishTool(), ask(), answer());
      const stored = await store.load("conv_a");
      const events = await store.events({ after: 0, limit: 100 });
      const replayed = events.reduce<Conversation | undefined>((state, { event }) => evolve(state, event), undefined);
      expect(stored?.conversation).toEqual(replayed);
      expect(stored?.version).toBe(events.length);
      expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
      expect(await store.run("run_a_1")).toMatchObject({ status: "running", steps: 2, asks: 1 });
      expect(await store.inquiry("inq_a_1")).toMatchObject({
        status: "answered",
        askedAt: clock.now(),
        agent: "planner",
      });
      expect((await store.conversations({ limit: 1 })).items).toEqual([{ ...stored, updatedAt: clock.now() }]);
    });

    test("[STORE-3] a waiting message is listed where it was sent and is in the transcript where it was delivered", async () => {
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_a", start(), callTool("c1"), say("Hurry"));
      expect((await store.modelMessages("conv_a", { through: 0, from: 0 })).map(({ id }) => id)).toEqual([
        "msg_a_1",
        "msg_a_2",
      ]);
      await performAll("conv_a", finishTool(), finish());
      expect((await store.messages("conv_a")).map(({ id, place }) => [id, place])).toEqual([
        ["msg_a_1", 1],
        ["msg_a_2", 2],
        ["msg_a_3", 4],
        ["msg_a_4", 3],
        ["msg_a_5", 5],
      ]);
      const part = await store.messages("conv_a", { from: 2, through: 4 });
      expect(part).toEqual((await store.messages("conv_a")).slice(1, 4));
      expect(await store.messages("conv_a", { from: 6, through: 9 })).toEqual([]);
      const afterSummary = await store.modelMessages("conv_a", { through: 3, from: 3 });
      expect(afterSummary.map(({ id }) => id)).toEqual(["msg_a_3", "msg_a_5"]);
    });

    test("[STORE-3] a commit that cannot be written completely is not written at all", async () => {
      const { store, prepare, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      const commit = await prepare("conv_a", finish());
      const before = await readContents(store);
      await expect(store.commit(unwritable(commit))).rejects.toThrow("cannot be written");
      expect(await readContents(store)).toEqual(before);
      expect(await store.commit(commit)).toMatchObject({ ok: true });
    });

    test("[STORE-3] returned objects are copies", async () => {
      const { store, prepare, performAll } = await openTestStore(create);
      const commit = await prepare("conv_a", start());
      await store.commit(commit);
      await performAll("conv_a", ask());
      const before = structuredClone(await readContents(store));
      Object.assign(commit.projection.conversation, { agent: "another" });
      for (const found of [(await store.load("conv_a"))?.conversation, await store.inquiry("inq_a_1")])
        Object.assign(found ?? {}, { agent: "another" });
      for (const message of await store.messages("conv_a")) Object.assign(message, { parts: [] });
      for (const { event } of await store.events({ after: 0, limit: 9 })) Object.assign(event, { at: 0 });
      expect(await readContents(store)).toEqual(before);
    });

    test("[STORE-4] of commits sent at once for different conversations, a failed one does not affect the others", async () => {
      const { store, prepare, performAll } = await openTestStore(create);
      const ids = ["conv_a", "conv_b", "conv_c", "conv_d"];
      for (const id of ids) await performAll(id, open());
      const [a, b, c, d] = await Promise.all(ids.map((id) => prepare(id, say(`Hello ${id}`))));
      if (!a || !b || !c || !d) throw new Error("four commits were prepared");
      const results = await Promise.allSettled(
        [a, { ...b, expectedVersion: 7 }, unwritable(c), d].map((commit) => store.commit(commit)),
      );
      expect(results).toMatchObject([
        { value: { ok: true } },
        { value: { ok: false, reason: "version" } },
        { status: "rejected" },
        { value: { ok: true } },
      ]);
      const versions = await Promise.all(ids.map(async (id) => (await store.load(id))?.version));
      expect(versions).toEqual([4, 1, 1, 4]);
    });
  });
}

/** The same commit with messages that cannot be serialised; they are written after the state and the events. */
function unwritable(commit: Commit): Commit {
  const messages = commit.projection.messages.map((message) => ({
    ...message,
    get by(): string {
      throw new Error("cannot be written");
    },
  }));
  return { ...commit, projection: { ...commit.projection, messages } };
}
