import * as fc from "fast-check";
import { contractNames } from "../contracts/contract-by-name.ts";
import type { ChildEnd, Parent } from "../model/conversation.ts";
import type { RememberRule } from "../model/permission.ts";
import type { Terms } from "../model/run.ts";
import { type Choice, choices } from "./arbitraries.ts";
import { type ReplyTemplate, replyTemplate } from "./reply-templates.ts";

/** One action of a simulation. What it does depends on the state of the conversation at that time. */
export type Action =
  | { readonly type: "wait"; readonly ms: number }
  | { readonly type: "wake" }
  /** A worker executes the current effect, or a person continues a conversation that waits. */
  | { readonly type: "work"; readonly reply: ReplyTemplate }
  /** A report that may be late, invented, or about another effect. */
  | { readonly type: "report"; readonly report: Report; readonly key: Key; readonly reply: ReplyTemplate }
  | {
      readonly type: "child-ended";
      readonly child: "waiting" | "ended" | "unknown";
      readonly outcome: ChildEnd["outcome"];
    }
  | { readonly type: "send-message"; readonly text: string; readonly separate: boolean; readonly by: string }
  | ({ readonly type: "answer"; readonly choices: readonly Choice[]; readonly holdMs: number } & OnInquiry)
  | ({ readonly type: "delegate" | "decline" | "dismiss" | "retract" | "deliver" | "withdraw" } & OnInquiry)
  | ({ readonly type: "take" | "release" } & OnInquiry)
  | ({ readonly type: "assign"; readonly to: string | null; readonly widens?: true } & OnInquiry)
  /** How much later than the deadline, or than now where there is none; absent to remove the deadline. */
  | ({ readonly type: "extend"; readonly laterMs?: number } & OnInquiry)
  | { readonly type: "stop"; readonly partial?: string }
  /** One of the permissions that the conversation has or had. */
  | { readonly type: "revoke-permission"; readonly nth: number }
  | { readonly type: "rename"; readonly title: string }
  | { readonly type: "delete"; readonly withParent?: true }
  | { readonly type: "resume" | "retry" | "start" }
  /** The agent's definition changes: later runs have these terms. */
  | { readonly type: "redefine"; readonly terms: Terms }
  /** The simulation continues with a fork from one of the inquiries so far, if there is one. */
  | { readonly type: "fork"; readonly nth: number };

export type Report = (typeof reports)[number];
export type Key = "current" | "earlier" | "made-up" | "empty";
export type Target = "current" | "earlier" | "unknown";

interface OnInquiry {
  /** Who belongs to the group `ops` if they are ben. */
  readonly by: string;
  readonly target: Target;
}

/** How a simulated conversation starts. */
export interface Setup {
  readonly terms: Terms;
  readonly parent?: Parent;
}

const people = fc.constantFrom("ana", "ben");
const target = fc.constantFrom<Target[]>("current", "current", "current", "earlier", "unknown");
const onInquiry = { by: people, target };
const reply = replyTemplate;

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
  remember: fc.constantFrom<(readonly RememberRule[])[]>(
    [
      { tool: "deploy", part: ["to"] },
      { tool: "de*", part: ["to"] },
      { tool: "*", part: true },
    ],
    [{ tool: "deploy", part: ["nowhere"] }],
  ),
  spawn: fc.constantFrom(["scout"], ["scout", "__proto__"], []),
  todos: fc.boolean(),
};

/** Who has to answer and what happens if nobody does, which most definitions do not say. */
const askedPeople: fc.Arbitrary<Partial<Terms>> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        audience: fc.constantFrom({ people: ["ana", "ben"] }, { people: ["ana"], groups: ["ops"] }),
        escalation: fc.constantFrom(
          [{ afterMs: 5, remind: true as const }],
          [
            { afterMs: 5, remind: true as const },
            { afterMs: 20, to: { people: ["ben"] } },
            { afterMs: 40, to: { people: ["ana"] } },
          ],
        ),
        onDeadline: fc.constantFrom({ to: { people: ["ben"] }, forMs: 30 }),
        quorums: fc.constantFrom(
          [{ tool: "deploy", rules: [{ count: 2 }] }],
          [{ tool: "*", rules: [{ count: 1, group: "ops" }, { count: 1 }] }],
        ),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  },
);

