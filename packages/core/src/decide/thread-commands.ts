import type { CommandOf } from "../command.ts";
import type { Conversation } from "../conversation.ts";
import { evolve } from "../evolve.ts";
import { derivedId } from "../id.ts";
import { isBlank } from "../plain-text.ts";
import { err, ok } from "../result.ts";
import type { Terms } from "../run.ts";
import { isOverdue } from "./inquiry-commands.ts";
import { createLedger, type Decision, type Ledger } from "./ledger.ts";
import { deliverMailbox, finishCall, interruptedResult, skipCalls } from "./proceed.ts";
import { resolve } from "./resolve.ts";

export function start(command: CommandOf<"start">): Decision {
  const { conversationId, agent, title, message, terms, by, at } = command;
  if (message !== undefined && isBlank(message)) return err({ code: "message-blank" });
  const started = {
    type: "conversation.started",
    at,
    conversationId,
    agent,
    by,
    ...(title !== undefined && { title }),
  } as const;
  if (message === undefined) return ok([started]);
  const ledger = createLedger(evolve(undefined, started));
  receive(ledger, message, by, at);
  startRun(ledger, terms, at);
  return ok([started, ...ledger.events]);
}

/** A message starts a run, waits in the mailbox of a run under way, or answers the open inquiry. */
export function sendMessage(conversation: Conversation, command: CommandOf<"send-message">): Decision {
  const { text, separate, terms, by, at } = command;
  if (isBlank(text)) return err({ code: "message-blank" });
  const ledger = createLedger(conversation);
  switch (conversation.status) {
    case "deleted":
      return err({ code: "conversation-unknown" });
    case "idle":
    case "paused":
    case "failed":
      receive(ledger, text, by, at);
      startRun(ledger, terms, at);
      break;
    case "thinking":
    case "acting":
      receive(ledger, text, by, at);
      break;
    case "parked": {
      // A held answer has won already, and so has a deadline that passed: a message can only come after them.
      const overdue = isOverdue(conversation, at);
      const answers = !separate && !conversation.held && !overdue;
      receive(ledger, text, by, at, answers ? conversation.inquiry.id : undefined);
      if (overdue) resolve(ledger, conversation, { type: "expired", at }, at);
      const messageId = ledger.conversation.mailbox.at(-1) ?? "";
      if (answers) resolve(ledger, conversation, { type: "answered-in-chat", by, at, messageId }, at);
    }
  }
  return ok(ledger.events);
}

export function stop(conversation: Conversation, { by, at, partial }: CommandOf<"stop">): Decision {
  const ledger = createLedger(conversation);
  switch (conversation.status) {
    case "deleted":
      return err({ code: "conversation-unknown" });
    case "idle":
    case "paused":
    case "failed":
      return err({ code: "nothing-to-stop" });
    case "parked":
      resolve(ledger, conversation, { type: "withdrawn", by, at }, at);
      break;
    case "acting":
      if (conversation.started) finishCall(ledger, conversation, interruptedResult, at);
      skipCalls(ledger, "the run was stopped.", at);
      finishStopped(ledger, at);
      break;
    case "thinking":
      finishStopped(ledger, at, partial);
  }
  return ok(ledger.events);
}

/** Goes on after a pause, or again after a failure, as a new run linked to the old one. */
export function goOn(conversation: Conversation, { type, terms, at }: CommandOf<"resume" | "retry">): Decision {
  if (conversation.status === "deleted") return err({ code: "conversation-unknown" });
  const wanted = type === "resume" ? "paused" : "failed";
  if (conversation.status !== wanted)
    return err({ code: type === "resume" ? "nothing-to-resume" : "nothing-to-retry" });
  const ledger = createLedger(conversation);
  startRun(ledger, terms, at, conversation.run);
  return ok(ledger.events);
}

/** Stops what is under way and leaves a name behind; the store erases the rest. */
export function remove(conversation: Conversation, { by, at }: CommandOf<"delete">): Decision {
  if (conversation.status === "deleted") return err({ code: "conversation-unknown" });
  const stopped = stop(conversation, { type: "stop", by, at });
  return ok([...(stopped.ok ? stopped.value : []), { type: "conversation.deleted", at, by }]);
}

function receive(ledger: Ledger, text: string, by: string, at: number, answers?: string): void {
  const { id, counts } = ledger.conversation;
  const messageId = derivedId("msg", id, counts.messages + 1);
  ledger.record({
    type: "message.received",
    at,
    messageId,
    text: text.toWellFormed(),
    by,
    ...(answers !== undefined && { answers }),
  });
}

function startRun(
  ledger: Ledger,
  terms: Terms,
  at: number,
  previous?: { readonly id: string; readonly steps: number },
): void {
  const { id, counts } = ledger.conversation;
  const link = previous && { resumedFrom: previous.id };
  ledger.record({
    type: "run.started",
    at,
    runId: derivedId("run", id, counts.runs + 1),
    terms,
    steps: previous?.steps ?? 0,
    ...link,
  });
  deliverMailbox(ledger, at);
}

function finishStopped(ledger: Ledger, at: number, partial?: string): void {
  const { conversation } = ledger;
  if (conversation.status !== "thinking") return;
  const text = partial === undefined || isBlank(partial) ? {} : { partial };
  ledger.record({ type: "run.finished", at, runId: conversation.run.id, outcome: "stopped", ...text });
}
