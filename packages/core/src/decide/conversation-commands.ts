import { isBlank } from "../ask/plain-text.ts";
import { evolve } from "../evolve/evolve.ts";
import type { CommandOf, Refusal } from "../model/command.ts";
import type { Conversation, External, Parent } from "../model/conversation.ts";
import { type FileReference, filesMisfit, fileText } from "../model/file.ts";
import { asksSecret, type Inquiry } from "../model/inquiry.ts";
import { deciderOf } from "../model/quorum.ts";
import { err, ok } from "../model/result.ts";
import { mayAnswer, outsiderRefusal } from "./audience.ts";
import { finishCall, interruptedResult, skipCalls } from "./finish-calls.ts";
import { isOverdue, waitingIn } from "./inquiry-commands.ts";
import { startRun } from "./proceed.ts";
import { createRecorder, type Decision, type Recorder, receiveMessage } from "./recorder.ts";
import { resolve } from "./resolve.ts";
import { childrenResult } from "./sub-agents.ts";

export function start(command: CommandOf<"start">): Decision {
  const { conversationId, agent, project, title, parent, message, files = [], author, terms, by, at } = command;
  const refusal = messageRefusal(message, files);
  if (refusal) return err(refusal);
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
  if (message === undefined && files.length === 0) return ok([started]);
  const recorder = createRecorder(evolve(undefined, started), command);
  receiveMessage(recorder, { text: message ?? "", files, by: author ?? by, at });
  startRun(recorder, terms, at);
  return ok([started, ...recorder.events]);
}

/** A message starts a run, waits in the mailbox of the active run, or answers the open inquiry. */
export function sendMessage(conversation: Conversation, command: CommandOf<"send-message">): Decision {
  const { text, files = [], terms, by, at } = command;
  const refusal = messageRefusal(text, files);
  if (refusal) return err(refusal);
  if (conversation.status === "deleted") return err({ code: "conversation-unknown" });
  if (conversation.parent) return refuseForParent(conversation.parent);
  const recorder = createRecorder(conversation, command);
  switch (conversation.status) {
    case "idle":
    case "paused":
    case "failed":
      receiveMessage(recorder, { text, files, by, at });
      startRun(recorder, terms, at);
      break;
    case "thinking":
    case "acting":
    case "delegating":
      receiveMessage(recorder, { text, files, by, at });
      break;
    case "external":
      return sendToExternal(conversation, command);
    case "parked": {
      // A held answer and a passed deadline already decide the inquiry, so the message does not answer it.
      const overdue = isOverdue(conversation, at);
      const answers =
        isAnswerTo(command, conversation.inquiry) &&
        mayAnswer(conversation.inquiry, command) &&
        !conversation.held &&
        !overdue;
      const answered = answers ? conversation.inquiry.id : undefined;
      const messageId = receiveMessage(recorder, { text, files, by, at, answers: answered });
      const waiting = { conversation, inquiry: conversation.inquiry };
      if (overdue) resolve(recorder, waiting, { type: "expired", at }, at);
      const said = messageText(text, files);
      const decider = { by, at, ...deciderOf(conversation.inquiry.quorum, command) };
      if (answers) resolve(recorder, waiting, { type: "answered-in-chat", ...decider, messageId, text: said }, at);
    }
  }
  return ok(recorder.events);
}

/** A message to a program that runs elsewhere must answer one of its open inquiries: nobody would read another one. */
function sendToExternal(conversation: External, command: CommandOf<"send-message">): Decision {
  const { text, files = [], by, at, answers } = command;
  const candidates = waitingIn(conversation).filter(({ inquiry }) => isAnswerTo(command, inquiry));
  const [waiting] = candidates;
  const isClear = candidates.length === 1 && (answers !== undefined || conversation.open.length === 1);
  if (!waiting || !isClear || waiting.held || isOverdue(waiting, at)) return err({ code: "message-unread" });
  const outsider = outsiderRefusal(waiting.inquiry, command);
  if (outsider) return outsider;
  const recorder = createRecorder(conversation, command);
  const messageId = receiveMessage(recorder, { text, files, by, at, answers: waiting.inquiry.id });
  recorder.record({ type: "messages.delivered", at, messageIds: [messageId] });
  const said = messageText(text, files);
  resolve(recorder, waiting, { type: "answered-in-chat", by, at, messageId, text: said }, at);
  return ok(recorder.events);
}

