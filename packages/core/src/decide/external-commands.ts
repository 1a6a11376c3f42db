import { keepIds } from "../ask/keep-ids.ts";
import { evolve } from "../evolve/evolve.ts";
import type { CommandOf } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import { derivedId, nextRevision } from "../model/id.ts";
import type { Inquiry } from "../model/inquiry.ts";
import { err, ok } from "../model/result.ts";
import {
  decideResolution,
  findUnheld,
  isOfOtherAsker,
  isOtherRevision,
  isOverdue,
  revisionChanged,
} from "./inquiry-commands.ts";
import { createRecorder, type Decision } from "./recorder.ts";
import { answerByStanding } from "./standing-answers.ts";

/** Each commit of a thread writes all of its open inquiries, so their number has a limit. */
const maxOpenAsks = 100;

export function openThread(command: CommandOf<"open-thread">): Decision {
  return ok([startedBy(command)]);
}

/** Opens an inquiry of a program that runs elsewhere. Asks of one thread are open side by side and replace no other. */
export function ask(conversation: Conversation | undefined, command: CommandOf<"ask">): Decision {
  const { at } = command;
  const started = conversation ? [] : [startedBy(command)];
  const before = started.reduce(evolve, conversation);
  if (!before || before.status === "deleted") return err({ code: "conversation-unknown" });
  if (before.status !== "external") return err({ code: "conversation-exists" });
  if (before.open.length >= maxOpenAsks) return err({ code: "thread-full" });
  const recorder = createRecorder(before, command);
  const count = before.counts.inquiries + 1;
  recorder.record({
    type: "inquiry.asked",
    at,
    inquiry: {
      id: derivedId("inq", before.id, count, recorder.nonce),
      revision: 1,
      callId: `ask_${count}`,
      ...command.inquiry,
      askedAt: at,
    },
  });
  answerByStanding(recorder, command.standing ?? [], at);
  return ok([...started, ...recorder.events]);
}

function startedBy({ conversationId, agent, project, title, thread, by, at }: CommandOf<"ask" | "open-thread">) {
  return {
    type: "conversation.started",
    kind: "external",
    at,
    conversationId,
    agent,
    by,
    ...(project !== "default" && { project }),
    ...(title !== undefined && { title }),
    ...(thread !== undefined && { thread }),
  } as const;
}

/** Changes what an open inquiry asks. The revision changes, so that nobody answers what they have not seen. */
export function amend(conversation: Conversation, command: CommandOf<"amend">): Decision {
  const { inquiryId, by, at, inquiry: change } = command;
  const found = findUnheld(conversation, inquiryId);
  if (!found.ok) return found;
  const { inquiry } = found.value;
  if (isOfOtherAsker(inquiry, by)) return err({ code: "not-the-asker", inquiryId });
  if (isOverdue(found.value, at)) return decideResolution(found.value, { type: "expired", at }, command);
  if (found.value.conversation.status !== "external") return err({ code: "inquiry-not-amendable", inquiryId });
  if (isOtherRevision(inquiry, command)) return revisionChanged(inquiry);
  if (typeof change.deadline === "number" && change.deadline <= at)
    return err({ code: "deadline-not-later", inquiryId });
  const amended = amendedFields(inquiry, command);
  if (isSame(inquiry, amended)) return ok([]);
  return ok([{ type: "inquiry.amended", at, inquiryId, by, amended }]);
}

function amendedFields(inquiry: Inquiry, { inquiry: change, nonce }: CommandOf<"amend">) {
  const { questions, lastId } = keepIds(inquiry, change.questions ?? inquiry.questions);
  const context = change.context === undefined ? inquiry.context : change.context || undefined;
  const approval = change.approval ?? inquiry.approval;
  const deadline = change.deadline === undefined ? inquiry.deadline : (change.deadline ?? undefined);
  return {
    revision: nextRevision(inquiry.revision, nonce),
    questions,
    lastId,
    ...(context !== undefined && { context }),
    ...(approval && { approval }),
    ...(deadline !== undefined && { deadline }),
  };
}

function isSame(before: Inquiry, { revision: _r, lastId: _l, ...after }: ReturnType<typeof amendedFields>): boolean {
  const { questions, context, approval, deadline } = before;
  const fields = {
    questions,
    ...(context !== undefined && { context }),
    ...(approval && { approval }),
    ...(deadline !== undefined && { deadline }),
  };
  return JSON.stringify(fields) === JSON.stringify(after);
}
