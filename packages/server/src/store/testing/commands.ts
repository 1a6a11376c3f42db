import {
  type Audience,
  type Command,
  type CommandOf,
  type Conversation,
  effectKey,
  effectOf,
  type FailureKind,
  type FileReference,
  noUsage,
  type Part,
} from "@askback/core";

/** What a command is built from. */
interface CommandContext {
  readonly id: string;
  readonly conversation: Conversation | undefined;
  readonly at: number;
}

export type CommandBuilder = (context: CommandContext) => Command;

export const terms = { contract: "ask_user_question", stepLimit: 50, askLimit: 50 } as const;

type Start = Partial<CommandOf<"start">>;

/** Starts a conversation that waits for a message. */
export function open(some: Start = {}): CommandBuilder {
  return ({ id, at }) => ({
    type: "start",
    conversationId: id,
    agent: "planner",
    project: "default",
    terms,
    by: "ana",
    at,
    ...some,
  });
}

/** Starts a conversation with a message, so that the model is due. */
export function start(some: Start = {}): CommandBuilder {
  return open({ message: "Plan it", ...some });
}

export function say(text: string, files: readonly FileReference[] = []): CommandBuilder {
  return ({ at }) => ({ type: "send-message", text, files, separate: true, terms, by: "ana", at });
}

export function rename(title: string): CommandBuilder {
  return ({ at }) => ({ type: "rename", title, by: "ana", at });
}

function reply(...parts: readonly Part[]): CommandBuilder {
  return ({ conversation, at }) => ({ type: "record-reply", effect: keyOf(conversation), parts, usage: noUsage, at });
}

export function finish(text = "Done."): CommandBuilder {
  return reply({ type: "text", text });
}

export function callTool(id: string): CommandBuilder {
  return reply({ type: "call", call: { id, name: "look_up", input: {} } });
}

export function ask(question = "Which one?"): CommandBuilder {
  const input = { questions: [{ question, options: [{ label: "This" }, { label: "That" }] }] };
  return reply({ type: "call", call: { id: "call", name: "ask_user_question", input } });
}

/** Asks as a program does that runs elsewhere; the first ask starts the conversation. */
export function askElsewhere(text = "Which one?"): CommandBuilder {
  const options = ["This", "That"].map((label, index) => ({ id: `o${index + 1}`, label }));
  const question = { id: "q1", text, options, multiSelect: false, ownWords: true };
  const origin = { by: "ana", fingerprint: "f", state: "sealed" };
  return ({ id, at }) => ({
    type: "ask",
    conversationId: id,
    agent: "deployer",
    project: "default",
    inquiry: { contract: "external", questions: [question], origin },
    by: "ana",
    at,
  });
}

export function finishTool(text = "Found."): CommandBuilder {
  return ({ conversation, at }) => ({
    type: "finish-tool",
    effect: keyOf(conversation),
    result: { status: "ok", text },
    at,
  });
}

export function failCall(retryAfterMs: number): CommandBuilder {
  const error = { message: "overloaded", retryable: true };
  return ({ conversation, at }) => ({
    type: "record-failure",
    effect: keyOf(conversation),
    error,
    retryAt: at + retryAfterMs,
    at,
  });
}

/** A model call that fails permanently. */
export function failRun(message: string, kind?: FailureKind): CommandBuilder {
  const error = { message, retryable: false, ...(kind && { kind }) };
  return ({ conversation, at }) => ({ type: "record-failure", effect: keyOf(conversation), error, retryAt: at, at });
}

interface AnswerOptions {
  readonly text?: string;
  readonly holdMs?: number;
  readonly files?: readonly FileReference[];
}

export function answer({ text = "This one", holdMs = 0, files = [] }: AnswerOptions = {}): CommandBuilder {
  return ({ conversation, at }) => ({
    type: "answer",
    inquiryId: openInquiryOf(conversation),
    set: { answers: [{ question: "q1", text, files }] },
    holdMs,
    ...ana,
    at,
  });
}

/** She belongs to the groups of all audiences. */
const ana = { by: "ana", groups: ["ops", "sales"] } as const;

/** Allows a gated call, which several people may have to do. */
export function allow(by: string, groups: readonly string[]): CommandBuilder {
  return ({ conversation, at }) => ({
    type: "answer",
    inquiryId: openInquiryOf(conversation),
    set: { answers: [{ question: "q1", options: ["o1"] }] },
    holdMs: 0,
    by,
    groups,
    at,
  });
}

/** Terms under which somebody of finance and somebody of legal must allow `look_up`, and these people are asked. */
export function bothMustAllow(audience: Audience) {
  const rules = ["finance", "legal"].map((group) => ({ group, count: 1 }));
  return { ...terms, approve: ["look_up"], quorums: [{ tool: "look_up", rules }], audience };
}

export function take(by: string): CommandBuilder {
  return ({ conversation, at }) => ({ type: "take", inquiryId: openInquiryOf(conversation), ...ana, by, at });
}

export function assign(to: string): CommandBuilder {
  return ({ conversation, at }) => {
    const inquiryId = openInquiryOf(conversation);
    return { type: "assign", inquiryId, to, widens: true, ...ana, at };
  };
}

export const decline: CommandBuilder = ({ conversation, at }) => ({
  type: "decline",
  inquiryId: openInquiryOf(conversation),
  ...ana,
  at,
});

export const stop: CommandBuilder = ({ at }) => ({ type: "stop", by: "ana", at });
export const remove: CommandBuilder = ({ at }) => ({ type: "delete", by: "ana", at });
export const wake: CommandBuilder = ({ at }) => ({ type: "wake", at });

function keyOf(conversation: Conversation | undefined): string {
  return effectKey(conversation && effectOf(conversation));
}

function openInquiryOf(conversation: Conversation | undefined): string {
  return conversation?.status === "parked" ? conversation.inquiry.id : "";
}

/** Terms under which an agent may start sub-agents. */
export const spawning = { stepLimit: 50, askLimit: 50, spawn: ["reader"] } as const;

export function spawn(task: string): CommandBuilder {
  const input = { agents: [{ agent: "reader", task }] };
  return reply({ type: "call", call: { id: "call", name: "spawn_agents", input } });
}

export const recordRecall: CommandBuilder = ({ conversation, at }) => ({
  type: "record-children-recalled",
  effect: keyOf(conversation),
  at,
});

export function endChild(childId: string): CommandBuilder {
  return ({ at }) => ({ type: "child-ended", childId, end: { outcome: "finished", text: "Read." }, at });
}

export const recordReport: CommandBuilder = ({ conversation, at }) => ({
  type: "record-parent-told",
  effect: keyOf(conversation),
  at,
});
