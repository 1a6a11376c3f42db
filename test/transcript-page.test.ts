import { type ScreenMessage, transcriptForScreen } from "@askback/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Move, moves, settings } from "../packages/core/src/testing/moves.ts";
import { simulate, type World } from "../packages/core/src/testing/simulation.ts";
import type { CallSketch } from "../packages/core/src/testing/sketches.ts";
import { transcriptPage } from "../packages/server/src/http/transcript-page.ts";
import { everyMessage, orderOf } from "../packages/server/src/store/pages.ts";
import type { MessageRange, PageRequest } from "../packages/server/src/store/store.ts";

/** What a store would tell of a simulated conversation, and how many messages it was asked for. */
function sourceOf({ messages, inquiries }: World) {
  const read = { messages: 0 };
  return {
    read,
    async messages(_: string, { from, through }: MessageRange = everyMessage) {
      const found = [...messages.values()].filter(({ number }) => number >= from && number <= through);
      read.messages += found.length;
      return found;
    },
    async inquiries({ cursor }: PageRequest) {
      const [since] = (cursor === undefined ? undefined : orderOf(cursor)) ?? [0];
      return { items: [...inquiries.values()].filter(({ askedAt }) => askedAt >= since) };
    },
  };
}

async function pagesOf(world: World, limit: number): Promise<readonly (readonly ScreenMessage[])[]> {
  const pages: (readonly ScreenMessage[])[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    if (pages.length > world.messages.size) throw new Error("the pages have no end");
    const page = await transcriptPage(sourceOf(world), world.conversation, { limit, cursor });
    pages.unshift(page.items);
    cursor = page.next;
    isLast = cursor === undefined;
  }
  return pages;
}

test("[LATER-3] pages of any size, put together, are the whole transcript, with each call beside its result", async () => {
  const someWorld = fc.tuple(settings, moves, fc.integer({ min: 1, max: 7 }));
  await fc.assert(
    fc.asyncProperty(someWorld, async ([setting, made, limit]) => {
      const world = simulate(setting, made);
      const whole = transcriptForScreen([...world.messages.values()], [...world.inquiries.values()]);
      const pages = await pagesOf(world, limit);
      expect(pages.flat()).toEqual(whole);
      expect(pages.slice(1).every(({ length }) => length === limit)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("[LATER-3] an ask stays with its reply where a later page uses its call id again", async () => {
  const reply = (id: string, kind: CallSketch["kind"], variant: number): Move => ({
    type: "work",
    reply: { calls: [{ id, kind, unreadable: false, variant }] },
  });
  const delegate: Move = { type: "delegate", by: "ana", target: "current" };
  const tool: Move = { type: "work", reply: { calls: [] } };
  const world = simulate({ terms: { contract: "ask_user_question", stepLimit: 9, askLimit: 9 } }, [
    reply("c1", "ask", 0),
    delegate,
    reply("c2", "read", 0),
    tool,
    tool,
    reply("c1", "ask", 2),
    delegate,
  ]);
  const whole = transcriptForScreen([...world.messages.values()], [...world.inquiries.values()]);
  expect(world.inquiries.size).toBe(2);
  expect((await pagesOf(world, 1)).flat()).toEqual(whole);
});

test("[LATER-3] an approval stays with its reply where an earlier page has its call id too", async () => {
  const reply = (...calls: readonly (readonly [string, CallSketch["kind"]])[]): Move => ({
    type: "work",
    reply: { calls: calls.map(([id, kind]) => ({ id, kind, unreadable: false, variant: 0 })) },
  });
  const goOn: Move = { type: "send-message", text: "Go on", separate: false, by: "ana" };
  const terms = { contract: "ask_user_question", stepLimit: 3, askLimit: 1, approve: ["deploy"] } as const;
  const world = simulate({ terms }, [
    reply(["c2", "ask"], ["c2", "ask"]),
    goOn,
    reply(["c1", "ask"], ["c1", "ask"]),
    reply(["c2", "ask"], ["c2", "deploy"]),
  ]);
  const whole = transcriptForScreen([...world.messages.values()], [...world.inquiries.values()]);
  expect([...world.inquiries.values()].filter(({ approval }) => approval)).toHaveLength(1);
  expect((await pagesOf(world, 1)).flat()).toEqual(whole);
});

test("[LATER-3] a page reads its own part of a long conversation", async () => {
  const work = { type: "work", reply: { text: "Done", calls: [] } } as const;
  const said = { type: "send-message", text: "Go on", separate: false, by: "ana" } as const;
  const exchange = [said, work];
  const world = simulate(
    { terms: { contract: "ask_user_question", stepLimit: 4, askLimit: 3 } },
    Array.from({ length: 1_000 }, () => exchange).flat(),
  );
  const source = sourceOf(world);
  const { items, next } = await transcriptPage(source, world.conversation, { limit: 20 });
  expect(items).toHaveLength(20);
  expect(world.messages.size).toBeGreaterThan(1_500);
  expect(source.read.messages).toBeLessThan(100);
  expect((await transcriptPage(source, world.conversation, { limit: 20, cursor: next })).items).toHaveLength(20);
  expect(source.read.messages).toBeLessThan(200);
});
