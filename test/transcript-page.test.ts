import { type ScreenMessage, transcriptForScreen } from "@askback/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Action, actions, setups } from "../packages/core/src/testing/actions.ts";
import type { CallTemplate } from "../packages/core/src/testing/reply-templates.ts";
import { type Simulation, simulate } from "../packages/core/src/testing/simulation.ts";
import { transcriptPage } from "../packages/server/src/http/routes/transcript-page.ts";
import { allMessages, parseCursor } from "../packages/server/src/store/page.ts";
import type { MessageRange, PageRequest } from "../packages/server/src/store/store.ts";

/** The messages of a simulated conversation, and a count of how many were read. */
function sourceOf({ messages, inquiries }: Simulation) {
  const read = { messages: 0 };
  return {
    read,
    async messages(_: string, { from, through }: MessageRange = allMessages) {
      const found = [...messages.values()].filter(({ number }) => number >= from && number <= through);
      read.messages += found.length;
      return found;
    },
    async inquiries({ cursor }: PageRequest) {
      const [since] = (cursor === undefined ? undefined : parseCursor(cursor)) ?? [0];
      return { items: [...inquiries.values()].filter(({ askedAt }) => askedAt >= since) };
    },
  };
}

async function pagesOf(simulation: Simulation, limit: number): Promise<readonly (readonly ScreenMessage[])[]> {
  const pages: (readonly ScreenMessage[])[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    if (pages.length > simulation.messages.size) throw new Error("the pages have no end");
    const page = await transcriptPage(sourceOf(simulation), simulation.conversation, { limit, cursor });
    pages.unshift(page.items);
    cursor = page.next;
    isLast = cursor === undefined;
  }
  return pages;
}

test("[CONV-16] pages of any size, put together, are the whole transcript, with each call beside its result", async () => {
  const someSimulation = fc.tuple(setups, actions, fc.integer({ min: 1, max: 7 }));
  await fc.assert(
    fc.asyncProperty(someSimulation, async ([setup, made, limit]) => {
      const simulation = simulate(setup, made);
      const whole = transcriptForScreen([...simulation.messages.values()], [...simulation.inquiries.values()]);
      const pages = await pagesOf(simulation, limit);
      expect(pages.flat()).toEqual(whole);
      expect(pages.slice(1).every(({ length }) => length === limit)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("[CONV-16] an ask stays with its reply where a later page uses its call id again", async () => {
  const reply = (id: string, kind: CallTemplate["kind"], variant: number): Action => ({
    type: "work",
    reply: { calls: [{ id, kind, unreadable: false, variant }] },
  });
  const delegate: Action = { type: "delegate", by: "ana", target: "current" };
  const tool: Action = { type: "work", reply: { calls: [] } };
  const simulation = simulate({ terms: { contract: "ask_user_question", stepLimit: 9, askLimit: 9 } }, [
    reply("c1", "ask", 0),
    delegate,
    reply("c2", "read", 0),
    tool,
    tool,
    reply("c1", "ask", 2),
    delegate,
  ]);
  const whole = transcriptForScreen([...simulation.messages.values()], [...simulation.inquiries.values()]);
  expect(simulation.inquiries.size).toBe(2);
  expect((await pagesOf(simulation, 1)).flat()).toEqual(whole);
});

test("[CONV-16] an approval stays with its reply where an earlier page has its call id too", async () => {
  const reply = (...calls: readonly (readonly [string, CallTemplate["kind"]])[]): Action => ({
    type: "work",
    reply: { calls: calls.map(([id, kind]) => ({ id, kind, unreadable: false, variant: 0 })) },
  });
  const delegate: Action = { type: "delegate", by: "ana", target: "current" };
  const terms = { contract: "ask_user_question", stepLimit: 3, askLimit: 1, approve: ["deploy"] } as const;
  const simulation = simulate({ terms }, [
    reply(["c2", "ask"], ["c2", "ask"]),
    delegate,
    reply(["c1", "ask"], ["c1", "ask"]),
    reply(["c2", "ask"], ["c2", "deploy"]),
  ]);
  const whole = transcriptForScreen([...simulation.messages.values()], [...simulation.inquiries.values()]);
  expect([...simulation.inquiries.values()].filter(({ approval }) => approval)).toHaveLength(1);
  expect((await pagesOf(simulation, 1)).flat()).toEqual(whole);
});

test("[CONV-16] a page reads its own part of a long conversation", async () => {
  const work = { type: "work", reply: { text: "Done", calls: [] } } as const;
  const said = { type: "send-message", text: "Go on", separate: false, by: "ana" } as const;
  const exchange = [said, work];
  const simulation = simulate(
    { terms: { contract: "ask_user_question", stepLimit: 4, askLimit: 3 } },
    Array.from({ length: 1_000 }, () => exchange).flat(),
  );
  const source = sourceOf(simulation);
  const { items, next } = await transcriptPage(source, simulation.conversation, { limit: 20 });
  expect(items).toHaveLength(20);
  expect(simulation.messages.size).toBeGreaterThan(1_500);
  expect(source.read.messages).toBeLessThan(100);
  expect((await transcriptPage(source, simulation.conversation, { limit: 20, cursor: next })).items).toHaveLength(20);
  expect(source.read.messages).toBeLessThan(200);
});