/** What a message says to readers that do not get its files. */
function messageText(text: string, files: readonly FileReference[]): string {
  return [...(isBlank(text) ? [] : [text.toWellFormed()]), ...files.map(fileText)].join("\n");
}

/** A message needs text or files; a conversation can start without either. */
function messageRefusal(text: string | undefined, files: readonly FileReference[]): Refusal | undefined {
  if (text !== undefined && isBlank(text) && files.length === 0) return { code: "message-blank" };
  const reason = filesMisfit(files);
  return reason === undefined ? undefined : { code: "files-misfit", reason };
}

/** A message never answers what asks for a secret: it would not be sealed. */
function isAnswerTo({ separate, answers }: CommandOf<"send-message">, inquiry: Inquiry): boolean {
  const { id, revision } = inquiry;
  if (asksSecret(inquiry)) return false;
  return !separate && (answers === undefined || (answers.inquiry === id && answers.revision === revision));
}

export function stop(conversation: Conversation, command: CommandOf<"stop">): Decision {
  const { by, at, partial } = command;
  const recorder = createRecorder(conversation, command);
  switch (conversation.status) {
    case "deleted":
      return err({ code: "conversation-unknown" });
    case "idle":
    case "paused":
    case "failed":
      return err({ code: "nothing-to-stop" });
    case "parked":
    case "external": {
      const open = waitingIn(conversation);
      if (open.length === 0) return err({ code: "nothing-to-stop" });
      for (const waiting of open) resolve(recorder, waiting, { type: "withdrawn", by, at }, at);
      break;
    }
    case "acting":
      if (conversation.started) finishCall(recorder, conversation, interruptedResult, at);
      skipCalls(recorder, "the run was stopped.", at);
      finishStoppedRun(recorder, at);
      break;
    case "delegating":
      finishCall(recorder, conversation, childrenResult(conversation), at);
      skipCalls(recorder, "the run was stopped.", at);
      finishStoppedRun(recorder, at);
      break;
    case "thinking":
      finishStoppedRun(recorder, at, partial);
  }
  return ok(recorder.events);
}

/** Continues after a pause or a failure, in a new run that is linked to the old one; a retry also ends a wait. */
export function resumeOrRetry(conversation: Conversation, command: CommandOf<"resume" | "retry">): Decision {
  const { type, terms, by, at } = command;
  if (conversation.status === "deleted") return err({ code: "conversation-unknown" });
  if (conversation.parent) return refuseForParent(conversation.parent);
  // A call that waits for its next attempt is made at once.
  if (type === "retry" && conversation.status === "thinking" && conversation.retryAt !== undefined)
    return ok([{ type: "retry.requested", at, runId: conversation.run.id, by }]);
  const wanted = type === "resume" ? "paused" : "failed";
  if (conversation.status !== wanted)
    return err({ code: type === "resume" ? "nothing-to-resume" : "nothing-to-retry" });
  const recorder = createRecorder(conversation, command);
  startRun(recorder, terms, at, conversation.run);
  return ok(recorder.events);
}

/** Stops the active run and keeps only the id; the store erases the rest. */
export function deleteConversation(conversation: Conversation, { by, at, withParent }: CommandOf<"delete">): Decision {
  if (conversation.status === "deleted") return err({ code: "conversation-unknown" });
  if (conversation.parent && !withParent) return refuseForParent(conversation.parent);
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

function refuseForParent({ conversationId: parentId }: Parent): Decision {
  return err({ code: "belongs-to-parent", parentId });
}

function finishStoppedRun(recorder: Recorder, at: number, partial?: string): void {
  const { conversation } = recorder;
  if (conversation.status !== "thinking") return;
  const text = partial === undefined || isBlank(partial) ? {} : { partial };
  recorder.record({ type: "run.finished", at, runId: conversation.run.id, outcome: "stopped", ...text });
}
