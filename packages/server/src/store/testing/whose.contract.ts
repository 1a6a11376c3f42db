import { describe, expect, test } from "vitest";
import type { ConversationFilter, InquiryFilter, Store } from "../store.ts";
import { type CreateStore, createSetting } from "./setting.ts";
import { answer, ask, decline, finish, open, remove, rename, say, start } from "./wishes.ts";

/** Who sees what: projects, sub-agents, names and words. */
export function whoseContract(name: string, create: CreateStore): void {
  describe(`${name}: whose it is`, () => {
    test("[PROJ-1] conversations, inquiries, their count and events belong to a project", async () => {
      const { store, performAll } = await createSetting(create);
      await performAll("conv_a", start(), ask());
      await performAll("conv_b", start({ project: "garden" }), ask());
      expect(await conversationIds(store, { project: "garden" })).toEqual(["conv_b"]);
      expect(await conversationIds(store, { project: "default" })).toEqual(["conv_a"]);
      expect(await inquiryIds(store, { project: "garden", status: "open" })).toEqual(["inq_b_1"]);
      expect(await store.inquiry("inq_b_1")).toMatchObject({ project: "garden" });
      const counts = [{}, { project: "garden" }, { project: "none" }, { project: "garden", createdBy: "bob" }];
      expect(await Promise.all(counts.map((whose) => store.openInquiryCount(whose)))).toEqual([2, 1, 0, 0]);
      const events = await store.events({ after: 0, limit: 100 });
      const projects = new Set(events.map(({ conversationId, project }) => `${conversationId} ${project}`));
      expect([...projects]).toEqual(["conv_a default", "conv_b garden"]);
    });

    test("[SUB-7] sub-agents are listed under their parent and not among the others", async () => {
      const { store, performAll } = await createSetting(create);
      const parent = { conversationId: "conv_a", callId: "call" };
      await performAll("conv_a", start());
      await performAll("conv_ak1", start({ parent }));
      await performAll("conv_ak2", start({ parent }));
      await performAll("conv_bk1", start({ parent: { ...parent, conversationId: "conv_b" } }));
      expect(await conversationIds(store, {})).toEqual(["conv_a"]);
      expect(await conversationIds(store, { parentId: "conv_a" })).toEqual(["conv_ak2", "conv_ak1"]);
      expect(await conversationIds(store, { parentId: "conv_a", status: "thinking", limit: 1 })).toEqual(["conv_ak2"]);
    });

    test("[CONV-15] a conversation is found by its newest title", async () => {
      const { store, performAll } = await createSetting(create);
      await performAll("conv_a", open({ title: "Meadow" }), rename("Orchard"));
      await performAll("conv_b", open(), rename("Orchid"));
      expect(await conversationIds(store, { text: "meadow" })).toEqual([]);
      expect(await conversationIds(store, { text: "ORCH" })).toEqual(["conv_b", "conv_a"]);
    });

    test("[CONV-15] a conversation is found by what people and the agent said, not by what only the store says", async () => {
      const { store, performAll } = await createSetting(create);
      await performAll("conv_a", start({ message: "Say “Straße”" }), finish("Blackbird singing"));
      await performAll("conv_b", start({ message: "Nothing" }), say("blackBIRD, please"));
      await performAll("conv_c", start({ message: "Blackbird" }), remove);
      expect(await conversationIds(store, { text: "blackbird" })).toEqual(["conv_b", "conv_a"]);
      expect(await conversationIds(store, { text: "STRASSE" })).toEqual(["conv_a"]);
      await performAll(
        "conv_d",
        start({ message: "Nothing" }),
        ask("Xylophone or zither?"),
        answer({ text: "a Gramophone" }),
      );
      for (const word of ["xylophone", "GRAMOPHONE", "that"])
        expect([word, await conversationIds(store, { text: word })]).toEqual([word, ["conv_d"]]);
      for (const word of ["parts", "person", "msg_a_1", "ana"])
        expect([word, await conversationIds(store, { text: word })]).toEqual([word, []]);
    });

    test("[DIA-4] inquiries are filtered by who resolved them and by several statuses", async () => {
      const { store, performAll } = await createSetting(create);
      await performAll("conv_a", start(), ask("First?"), answer(), ask("Second?"), decline, ask("Third?"));
      expect(await inquiryIds(store, { resolvedBy: "ana" })).toEqual(["inq_a_1", "inq_a_2"]);
      expect(await inquiryIds(store, { resolvedBy: "bob" })).toEqual([]);
      expect(await inquiryIds(store, { statuses: ["open", "declined"] })).toEqual(["inq_a_2", "inq_a_3"]);
      expect(await inquiryIds(store, { statuses: [] })).toEqual([]);
    });
  });
}

async function conversationIds(store: Store, filter: Partial<ConversationFilter>): Promise<readonly string[]> {
  const { items } = await store.conversations({ limit: 10, ...filter });
  return items.map(({ conversation }) => conversation.id);
}

async function inquiryIds(store: Store, filter: Partial<InquiryFilter>): Promise<readonly string[]> {
  return (await store.inquiries({ limit: 10, ...filter })).items.map(({ id }) => id);
}
