import type { Audience } from "@askback/core";
import { describe, expect, test } from "vitest";
import type { ConversationFilter, InquiryFilter, Store } from "../store.ts";
import {
  allow,
  answer,
  ask,
  bothMustAllow,
  callTool,
  decline,
  finish,
  open,
  remove,
  rename,
  say,
  start,
} from "./commands.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

/** The rules for who sees what: projects, sub-agents, and search. */
export function visibilityContract(name: string, create: CreateStore): void {
  describe(`${name}: visibility`, () => {
    test("[PROJECT-1] conversations, inquiries, their count and events belong to a project", async () => {
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_a", start(), ask());
      await performAll("conv_b", start({ project: "garden" }), ask());
      expect(await conversationIds(store, { project: "garden" })).toEqual(["conv_b"]);
      expect(await conversationIds(store, { project: "default" })).toEqual(["conv_a"]);
      expect(await inquiryIds(store, { project: "garden", status: "open" })).toEqual(["inq_b_1"]);
      expect(await store.inquiry("inq_b_1")).toMatchObject({ project: "garden" });
      const counts = [{}, { project: "garden" }, { project: "none" }, { project: "garden", createdBy: "bob" }];
      expect(await Promise.all(counts.map((filter) => store.openInquiryCount(filter)))).toEqual([2, 1, 0, 0]);
      const events = await store.events({ after: 0, limit: 100 });
      const projects = new Set(events.map(({ conversationId, project }) => `${conversationId} ${project}`));
      expect([...projects]).toEqual(["conv_a default", "conv_b garden"]);
    });

    test("[SUBAGENT-7] sub-agents are listed under their parent only", async () => {
      const { store, performAll } = await openTestStore(create);
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
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_a", open({ title: "Meadow" }), rename("Orchard"));
      await performAll("conv_b", open(), rename("Orchid"));
      expect(await conversationIds(store, { text: "meadow" })).toEqual([]);
      expect(await conversationIds(store, { text: "ORCH" })).toEqual(["conv_b", "conv_a"]);
    });

    test("[CONV-15] a conversation is found by what people and the agent said, not by stored names and ids", async () => {
      const { store, performAll } = await openTestStore(create);
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

    test("[STORE-23] an inquiry is found by its questions and answers, its agent and the newest title of its conversation", async () => {
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_a", start({ message: "Blackbird" }), ask("Xylophone or zither?"));
      await performAll("conv_b", start({ agent: "Night-Porter" }), ask("Which room?"), answer({ text: "Die Straße" }));
      await performAll("conv_c", start(), ask("Now?"), rename("Größe"), rename("ÜBUNG 100%"));
      await performAll("conv_d", start(), ask("Xylophone?"), remove);
      const idsByText = {
        XYLOphone: ["inq_a_1"],
        "die strasse": ["inq_b_1"],
        "night-p": ["inq_b_1"],
        übung: ["inq_c_1"],
        "u\u0308bung": ["inq_c_1"],
        "0%": ["inq_c_1"],
        größe: [],
        blackbird: [],
        conversationid: [],
        inq_a_1: [],
        "": ["inq_a_1", "inq_b_1", "inq_c_1"],
      };
      for (const [text, ids] of Object.entries(idsByText))
        expect([text, await inquiryIds(store, { text })]).toEqual([text, ids]);
      expect(await inquiryIds(store, { text: "room service", titledAgents: ["Night-Porter"] })).toEqual(["inq_b_1"]);
    });

    test("[STORE-23] a search for inquiries goes with every other filter, and through pages", async () => {
      const { store, performAll } = await openTestStore(create);
      for (const id of ["a", "b", "c"]) await performAll(`conv_${id}`, start(), ask("Tea or coffee?"));
      await performAll("conv_a", decline);
      await performAll("conv_other", start({ project: "garden" }), ask("Tea?"));
      const tea = { text: "tea", project: "default" };
      expect(await inquiryIds(store, { ...tea, status: "open" })).toEqual(["inq_b_1", "inq_c_1"]);
      expect(await inquiryIds(store, { ...tea, statuses: ["declined"], order: "newest" })).toEqual(["inq_a_1"]);
      expect(await inquiryIds(store, { ...tea, agent: "writer" })).toEqual([]);
      const first = await store.inquiries({ ...tea, limit: 2 });
      const second = await store.inquiries({ ...tea, limit: 2, cursor: first.next });
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(["inq_a_1", "inq_b_1", "inq_c_1"]);
    });

    test("[QUORUM-6] [AUDIENCE-4] of a wider audience an inquiry waits only for members of the groups that are missing", async () => {
      const { store, performAll } = await openTestStore(create);
      const asked = (audience: Audience) => start({ by: "zoe", terms: bothMustAllow(audience) });
      const finance = allow("fay", ["finance"]);
      await performAll("conv_a", asked({ groups: ["finance", "legal", "ops"] }), callTool("c1"));
      await performAll("conv_b", asked({ groups: ["finance", "legal", "ops"] }), callTool("c1"), finance);
      await performAll("conv_c", asked({ people: ["bob", "lea"], groups: ["finance"] }), callTool("c1"), finance);
      await performAll("conv_d", start({ by: "zoe" }), ask());
      const idsOf = async (by: string, ...groups: readonly string[]) => {
        const whose = { project: "default", waitsFor: { by, groups } };
        const ids = await inquiryIds(store, { ...whose, status: "open" });
        expect(await store.openInquiryCount(whose)).toBe(ids.length);
        return ids;
      };
      expect(await idsOf("fred", "finance")).toEqual(["inq_a_1", "inq_d_1"]);
      expect(await idsOf("fred", "finance", "legal")).toEqual(["inq_a_1", "inq_b_1", "inq_c_1", "inq_d_1"]);
      expect(await idsOf("lea", "legal")).toEqual(["inq_a_1", "inq_b_1", "inq_c_1", "inq_d_1"]);
      expect(await idsOf("lou", "legal")).toEqual(["inq_a_1", "inq_b_1", "inq_d_1"]);
      expect(await idsOf("otto", "ops")).toEqual(["inq_a_1", "inq_d_1"]);
      expect(await idsOf("bob")).toEqual(["inq_d_1"]);
      expect(await idsOf("fay", "finance", "legal")).toEqual(["inq_a_1", "inq_d_1"]);
    });

    test("[COMPAT-4] inquiries are filtered by who resolved them and by several statuses", async () => {
      const { store, performAll } = await openTestStore(create);
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
