import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Clock } from "../../clock.ts";
import type { SearchLimits } from "../slices.ts";
import type { ConversationFilter, InquiryFilter, Page, Store } from "../store.ts";
import { createCommandRunner } from "./command-runner.ts";
import {
  answer,
  ask,
  assign,
  decline,
  failRun,
  finish,
  open,
  remove,
  say,
  spawn,
  spawning,
  start,
  take,
  terms,
} from "./commands.ts";
import { createManualClock, type ManualClock } from "./manual-clock.ts";
import { createMemoryStore } from "./memory-store.ts";

export type CreateSearchedStore = (clock: Clock, searchLimits: SearchLimits) => Promise<Store>;

/** Slices of one and two rows, and pages that end early after five. */
const tightLimits: SearchLimits = { rows: 5, ms: 600_000, sliceRows: [1, 2] };

/** Searches in slices are compared with the memory store, which looks at everything at once. */
export function searchContract(name: string, create: CreateSearchedStore): void {
  describe(`${name}: searches`, () => {
    test("[STORE-40] [STORE-41] [STORE-42] searches and counts give what looking at every row gives, over pages that end early", async () => {
      const clock = createManualClock();
      const store = await create(clock, tightLimits);
      onTestFinished(() => store.close());
      const model = createMemoryStore({ clock });
      for (const one of [store, model]) await fill(one, createManualClock(clock.now()));
      await fc.assert(
        fc.asyncProperty(conversationFilters, inquiryFilters, async (conversations, inquiries) => {
          const found = await readAll((page) => store.conversations({ ...conversations, ...page }));
          expect(found).toEqual(await readAll((page) => model.conversations({ ...conversations, ...page })));
          const asked = await readAll((page) => store.inquiries({ ...inquiries, ...page }));
          expect(asked).toEqual(await readAll((page) => model.inquiries({ ...inquiries, ...page })));
          const { project, createdBy, snoozedBy, notSnoozedBy, waitsFor } = inquiries;
          const counted = { project, createdBy, snoozedBy, notSnoozedBy, waitsFor };
          expect(await store.openInquiryCount(counted)).toBe(await model.openInquiryCount(counted));
        }),
        { numRuns: 60 },
      );
      const sets = await store.waitingSets("default");
      expect(sets.length).toBeGreaterThan(0);
      expect([...sets].sort()).toEqual([...(await model.waitingSets("default"))].sort());
    });

    test("[STORE-41] a page of a search that reaches its limit is short or empty, and says where to go on", async () => {
      const store = await openFilled(create);
      const nowhere = { project: "default", text: "nowhere", limit: 50 };
      const first = await store.conversations(nowhere);
      expect(first).toEqual({ items: [], next: expect.any(String) });
      expect((await store.inquiries({ ...nowhere, text: "which" })).items.length).toBeLessThanOrEqual(5);
    });

    test("[STORE-41] a search ends when its caller goes away", async () => {
      const store = await openFilled(create, { ...tightLimits, rows: 1_000 });
      const nowhere = { project: "default", text: "nowhere", limit: 50 };
      expect(await store.conversations(nowhere)).toEqual({ items: [] });
      const gone = AbortSignal.abort();
      expect(await store.conversations(nowhere, gone)).toEqual({ items: [], next: expect.any(String) });
      expect(await store.inquiries(nowhere, gone)).toEqual({ items: [], next: expect.any(String) });
    });
  });
}

async function openFilled(create: CreateSearchedStore, limits = tightLimits): Promise<Store> {
  const clock = createManualClock();
  const store = await create(clock, limits);
  onTestFinished(() => store.close());
  await fill(store, clock);
  return store;
}

const words = ["plan", "Plan B", "ÜBUNG", "100%", "under_score", "ΟΔΟΣ"];
const projects = ["default", "garden"];
const people = ["ana", "bob"];
const agents = ["planner", "writer"];
const audiences = [
  undefined,
  { people: ["ana"] },
  { groups: ["ops"] },
  { people: ["ana", "bob"], groups: ["sales"] },
  undefined,
];
const members = [{ by: "ana" }, { by: "bob", groups: ["ops"] }, { by: "eve", groups: ["sales", "ops"] }, { by: "eve" }];

