import * as fc from "fast-check";
import { contractNames } from "../contracts/contract-by-name.ts";
import type { ChildEnd, Parent } from "../conversation.ts";
import type { Terms } from "../run.ts";
import { type Choice, choices } from "./arbitraries.ts";
import { type ReplySketch, replySketch } from "./sketches.ts";

/** Something that happens in the simulated world, before it is known in which state it finds the conversation. */
export type Move =
  | { readonly type: "wait"; readonly ms: number }
  | { readonly type: "wake" }
  /** A worker does what the current effect asks for, or a person sets a resting conversation going again. */
  | { readonly type: "work"; readonly reply: ReplySketch }
  /** A report that may be late, made up, or about another kind of work. */
  | { readonly type: "report"; readonly report: Report; readonly key: Key; readonly reply: ReplySketch }
  | {
      readonly type: "child-ended";
      readonly child: "waiting" | "ended" | "unknown";
      readonly outcome: ChildEnd["outcome"];
    }
  | { readonly type: "send-message"; readonly text: string; readonly separate: boolean; readonly by: string }
  | ({ readonly type: "answer"; readonly choices: readonly Choice[]; readonly holdMs: number } & OnInquiry)
  | ({ readonly type: "delegate" | "decline" | "dismiss" | "retract" | "deliver" | "withdraw" } & OnInquiry)
  /** To so much later than the deadline, or than now where there is none; never to expire without it. */
  | ({ readonly type: "extend"; readonly laterMs?: number } & OnInquiry)
  | { readonly type: "stop"; readonly partial?: string }
  | { readonly type: "rename"; readonly title: string }
  | { readonly type: "delete"; readonly withParent?: true }
  | { readonly type: "resume" | "retry" | "start" }
  /** The agent's definition changes: later runs have these terms. */
  | { readonly type: "redefine"; readonly terms: Terms }
  /** The world goes on in a fork from one of the inquiries so far, if there is one. */
  | { readonly type: "fork"; readonly nth: number };

export type Report = (typeof reports)[number];
export type Key = "current" | "earlier" | "made-up" | "empty";
export type Target = "current" | "earlier" | "unknown";

interface OnInquiry {
  readonly by: string;
  readonly target: Target;
}

/** How a simulated conversation begins. */
export interface Setting {
  readonly terms: Terms;
  readonly parent?: Parent;
}

const people = fc.constantFrom("ana", "ben");
const target = fc.constantFrom<Target[]>("current", "current", "current", "earlier", "unknown");
const onInquiry = { by: people, target };
const reply = replySketch;

const reports = [
  "record-reply",
  "record-failure",
  "record-fatal-failure",
  "record-summary",
  "record-interruption",
  "start-tool",
  "finish-tool",
  "record-children-started",
  "record-children-recalled",
  "record-parent-told",
] as const;
const report = fc.constantFrom(...reports);
const key = fc.constantFrom<Key[]>("current", "current", "current", "earlier", "made-up", "empty");

const termsWithoutContract = {
  stepLimit: fc.integer({ min: 1, max: 4 }),
  askLimit: fc.integer({ min: 1, max: 3 }),
  deadlineMs: fc.integer({ min: 1, max: 100 }),
  autoResume: fc.boolean(),
  approve: fc.constantFrom(["deploy"], ["de*"], ["*"], ["deplo", "eploy"]),
  spawn: fc.constantFrom(["scout"], ["scout", "__proto__"], []),
  todos: fc.boolean(),
};

const someTerms: fc.Arbitrary<Terms> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      { contract: fc.constantFrom(...contractNames), ...termsWithoutContract },
      { requiredKeys: ["contract", "stepLimit", "askLimit"], noNullPrototype: true },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record(termsWithoutContract, { requiredKeys: ["stepLimit", "askLimit"], noNullPrototype: true }),
  },
);

export const settings: fc.Arbitrary<Setting> = fc
  .tuple(someTerms, fc.nat(7))
  .map(([terms, chance]) => (chance === 7 ? { terms, parent: { conversationId: "conv_p", callId: "c1" } } : { terms }));

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("wait"), ms: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.constant({ type: "wake" } as const) },
  { weight: 14, arbitrary: fc.record({ type: fc.constant("work"), reply }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("report"), report, key, reply }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("child-ended"),
      child: fc.constantFrom("waiting", "waiting", "ended", "unknown"),
      outcome: fc.constantFrom("finished", "failed", "paused", "stopped"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("send-message"),
      text: fc.constantFrom("Go on", "Wait", " "),
      separate: fc.boolean(),
      by: people,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant("answer"), choices, holdMs: fc.constantFrom(0, 0, 30), ...onInquiry }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom("delegate", "decline", "dismiss", "retract", "retract", "deliver", "withdraw"),
      ...onInquiry,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      { type: fc.constant("extend"), laterMs: fc.constantFrom(-10, 0, 10, 50, 50), ...onInquiry },
      { requiredKeys: ["type", "by", "target"] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("stop"), partial: fc.constant("Half a") }, { requiredKeys: ["type"] }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("resume", "retry", "start") }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("rename"), title: fc.constantFrom("Plan", "Trip", " ") }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("redefine"), terms: someTerms }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("fork"), nth: fc.nat(5) }) },
);

/** The same trouble as often as it takes to fail a run. */
const trouble: fc.Arbitrary<readonly Move[]> = fc
  .record({
    type: fc.constant("report"),
    report: fc.constantFrom("record-failure", "record-interruption"),
    key: fc.constant("current"),
    reply: fc.constant({ calls: [] }),
  })
  .map((some) => Array.from({ length: 5 }, () => some));

/** A stop that the person regrets at once, so that what it left to do is still undone when the next run begins. */
const changeOfMind: fc.Arbitrary<readonly Move[]> = fc
  .record({ type: fc.constant("report"), report, key: fc.constant("current"), reply })
  .map((late): readonly Move[] => [
    { type: "stop" },
    { type: "send-message", text: "No, go on", separate: false, by: "ana" },
    late,
  ]);

const deletions: readonly Move[] = [{ type: "delete" }, { type: "delete", withParent: true }];

/** About forty moves, now and then with a deletion near the end. */
export const moves: fc.Arbitrary<readonly Move[]> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 60, arbitrary: move.map((some): readonly Move[] => [some]) },
        { weight: 1, arbitrary: trouble },
        { weight: 2, arbitrary: changeOfMind },
      ),
      { maxLength: 40, size: "max" },
    ),
    fc.nat(9),
  )
  .map(([made, chance]) => {
    const some = made.flat();
    return chance === 0 ? [...some, ...deletions, ...some.slice(0, 5)] : some;
  });