const otherTerms: fc.Arbitrary<Terms> = fc.oneof(
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

const someTerms = fc.tuple(otherTerms, askedPeople).map(([terms, who]): Terms => ({ ...terms, ...who }));

export const setups: fc.Arbitrary<Setup> = fc
  .tuple(someTerms, fc.nat(7))
  .map(([terms, chance]) => (chance === 7 ? { terms, parent: { conversationId: "conv_p", callId: "c1" } } : { terms }));

const action: fc.Arbitrary<Action> = fc.oneof(
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
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom("take", "release"), ...onInquiry }) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        type: fc.constant("assign"),
        to: fc.constantFrom("ana", "eve", null),
        widens: fc.constant(true as const),
        ...onInquiry,
      },
      { requiredKeys: ["type", "to", "by", "target"] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("stop"), partial: fc.constant("Half a") }, { requiredKeys: ["type"] }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("resume", "retry", "start") }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("rename"), title: fc.constantFrom("Plan", "Trip", " ") }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("revoke-permission"), nth: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("redefine"), terms: someTerms }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("fork"), nth: fc.nat(5) }) },
);

/** The same failure as often as it takes to fail a run. */
const repeatedFailure: fc.Arbitrary<readonly Action[]> = fc
  .record({
    type: fc.constant("report"),
    report: fc.constantFrom("record-failure", "record-interruption"),
    key: fc.constant("current"),
    reply: fc.constant({ calls: [] }),
  })
  .map((some) => Array.from({ length: 5 }, () => some));

/** A stop and a message at once, so that the work of the stop is not yet done when the next run starts. */
const stopAndContinue: fc.Arbitrary<readonly Action[]> = fc
  .record({ type: fc.constant("report"), report, key: fc.constant("current"), reply })
  .map((late): readonly Action[] => [
    { type: "stop" },
    { type: "send-message", text: "No, go on", separate: false, by: "ana" },
    late,
  ]);

/** The same gated call again and again, where a person allows it for the rest of the conversation. */
const rememberedCalls: fc.Arbitrary<readonly Action[]> = fc.nat(1).map((variant): readonly Action[] => {
  const work: Action = { type: "work", reply: { calls: [{ id: "c1", kind: "deploy", unreadable: false, variant }] } };
  const picks = [{ skip: false, picks: [2] }];
  const allow: Action = { type: "answer", choices: picks, holdMs: 0, by: "ana", target: "current" };
  return [work, work, allow, work, work, work, work];
});

/** A gated call that people allow one after another; sometimes the first takes it back. */
const agreements: fc.Arbitrary<readonly Action[]> = fc
  .tuple(fc.shuffledSubarray(["ana", "ben", "cleo"], { minLength: 2 }), fc.boolean(), fc.constantFrom(0, 30))
  .map(([authors, takesBack, holdMs]): readonly Action[] => {
    const call = { id: "c1", kind: "deploy", unreadable: false, variant: 0 } as const;
    const work: Action = { type: "work", reply: { calls: [call] } };
    const allows = authors.map(
      (by): Action => ({ type: "answer", choices: [{ skip: false, picks: [0] }], holdMs, by, target: "current" }),
    );
    const back = authors.map((by): Action => ({ type: "retract", by, target: "current" }));
    const shown = (["take", "release"] as const).map((type): Action => ({ type, by: "ben", target: "current" }));
    return takesBack ? [work, ...shown, ...allows.slice(0, 1), ...back, ...allows] : [work, ...allows, work, work];
  });

const deletions: readonly Action[] = [{ type: "delete" }, { type: "delete", withParent: true }];

/** About forty actions, sometimes with a deletion near the end. */
export const actions: fc.Arbitrary<readonly Action[]> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 60, arbitrary: action.map((some): readonly Action[] => [some]) },
        { weight: 1, arbitrary: repeatedFailure },
        { weight: 2, arbitrary: stopAndContinue },
        { weight: 2, arbitrary: rememberedCalls },
        { weight: 4, arbitrary: agreements },
      ),
      { maxLength: 40, size: "max" },
    ),
    fc.nat(9),
  )
  .map(([groups, chance]) => {
    const some = groups.flat();
    return chance === 0 ? [...some, ...deletions, ...some.slice(0, 5)] : some;
  });
