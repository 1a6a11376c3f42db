import { describe, expect, test } from "vitest";
import { answer, ask, finish, recordRecall, remove, say, spawn, spawning, start } from "./commands.ts";
import { readContents } from "./store-contents.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

const marker = "Blackbird";
const key = { principal: "ana", route: "POST /v1/conversations", key: "k1" };

export function eraseContract(name: string, create: CreateStore): void {
  describe(`${name}: erasure`, () => {
    test("[STORE-12] an erased conversation leaves its id and the event of its deletion", async () => {
      const { store, perform, performAll } = await openTestStore(create);
      const reply = { ...key, fingerprint: "f", status: 201, body: `{"title":"${marker}"}` };
      await perform("conv_a", start({ title: marker, message: marker }), { reply });
      await performAll("conv_a", ask(`${marker}?`), answer({ text: marker }), finish(marker), say(marker), remove);
      const position = await store.position();
      const contents = await readContents(store);
      expect(JSON.stringify(contents)).not.toContain(marker);
      expect(contents).toMatchObject({
        conversations: { items: [] },
        deleted: { items: [{ conversation: { id: "conv_a", status: "deleted" } }] },
        events: [{ position, conversationId: "conv_a", event: { type: "conversation.deleted", by: "ana" } }],
        position,
        messages: [[]],
        runs: [[]],
        inquiries: { items: [] },
      });
      expect(await store.reply(key)).toEqual({ fingerprint: "f", status: 201, body: "" });
    });

    test("[SUBAGENT-5] recalling the sub-agents of an erased conversation keeps the event of its deletion", async () => {
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_a", start({ message: marker, terms: spawning }), spawn(marker), remove, recordRecall);
      const contents = await readContents(store);
      expect(JSON.stringify(contents)).not.toContain(marker);
      expect(contents.events.map(({ event }) => event.type)).toEqual(["conversation.deleted", "children.recalled"]);
      expect(await store.dueIn()).toBeUndefined();
    });

    test("[STORE-12] other conversations are not changed", async () => {
      const { store, perform, performAll } = await openTestStore(create);
      await perform("conv_b", start({ title: "Kept" }), {
        reply: { ...key, fingerprint: "f", status: 201, body: "kept" },
      });
      await performAll("conv_b", ask("Kept?"));
      const before = await readContents(store);
      await performAll("conv_a", start(), ask(), remove);
      const { events, position: _, deleted: __, ...after } = await readContents(store);
      expect(events.slice(0, before.events.length)).toEqual(before.events);
      expect(after).toMatchObject({ conversations: before.conversations, inquiries: before.inquiries });
      expect(after.messages[0]).toEqual(before.messages[0]);
      expect(await store.reply(key)).toMatchObject({ body: "kept" });
    });

    test("[STORE-12] the log goes on after an erasure", async () => {
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_a", start(), remove);
      const end = await store.position();
      await performAll("conv_b", start());
      expect((await store.events({ after: end, limit: 10 })).map(({ conversationId }) => conversationId)).toEqual(
        Array.from({ length: 4 }, () => "conv_b"),
      );
    });
  });
}
