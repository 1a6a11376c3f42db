import type { CommandOf } from "../command.ts";
import type { Conversation, Parent } from "../conversation.ts";
import { evolve } from "../evolve.ts";
import type { Inquiry } from "../inquiry.ts";
import { isBlank } from "../plain-text.ts";
import { err, ok } from "../result.ts";
import { finishCall, interruptedResult, skipCalls } from "./calls.ts";
import { resultOf } from "./children.ts";
import { isOverdue } from "./inquiry-commands.ts";
import { createLedger, type Decision, type Ledger } from "./ledger.ts";
import { startRun } from "./proceed.ts";
import { receive } from "./receive.ts";
import { resolve } from "./resolve.ts";

export function start(command: CommandOf<"start">): Decision {
  const { conversationId, agent, project, title, parent, message, author, terms, by, at } = command;
  if (message !== undefined && isBlank(message)) return err({ code: "message-blank" });
  const started = {
    type: "conversation.started",
    at,
    conversationId,
    agent,
    by,
    ...(project !== "default" && { project }),
    ...(title !== undefined && { title }),
    ...(parent && { parent }),
  } as const;
  if (message === undefined) return ok([started]);
  const ledger = createLedger(evolve(undefined, started));
  receive(ledger, { text: message, by: author ?? by, at });
  startRun(ledger, terms, at);
  return ok([started, ...ledger.events]);
}

/** A message starts a run, waits in the mailbox of a run under way, or answers the open inquiry. */
export function sendMessage(conversation: Conversation, command: CommandOf<"send-message">): Decision {
  const { text, terms, by, at } = command;
  if (isBlank(text)) return err({ code: "message-blank" });
  if (conversation.status === "deleted") return err({ code: "conversation-unknown" });
  if (conversation.parent) return ofParent(conversation.parent);
  const ledger = createLedger(conversation);
  switch (conversation.status) {
    case "idle":
    case "paused":
    case "failed":
      receive(ledger, { text, by, at });
      startRun(ledger, terms, at);
      break;
    case "thinking":
    case "acting":
    case "delegating":
      receive(ledger, { text, by, at });
      break;
    case "parked": {
      // A held answer has won already, and so has a deadline that passed: a message can only come after them.
      const overdue = isOverdue(conversation, at);
      const answers = isMeantFor(command, conversation.inquiry) && !conversation.held && !overdue;
      const answered = answers ? conversation.inquiry.id : undefined;
      const messageId = receive(ledger, { text, by, at, answers: answered });
      if (overdue) resolve(ledger, conversation, { type: "expired", at }, at);
      if (answers) resolve(ledger, conversation, { type: "answered-in-chat", by, at, messageId }, at);
    }
  }
  return ok(ledger.events);
}

function isMeantFor({ separate, answers }: CommandOf<"send-message">, { id, revision }: Inquiry): boolean {
  return !separate && (answers === undefined || (answers.inquiry === id && answers.revision === revision));
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
    case "delegating":
      finishCall(ledger, conversation, resultOf(conversation), at);
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
  if (conversation.parent) return ofParent(conversation.parent);
  const wanted = type === "resume" ? "paused" : "failed";
  if (conversation.status !== wanted)
    return err({ code: type === "resume" ? "nothing-to-resume" : "nothing-to-retry" });
  const ledger = createLedger(conversation);
  startRun(ledger, terms, at, conversation.run);
  return ok(ledger.events);
}

/** Stops what is under way and leaves a name behind; the store erases the rest. */
export function remove(conversation: Conversation, { by, at, withParent }: CommandOf<"delete">): Decision {
  if (conversation.status === "deleted") return err({ code: "conversation-unknown" });
  if (conversation.parent && !withParent) return ofParent(conversation.parent);
  const stopped = stop(conversation, { type: "stop", by, at });
  return ok([...(stopped.ok ? stopped.value : []), { type: "conversation.deleted", at, by }]);
}

export function rename(conversation: Conversation, { title, by, at }: CommandOf<"rename">): Decision {
  if (conversation.status === "deleted") return err({ code: "conversation-unknown" });
  if (isBlank(title)) return err({ code: "title-blank" });
  return ok(
    title === conversation.title ? [] : [{ type: "conversation.renamed", at, by, title: title.toWellFormed() }],
  );
}

function ofParent({ conversationId: parentId }: Parent): Decision {
  return err({ code: "belongs-to-parent", parentId });
}

function finishStopped(ledger: Ledger, at: number, partial?: string): void {
  const { conversation } = ledger;
  if (conversation.status !== "thinking") return;
  const text = partial === undefined || isBlank(partial) ? {} : { partial };
  ledger.record({ type: "run.finished", at, runId: conversation.run.id, outcome: "stopped", ...text });
}
