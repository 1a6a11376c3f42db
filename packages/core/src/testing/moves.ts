import * as fc from "fast-check";
import type { Json } from "../json.ts";
import type { Part } from "../message.ts";
import type { Terms } from "../run.ts";
import { type Choice, choices } from "./arbitraries.ts";
import { databaseAsk, terms } from "./samples.ts";

/** Something that happens in the simulated world, before it is known in which state it finds the conversation. */
export type Move =
  | { readonly type: "wait"; readonly ms: number }
  | { readonly type: "wake" }
  /** A worker does what the current effect asks for, or a person sets a resting conversation going again. */
  | { readonly type: "work"; readonly parts: readonly Part[] }
  /** A report that may be late, made up, or about another kind of work. */
  | { readonly type: "report"; readonly report: Report; readonly key: Key; readonly parts: readonly Part[] }
  | { readonly type: "send-message"; readonly text: string; readonly separate: boolean; readonly by: string }
  | ({ readonly type: "answer"; readonly choices: readonly Choice[]; readonly holdMs: number } & OnInquiry)
  | ({ readonly type: "delegate" | "decline" | "dismiss" | "retract" | "withdraw" } & OnInquiry)
  | { readonly type: "stop"; readonly partial?: string }
  | { readonly type: "resume" | "retry" | "delete" | "start" };

export type Report =
  | "record-reply"
  | "record-failure"
  | "record-fatal-failure"
  | "record-summary"
  | "record-interruption"
  | "start-tool"
  | "finish-tool";
export type Key = "current" | "earlier" | "made-up" | "empty";
export type Target = "current" | "earlier" | "unknown";

interface OnInquiry {
  readonly by: string;
  readonly target: Target;
}

const people = fc.constantFrom("ana", "ben");
const target = fc.constantFrom<Target[]>("current", "current", "current", "earlier", "unknown");
const onInquiry = { by: people, target };

const askInputs: readonly Json[] = [
  databaseAsk,
  { questions: [{ question: "Which parts?", options: [{ label: "a, b" }, { label: "c" }], multiSelect: true }] },
  {
    questions: [
      { question: "__proto__", options: [{ label: "constructor" }, { label: "toString" }] },
      { question: "When?", options: [{ label: "Now" }, { label: "Later" }] },
    ],
  },
];
const badInputs: readonly Json[] = [{}, { questions: [] }, "text", null, { ...databaseAsk, answers: {} }];

const callNamed = (name: string, inputs: readonly Json[]) =>
  fc.record({ id: fc.constantFrom("c1", "c2", "c3"), name: fc.constant(name), input: fc.constantFrom(...inputs) });
const call = fc.oneof(
  { weight: 4, arbitrary: callNamed("ask_user_question", askInputs) },
  { weight: 2, arbitrary: callNamed("ask_user_question", badInputs) },
  { weight: 4, arbitrary: callNamed("read_file", [{}]) },
  { weight: 1, arbitrary: callNamed("ask_user_question", [{}]).map((some) => ({ ...some, unreadable: "cut off" })) },
);
const parts: fc.Arbitrary<readonly Part[]> = fc
  .tuple(fc.option(fc.constantFrom("Well", "Done")), fc.array(call, { maxLength: 4, size: "max" }))
  .map(([text, calls]): Part[] => [
    ...(text === null ? [] : [{ type: "text", text } as const]),
    ...calls.map((some) => ({ type: "call", call: some }) as const),
  ]);

const report = fc.constantFrom<Report[]>(
  "record-reply",
  "record-failure",
  "record-fatal-failure",
  "record-summary",
  "record-interruption",
  "start-tool",
  "finish-tool",
);
const key = fc.constantFrom<Key[]>("current", "current", "current", "earlier", "made-up", "empty");

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("wait"), ms: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.constant({ type: "wake" } as const) },
  { weight: 12, arbitrary: fc.record({ type: fc.constant("work"), parts }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("report"), report, key, parts }) },
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
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("answer"), choices, holdMs: fc.constantFrom(0, 30), ...onInquiry }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom("delegate", "decline", "dismiss", "retract", "retract", "retract", "withdraw"),
      ...onInquiry,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("stop"), partial: fc.constant("Half a") }, { requiredKeys: ["type"] }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("resume", "retry", "start") }) },
);

/** The same trouble as often as it takes to fail a run. */
const trouble: fc.Arbitrary<readonly Move[]> = fc
  .record({
    type: fc.constant("report"),
    report: fc.constantFrom("record-failure", "record-interruption"),
    key: fc.constant("current"),
    parts: fc.constant([]),
  })
  .map((report) => Array.from({ length: 5 }, () => report));

const deletion: Move = { type: "delete" };

/** About forty moves, now and then with a deletion near the end. */
export const moves: fc.Arbitrary<readonly Move[]> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 60, arbitrary: move.map((some): readonly Move[] => [some]) },
        { weight: 1, arbitrary: trouble },
      ),
      { maxLength: 40, size: "max" },
    ),
    fc.nat(9),
  )
  .map(([made, chance]) => {
    const some = made.flat();
    return chance === 0 ? [...some, deletion, ...some.slice(0, 5)] : some;
  });

export const someTerms: fc.Arbitrary<Terms> = fc.record(
  {
    contract: fc.constant(terms.contract),
    stepLimit: fc.integer({ min: 1, max: 4 }),
    askLimit: fc.integer({ min: 1, max: 3 }),
    deadlineMs: fc.integer({ min: 1, max: 100 }),
  },
  { requiredKeys: ["contract", "stepLimit", "askLimit"] },
);
