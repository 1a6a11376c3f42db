import { describe, expect, test } from "vitest";
import { contentsOf } from "./contents.ts";
import { type CreateStore, createSetting } from "./setting.ts";
import { answer, ask, finish, recalled, remove, say, spawn, spawning, start } from "./wishes.ts";

const marker = "Blackbird";
const key = { principal: "ana", route: "POST /v1/conversations", key: "k1" };

export function eraseContract(name: string, create: CreateStore): void {
  describe(`${name}: erasure`, () => {
    test("[STORE-12] an erased conversation leaves a name and the record of its end", async () => {
      const { store, perform, performAll } = await createSetting(create);
      const reply = { ...key, fingerprint: "f", status: 201, body: `{"title":"${marker}"}` };
      await perform("conv_a", start({ title: marker, message: marker }), { reply });
      await performAll("conv_a", ask(`${marker}?`), answer({ text: marker }), finish(marker), say(marker), remove);
      const position = await store.position();
      const contents = await contentsOf(store);
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

    test("[SUB-5] what an erased conversation does about its sub-agents leaves the record of its end", async () => {
      const { store, performAll } = await createSetting(create);
      await performAll("conv_a", start({ message: marker, terms: spawning }), spawn(marker), remove, recalled);
      const contents = await contentsOf(store);
      expect(JSON.stringify(contents)).not.toContain(marker);
      expect(contents.events.map(({ event }) => event.type)).toEqual(["conversation.deleted", "children.recalled"]);
      expect(await store.dueIn()).toBeUndefined();
    });

    test("[STORE-12] other conversations are not touched", async () => {
      const { store, perform, performAll } = await createSetting(create);
      await perform("conv_b", start({ title: "Kept" }), {
        reply: { ...key, fingerprint: "f", status: 201, body: "kept" },
      });
      await performAll("conv_b", ask("Kept?"));
      const before = await contentsOf(store);
      await performAll("conv_a", start(), ask(), remove);
      const { events, position: _, deleted: __, ...after } = await contentsOf(store);
      expect(events.slice(0, before.events.length)).toEqual(before.events);
      expect(after).toMatchObject({ conversations: before.conversations, inquiries: before.inquiries });
      expect(after.messages[0]).toEqual(before.messages[0]);
      expect(await store.reply(key)).toMatchObject({ body: "kept" });
    });

    test("[STORE-12] the log goes on after an erasure", async () => {
      const { store, performAll } = await createSetting(create);
      await performAll("conv_a", start(), remove);
      const end = await store.position();
      await performAll("conv_b", start());
      expect((await store.events({ after: end, limit: 10 })).map(({ conversationId }) => conversationId)).toEqual(
        Array.from({ length: 4 }, () => "conv_b"),
      );
    });
  });
}
