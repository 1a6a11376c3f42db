import * as fc from "fast-check";
import type { Part } from "../model/message.ts";
import type { Json, ToolCall } from "../model/tool-call.ts";
import { databaseAsk } from "./samples.ts";

/** A reply of a model that does not yet name the contract of the agent. */
export interface ReplyTemplate {
  readonly text?: string;
  readonly calls: readonly CallTemplate[];
}

export interface CallTemplate {
  readonly id: string;
  readonly kind: "ask" | "bad-ask" | "foreign-ask" | "spawn" | "bad-spawn" | "todos" | "bad-todos" | "deploy" | "read";
  readonly unreadable: boolean;
  /** The index of its input among those of its kind. */
  readonly variant: number;
}

const partsAsk = {
  questions: [{ question: "Which parts?", options: [{ label: "a, b" }, { label: "c" }], multiSelect: true }],
};
const trapsAsk = {
  questions: [
    { question: "__proto__", options: [{ label: "constructor" }, { label: "toString" }] },
    { question: "When?", options: [{ label: "Now" }, { label: "Later" }] },
  ],
};
const severalQuestions: readonly Json[] = [databaseAsk, partsAsk, trapsAsk];
const richAsk = {
  context: "It will hold **ten** rows.",
  questions: [
    {
      question: "Which file?",
      options: [
        { label: "One", recommended: "Simpler", preview: { kind: "diff", text: " a\n-b\n+c" } },
        { label: "Two", preview: { kind: "code", text: "\tb()", language: "typescript" } },
      ],
    },
  ],
};

/** Inputs that each contract accepts. */
export const goodAsks: Readonly<Record<string, readonly [Json, ...Json[]]>> = {
  ask_user_question: [databaseAsk, ...severalQuestions, richAsk],
  AskUserQuestion: [databaseAsk, ...severalQuestions],
  ask_user: [
    { question: "What shall it be called?" },
    { question: "Which?", options: [{ label: "Planet", value: "planet" }, { label: "Metal" }] },
    { question: "__proto__", options: [{ label: "constructor", value: "__proto__" }] },
  ],
  question: [
    { question: "Go on?", options: [{ label: "Yes" }, { label: "No" }], custom: false },
    { header: "Parts", question: "Which?", options: [{ label: "a, b" }, { label: "c" }], multiple: true },
    { question: "Only this?", options: [{ label: "This" }] },
  ],
};

const badAsks: readonly Json[] = [{}, { questions: [] }, "text", null, { ...databaseAsk, answers: {} }];
const goodSpawns: readonly Json[] = [
  { agents: [{ agent: "scout", task: "Look" }] },
  {
    agents: [
      { agent: "scout", task: "Look left" },
      { agent: "scout", task: "Look right" },
    ],
  },
];
const badSpawns: readonly Json[] = [{}, { agents: [] }, null, { agents: [{ agent: "__proto__", task: "Look" }] }];
const goodTodos: readonly Json[] = [{ todos: [{ content: "Plan", status: "in_progress" }] }, { todos: [] }];
const badTodos: readonly Json[] = [{}, null, { todos: [{ content: " ", status: "pending" }] }];

const kind = fc.oneof(
  { weight: 8, arbitrary: fc.constant("ask" as const) },
  { weight: 4, arbitrary: fc.constantFrom("read", "deploy", "spawn") },
  { weight: 2, arbitrary: fc.constantFrom("bad-ask", "foreign-ask", "bad-spawn", "todos", "bad-todos") },
);
const callTemplate: fc.Arbitrary<CallTemplate> = fc.record({
  id: fc.constantFrom("c1", "c2", "c3"),
  kind,
  unreadable: fc.nat(14).map((chance) => chance === 14),
  variant: fc.nat(9),
});

/** A single ask, or a few of which some repeat an earlier one. */
const onlyAsks: fc.Arbitrary<readonly CallTemplate[]> = fc
  .oneof(fc.tuple(fc.nat(9)), fc.array(fc.nat(1), { minLength: 2, maxLength: 3 }))
  .map((variants) => variants.map((variant) => ({ id: "c1", kind: "ask", unreadable: false, variant })));

export const replyTemplate: fc.Arbitrary<ReplyTemplate> = fc.record(
  {
    text: fc.constantFrom("Well", "Done"),
    calls: fc.oneof(
      { weight: 3, arbitrary: fc.array(callTemplate, { maxLength: 4, size: "max" }) },
      { weight: 1, arbitrary: onlyAsks },
    ),
  },
  { requiredKeys: ["calls"] },
);

/** The parts of the reply for an agent with this contract, or with none. */
export function templateToParts({ text, calls }: ReplyTemplate, contract: string | undefined): readonly Part[] {
  return [
    ...(text === undefined ? [] : [{ type: "text", text } as const]),
    ...calls.map((template) => ({ type: "call", call: callOf(template, contract ?? "ask_user_question") }) as const),
  ];
}

function callOf({ id, kind, unreadable, variant }: CallTemplate, contract: string): ToolCall {
  const [name, inputs] = nameAndInputs(kind, contract);
  const input = inputs[variant % inputs.length] ?? {};
  return unreadable ? { id, name, input: {}, unreadable: "cut off" } : { id, name, input };
}

function nameAndInputs(kind: CallTemplate["kind"], contract: string): readonly [string, readonly Json[]] {
  switch (kind) {
    case "ask":
      return [contract, goodAsks[contract] ?? []];
    case "bad-ask":
      return [contract, badAsks];
    case "foreign-ask": {
      const other = Object.keys(goodAsks).find((name) => name !== contract) ?? "";
      return [other, goodAsks[other] ?? []];
    }
    case "spawn":
      return ["spawn_agents", goodSpawns];
    case "bad-spawn":
      return ["spawn_agents", badSpawns];
    case "todos":
      return ["update_todos", goodTodos];
    case "bad-todos":
      return ["update_todos", badTodos];
    case "deploy":
      return ["deploy", [{ to: "production" }, { to: "__proto__" }]];
    case "read":
      return ["read_file", [{}]];
  }
}