/** Conversations of two projects, people and agents with different words in titles, messages, questions and answers. */
async function fill(store: Store, clock: ManualClock): Promise<void> {
  const { performAll } = createCommandRunner(store, clock);
  for (let count = 0; count < 24; count += 1) {
    const id = `conv_${String.fromCharCode(97 + count)}`;
    const word = words[count % words.length] ?? "";
    const project = projects[count % 5 === 0 ? 1 : 0] ?? "";
    const by = people[count % 2] ?? "";
    const agent = agents[count % 3 === 0 ? 1 : 0] ?? "";
    const audience = audiences[count % audiences.length];
    const opening = {
      project,
      by,
      agent,
      ...(count % 4 === 0 && { title: `About ${word}` }),
      ...(audience && { terms: { ...terms, audience } }),
    };
    if (count % 7 === 0) await performAll(id, start({ ...opening, message: word }), failRun(word));
    else if (count % 7 === 1) await performAll(id, open(opening), say(word), finish());
    else if (count % 7 === 2) await performAll(id, start(opening), ask(`Which ${word}?`));
    else if (count % 7 === 3) await performAll(id, start(opening), ask("Which?"), answer({ text: word }), finish());
    else if (count % 7 === 4) await performAll(id, start(opening), ask("Which one?"), decline, finish(), remove);
    else if (count % 7 === 5) await performAll(id, start(opening), ask(`Which ${word}?`), answer({ holdMs: 100 }));
    else await performAll(id, start({ ...opening, terms: spawning }), spawn(word));
    if (count % 3 === 0) clock.advance(1);
  }
  await performAll("conv_c", take("ana"));
  await performAll("conv_j", assign("bob"));
  await performAll("conv_q", assign("bob"), take("ana"), assign("eve"));
  const parent = { conversationId: "conv_g", callId: "call" };
  await performAll("conv_gk1", start({ agent: "reader", message: "plan", parent }));
  for (const [index, inquiryId] of ["inq_c_1", "inq_j_1", "inq_q_1"].entries())
    await store.personal.snooze({ principal: people[index % 2] ?? "", inquiryId }, clock.now() + 1_000_000);
}

const optional = <Value>(...values: readonly Value[]) => fc.constantFrom(undefined, ...values);
const texts = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  fc.constantFrom("PLAN", "b", "übung", "%", "_", "οδοσ", "which", "nowhere", ""),
  fc.constantFrom(...words).chain((word) => fc.nat(word.length).map((from) => word.slice(from, from + 3))),
);
const visibility = { project: optional(...projects, "nobody"), createdBy: optional(...people) };

const conversationFilters: fc.Arbitrary<Omit<ConversationFilter, "limit">> = fc.record({
  ...visibility,
  status: optional("idle", "failed", "parked", "deleted", "delegating"),
  agent: optional(...agents, "reader"),
  text: texts,
  parentId: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.constant("conv_g")),
});

const inquiryFilters: fc.Arbitrary<Omit<InquiryFilter, "limit">> = fc
  .record({
    ...visibility,
    status: optional<InquiryStatus>("open", "answered", "held", "declined"),
    statuses: optional<readonly InquiryStatus[]>(["answered", "open"]),
    agent: optional(...agents),
    text: texts,
    resolvedBy: optional("ana", "bob"),
    waitsFor: optional(...members),
    waitingSets: optional(['{"people":["ana"]}', '{"groups":["ops"]}'], []),
    assigned: fc.constantFrom({}, { assignedTo: "ana" }, { assignedToOtherThan: "ana" }, { unassigned: true as const }),
    order: optional("oldest" as const, "newest" as const),
    conversationId: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.constant("conv_c")),
    snooze: fc.oneof(
      fc.constant({}),
      fc.constantFrom(...people).map((snoozedBy) => ({ snoozedBy })),
      fc.constantFrom(...people).map((notSnoozedBy) => ({ notSnoozedBy })),
    ),
  })
  .map(({ snooze, assigned, ...filter }) => ({ ...filter, ...snooze, ...assigned }));

type InquiryStatus = NonNullable<InquiryFilter["status"]>;

/** The items of all pages, of three items each. */
async function readAll<Item>(
  read: (page: { readonly limit: number; readonly cursor: string | undefined }) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await read({ limit: 3, cursor });
    expect(items.length).toBeLessThanOrEqual(3);
    found.push(...items);
    if (next === undefined) return found;
    cursor = next;
  }
}
