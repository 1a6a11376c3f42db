import { type Conversation, evolve } from "@askback/core";
import { describe, expect, test } from "vitest";
import type { Commit } from "../store.ts";
import { contentsOf } from "./contents.ts";
import { type CreateStore, createSetting } from "./setting.ts";
import { answer, ask, callTool, finish, finishTool, open, say, start } from "./wishes.ts";

const worker = { owner: "worker", leaseMs: 1_000, limit: 10 };

export function commitContract(name: string, create: CreateStore): void {
  describe(`${name}: commits`, () => {
    test("[STORE-1] a commit on another version than the stored one changes nothing", async () => {
      const { store, prepare, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      const stale = await prepare("conv_a", say("too late"));
      await performAll("conv_a", say("first"));
      const before = await contentsOf(store);
      expect(await store.commit(stale)).toEqual({ ok: false, reason: "version" });
      expect(await store.commit({ ...stale, expectedVersion: 99 })).toEqual({ ok: false, reason: "version" });
      expect(await contentsOf(store)).toEqual(before);
    });

    test("[STORE-1] a name that is taken cannot be started again", async () => {
      const { store, prepare, performAll } = await createSetting(create);
      const second = await prepare("conv_a", start({ by: "bob" }));
      await performAll("conv_a", start({ by: "ana" }));
      expect(await store.commit(second)).toEqual({ ok: false, reason: "version" });
      expect((await store.load("conv_a"))?.conversation.createdBy).toBe("ana");
    });

    test("[STORE-1] of commits sent at once on one version, the first wins", async () => {
      const { store, prepare, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      const commits = await Promise.all(["one", "two", "three"].map((text) => prepare("conv_a", say(text))));
      const results = await Promise.all(commits.map((commit) => store.commit(commit)));
      expect(results.map(({ ok }) => ok)).toEqual([true, false, false]);
      expect((await store.messages("conv_a")).map(({ parts }) => parts)).toEqual([
        [{ type: "text", text: "Plan it" }],
        [{ type: "text", text: "one" }],
      ]);
    });

    test("[STORE-2] a worker whose lease went to another changes nothing", async () => {
      const { store, clock, prepare, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      const [first] = await store.claim(worker);
      clock.turn(worker.leaseMs);
      const [second] = await store.claim({ ...worker, owner: "other" });
      expect([first?.epoch, second?.epoch]).toEqual([1, 2]);
      const before = await contentsOf(store);
      expect(await store.commit(await prepare("conv_a", finish(), { epoch: 1 }))).toEqual({
        ok: false,
        reason: "epoch",
      });
      expect(await store.commit(await prepare("conv_a", finish(), { epoch: 3 }))).toEqual({
        ok: false,
        reason: "epoch",
      });
      expect(await contentsOf(store)).toEqual(before);
      const late = await prepare("conv_a", finish(), { epoch: 1 });
      expect(await store.commit(await prepare("conv_a", finish(), { epoch: 2 }))).toMatchObject({ ok: true });
      // Its version is another by now too, but the lease is what tells a late worker from one that must decide again.
      expect(await store.commit(late)).toEqual({ ok: false, reason: "epoch" });
    });

    test("[STORE-2] a lease that was given back is no lease, and an old epoch gives nothing back", async () => {
      const { store, perform, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      await store.claim(worker);
      await store.release("conv_a", 1);
      expect(await perform("conv_a", finish(), { epoch: 1 })).toEqual({ ok: false, reason: "epoch" });
      await store.claim(worker);
      await store.release("conv_a", 1);
      expect(await store.claim({ ...worker, owner: "other" })).toEqual([]);
      expect(await perform("conv_a", finish(), { epoch: 2 })).toMatchObject({ ok: true });
    });

    test("[STORE-2] a lease that ran out is still good while nobody else has claimed it", async () => {
      const { store, clock, perform, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      await store.claim(worker);
      clock.turn(worker.leaseMs * 10);
      expect(await perform("conv_a", callTool("c1"), { epoch: 1 })).toEqual({ ok: true, version: 5, epoch: 1 });
    });

    test("[STORE-3] events, state and projections of a commit are found together", async () => {
      const { store, clock, performAll } = await createSetting(create);
      await performAll("conv_a", start({ title: "Plans" }), callTool("c1"), say("Hurry"));
      clock.turn(5);
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

    test("[STORE-3] a message that waited is shown where it was sent and read by the model where it was delivered", async () => {
      const { store, performAll } = await createSetting(create);
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

    test("[STORE-3] a commit that cannot be written whole is not written at all", async () => {
      const { store, prepare, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      const commit = await prepare("conv_a", finish());
      const before = await contentsOf(store);
      await expect(store.commit(unwritable(commit))).rejects.toThrow("cannot be written");
      expect(await contentsOf(store)).toEqual(before);
      expect(await store.commit(commit)).toMatchObject({ ok: true });
    });

    test("[STORE-3] what was handed out is a copy", async () => {
      const { store, prepare, performAll } = await createSetting(create);
      const commit = await prepare("conv_a", start());
      await store.commit(commit);
      await performAll("conv_a", ask());
      const before = structuredClone(await contentsOf(store));
      Object.assign(commit.projection.conversation, { agent: "another" });
      for (const found of [(await store.load("conv_a"))?.conversation, await store.inquiry("inq_a_1")])
        Object.assign(found ?? {}, { agent: "another" });
      for (const message of await store.messages("conv_a")) Object.assign(message, { parts: [] });
      for (const { event } of await store.events({ after: 0, limit: 9 })) Object.assign(event, { at: 0 });
      expect(await contentsOf(store)).toEqual(before);
    });

    test("[STORE-4] of commits sent at once for different conversations, one that fails does not harm the others", async () => {
      const { store, prepare, performAll } = await createSetting(create);
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

/** The same commit with messages, which are written after the state and the events, that cannot be. */
function unwritable(commit: Commit): Commit {
  const messages = commit.projection.messages.map((message) => ({
    ...message,
    get by(): string {
      throw new Error("cannot be written");
    },
  }));
  return { ...commit, projection: { ...commit.projection, messages } };
}
