import {
  type Command,
  type CommandOf,
  type Conversation,
  effectKey,
  effectOf,
  noUsage,
  type Part,
} from "@askback/core";

/** What a command is made from when its turn comes. */
interface Moment {
  readonly id: string;
  readonly conversation: Conversation | undefined;
  readonly at: number;
}

export type Wish = (moment: Moment) => Command;

const terms = { contract: "ask_user_question", stepLimit: 50, askLimit: 50 } as const;

type Start = Partial<CommandOf<"start">>;

/** Starts a conversation that waits for a message. */
export function open(some: Start = {}): Wish {
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

/** Starts a conversation whose model is to be called. */
export function start(some: Start = {}): Wish {
  return open({ message: "Plan it", ...some });
}

export function say(text: string): Wish {
  return ({ at }) => ({ type: "send-message", text, separate: true, terms, by: "ana", at });
}

export function rename(title: string): Wish {
  return ({ at }) => ({ type: "rename", title, by: "ana", at });
}

function reply(...parts: readonly Part[]): Wish {
  return ({ conversation, at }) => ({ type: "record-reply", effect: keyOf(conversation), parts, usage: noUsage, at });
}

export function finish(text = "Done."): Wish {
  return reply({ type: "text", text });
}

export function callTool(id: string): Wish {
  return reply({ type: "call", call: { id, name: "look_up", input: {} } });
}

export function ask(question = "Which one?"): Wish {
  const input = { questions: [{ question, options: [{ label: "This" }, { label: "That" }] }] };
  return reply({ type: "call", call: { id: "call", name: "ask_user_question", input } });
}

export function finishTool(text = "Found."): Wish {
  return ({ conversation, at }) => ({
    type: "finish-tool",
    effect: keyOf(conversation),
    result: { status: "ok", text },
    at,
  });
}

export function failCall(restMs: number): Wish {
  const error = { message: "overloaded", retryable: true };
  return ({ conversation, at }) => ({
    type: "record-failure",
    effect: keyOf(conversation),
    error,
    retryAt: at + restMs,
    at,
  });
}

/** A model call that fails for good. */
export function failRun(message: string): Wish {
  const error = { message, retryable: false };
  return ({ conversation, at }) => ({ type: "record-failure", effect: keyOf(conversation), error, retryAt: at, at });
}

export function answer({ text = "This one", holdMs = 0 } = {}): Wish {
  return ({ conversation, at }) => ({
    type: "answer",
    inquiryId: openInquiryOf(conversation),
    set: { answers: [{ question: "q1", text }] },
    holdMs,
    by: "ana",
    at,
  });
}

export const decline: Wish = ({ conversation, at }) => ({
  type: "decline",
  inquiryId: openInquiryOf(conversation),
  by: "ana",
  at,
});

export const stop: Wish = ({ at }) => ({ type: "stop", by: "ana", at });
export const remove: Wish = ({ at }) => ({ type: "delete", by: "ana", at });
export const wake: Wish = ({ at }) => ({ type: "wake", at });

function keyOf(conversation: Conversation | undefined): string {
  return effectKey(conversation && effectOf(conversation));
}

function openInquiryOf(conversation: Conversation | undefined): string {
  return conversation?.status === "parked" ? conversation.inquiry.id : "";
}

/** Terms under which an agent may start sub-agents. */
export const spawning = { stepLimit: 50, askLimit: 50, spawn: ["reader"] } as const;

export function spawn(task: string): Wish {
  const input = { agents: [{ agent: "reader", task }] };
  return reply({ type: "call", call: { id: "call", name: "spawn_agents", input } });
}

export const recalled: Wish = ({ conversation, at }) => ({
  type: "record-children-recalled",
  effect: keyOf(conversation),
  at,
});

export function childEnded(childId: string): Wish {
  return ({ at }) => ({ type: "child-ended", childId, end: { outcome: "finished", text: "Read." }, at });
}

export const toldParent: Wish = ({ conversation, at }) => ({
  type: "record-parent-told",
  effect: keyOf(conversation),
  at,
});
