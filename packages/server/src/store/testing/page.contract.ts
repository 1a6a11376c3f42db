import { describe, expect, test } from "vitest";
import type { ConversationFilter, InquiryFilter, Page, Store } from "../store.ts";
import { answer, ask, decline, finish, open, remove, say, start } from "./commands.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

export function pageContract(name: string, create: CreateStore): void {
  describe(`${name}: pages`, () => {
    test("[STORE-11] pages of conversations, newest first, neither repeat nor skip while others are added", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      for (let count = 0; count < 7; count += 1) {
        // Several have the same time, across the end of a page.
        if (count === 1 || count === 6) clock.advance(1);
        await performAll(`conv_${count}`, open());
      }
      const pages = await walk(
        (cursor) => conversationIds(store, { limit: 2, ...cursor }),
        async (page) => {
          clock.advance(1);
          await performAll(`conv_new${page}`, open());
          await performAll(`conv_${page}`, say("Moved on"));
        },
      );
      expect(pages).toEqual([["conv_6", "conv_5"], ["conv_4", "conv_3"], ["conv_2", "conv_1"], ["conv_0"]]);
    });

    test("[STORE-11] a lookup by any text causes no error", async () => {
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_a", start(), ask());
      for (const id of ["", "\0", "conv_a\0", "\u{d800}", "'; --", "x".repeat(10_000)]) {
        expect(await store.load(id)).toBeUndefined();
        expect(await store.inquiry(id)).toBeUndefined();
        expect(await store.run(id)).toBeUndefined();
        expect(await store.reply({ principal: id, route: id, key: id })).toBeUndefined();
        expect([...(await store.messages(id)), ...(await store.runs(id))]).toEqual([]);
        for (const filter of [{ agent: id }, { createdBy: id }, { project: id }]) {
          expect(await store.conversations({ limit: 1, ...filter })).toEqual({ items: [] });
          expect(await store.inquiries({ limit: 1, ...filter })).toEqual({ items: [] });
        }
        expect(await store.inquiries({ limit: 1, runId: id })).toEqual({ items: [] });
        if (id !== "") expect(await store.inquiries({ limit: 1, text: id })).toEqual({ items: [] });
        expect(await store.openInquiryCount({ project: id })).toBe(0);
      }
    });

    test("[STORE-11] inquiries can be paged in either order", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      for (const id of ["conv_a", "conv_b", "conv_c"]) {
        await performAll(id, start(), ask());
        if (id === "conv_b") clock.advance(1);
      }
      const pagesIn = (order: "oldest" | "newest") =>
        walk((cursor) => inquiryIds(store, { limit: 2, order, ...cursor }));
      expect(await pagesIn("oldest")).toEqual([["inq_a_1", "inq_b_1"], ["inq_c_1"]]);
      expect(await pagesIn("newest")).toEqual([["inq_c_1", "inq_b_1"], ["inq_a_1"]]);
    });

    test("[STORE-11] the last page has no next one", async () => {
      const { store, performAll } = await openTestStore(create);
      for (const id of ["conv_a", "conv_b"]) await performAll(id, open());
      expect((await store.conversations({ limit: 1 })).next).toBeTypeOf("string");
      expect(await store.conversations({ limit: 2 })).not.toHaveProperty("next");
      expect(await store.inquiries({ limit: 2 })).toEqual({ items: [] });
    });

    test("[STORE-11] conversations are filtered by status, agent and creator; deleted ones are shown on request", async () => {
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_a", open({ agent: "writer" }));
      await performAll("conv_b", start({ by: "bob" }));
      await performAll("conv_c", start({ agent: "writer", by: "bob" }), ask());
      await performAll("conv_d", start(), remove);
      const list = async (filter: Partial<ConversationFilter>) =>
        (await conversationIds(store, { limit: 10, ...filter })).items;
      expect(await list({})).toEqual(["conv_c", "conv_b", "conv_a"]);
      expect(await list({ status: "parked" })).toEqual(["conv_c"]);
      expect(await list({ status: "deleted" })).toEqual(["conv_d"]);
      expect(await list({ agent: "writer" })).toEqual(["conv_c", "conv_a"]);
      expect(await list({ createdBy: "bob" })).toEqual(["conv_c", "conv_b"]);
      expect(await list({ createdBy: "bob", agent: "writer", status: "thinking" })).toEqual([]);
    });

    test("[STORE-11] a search finds a part of the title, in any case and script", async () => {
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_a", open({ title: "Plan A" }));
      await performAll("conv_b", open({ title: "the PLAN" }));
      await performAll("conv_c", open({ title: "ÜBUNG, Straße" }));
      await performAll("conv_d", open({ title: "ЖУК ΟΔΟΣ" }));
      await performAll("conv_e", open({ title: "100% sure" }));
      await performAll("conv_untitled", open());
      const idsByText = {
        plan: ["conv_b", "conv_a"],
        "PLAN a": ["conv_a"],
        übung: ["conv_c"],
        "u\u0308bung": ["conv_c"],
        STRASSE: ["conv_c"],
        жук: ["conv_d"],
        οδοσ: ["conv_d"],
        "0%": ["conv_e"],
        "%": ["conv_e"],
        _: [],
        "": ["conv_e", "conv_d", "conv_c", "conv_b", "conv_a"],
      };
      for (const [text, ids] of Object.entries(idsByText))
        expect([text, (await conversationIds(store, { limit: 10, text })).items]).toEqual([text, ids]);
    });

    test("[STORE-11] pages of inquiries, oldest first, neither repeat nor skip while inquiries are answered and asked", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      for (let count = 0; count < 7; count += 1) {
        if (count === 1 || count === 6) clock.advance(1);
        await performAll(`conv_${count}`, start(), ask());
      }
      const pages = await walk(
        (cursor) => inquiryIds(store, { limit: 2, status: "open", ...cursor }),
        async (page) => {
          // The last inquiry of the page, which its cursor names, is no longer open.
          await performAll(`conv_${page * 2 + 1}`, answer());
          if (page === 0) await performAll("conv_z", start(), ask());
          clock.advance(1);
        },
      );
      expect(pages).toEqual([
        ["inq_0_1", "inq_1_1"],
        ["inq_2_1", "inq_3_1"],
        ["inq_4_1", "inq_5_1"],
        ["inq_6_1", "inq_z_1"],
      ]);
    });

    test("[STORE-11] inquiries are filtered by status, conversation, run, agent and creator, and the open ones counted", async () => {
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_a", start(), ask("First?"), answer(), ask("Second?"), decline, finish());
      await performAll("conv_a", say("Go on"), ask("Third?"));
      await performAll("conv_b", start({ agent: "writer", by: "bob" }), ask());
      await performAll("conv_c", start({ by: "bob" }), ask(), answer({ holdMs: 100 }));
      const list = async (filter: Partial<InquiryFilter>) => (await inquiryIds(store, { limit: 10, ...filter })).items;
      expect(await list({})).toEqual(["inq_a_1", "inq_a_2", "inq_a_3", "inq_b_1", "inq_c_1"]);
      expect(await list({ status: "open" })).toEqual(["inq_a_3", "inq_b_1"]);
      expect(await list({ status: "held" })).toEqual(["inq_c_1"]);
      expect(await list({ conversationId: "conv_a" })).toEqual(["inq_a_1", "inq_a_2", "inq_a_3"]);
      expect(await list({ conversationId: "conv_a", status: "declined" })).toEqual(["inq_a_2"]);
      expect(await list({ runId: "run_a_1" })).toEqual(["inq_a_1", "inq_a_2"]);
      expect(await list({ agent: "writer" })).toEqual(["inq_b_1"]);
      expect(await list({ createdBy: "bob" })).toEqual(["inq_b_1", "inq_c_1"]);
      const counts = [undefined, "ana", "bob", "carol"].map((createdBy) => store.openInquiryCount({ createdBy }));
      expect(await Promise.all(counts)).toEqual([2, 1, 1, 0]);
    });

    test("[STORE-11] runs of a conversation are listed in the order they started", async () => {
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_b", start());
      await performAll("conv_a", open());
      for (let count = 0; count < 11; count += 1) await performAll("conv_a", say("Go"), finish());
      const runs = await store.runs("conv_a");
      expect(runs.map(({ id }) => id)).toEqual(Array.from({ length: 11 }, (_, index) => `run_a_${index + 1}`));
      expect(runs.every(({ status }) => status === "finished")).toBe(true);
      expect(await store.run("run_b_1")).toMatchObject({ conversationId: "conv_b", status: "running" });
      expect(await store.run("run_c_1")).toBeUndefined();
    });
  });
}

/** Reads all pages and runs `meanwhile` between them. */
async function walk(
  read: (cursor: { readonly cursor?: string }) => Promise<Page<string>>,
  meanwhile = async (_page: number): Promise<void> => {},
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let cursor: { readonly cursor?: string } | undefined = {};
  while (cursor) {
    const { items, next }: Page<string> = await read(cursor);
    if (next !== undefined) await meanwhile(pages.length);
    pages.push(items);
    cursor = next === undefined ? undefined : { cursor: next };
  }
  return pages;
}

async function conversationIds(store: Store, filter: ConversationFilter): Promise<Page<string>> {
  const { items, ...rest } = await store.conversations(filter);
  return { items: items.map(({ conversation }) => conversation.id), ...rest };
}

async function inquiryIds(store: Store, filter: InquiryFilter): Promise<Page<string>> {
  const { items, ...rest } = await store.inquiries(filter);
  return { items: items.map(({ id }) => id), ...rest };
}
