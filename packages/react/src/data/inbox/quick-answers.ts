import type { Client, Failure } from "@askback/client";
import type { Inquiry, Option } from "@askback/core/wire";
import { atom, computed, onMount, type ReadableAtom } from "nanostores";
import { oneTapHold } from "../inquiry/inquiry-card.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxEntry } from "../outbox/outbox-entry.ts";
import { isResolution, type Submission, type SubmissionSummary } from "../outbox/submission.ts";
import type { SubmissionReply } from "../outbox/submission-outcome.ts";
import type { Inbox } from "./inbox.ts";

/** An answer that was given from a row of the inbox, until it is delivered. A refusal stays until it is closed. */
export interface QuickAnswer extends SubmissionSummary {
  readonly inquiryId: string;
  readonly conversationId: string;
  readonly givenAt: number;
  readonly state:
    | { readonly status: "sending" }
    /** It is sent when the server can be reached. */
    | { readonly status: "waiting" }
    /** It can be undone. */
    | { readonly status: "held"; readonly until: number }
    | { readonly status: "undoing"; readonly isWaiting: boolean }
    | { readonly status: "failed"; readonly action: "send" | "undo"; readonly problem: Failure };
}

export interface QuickAnswers {
  readonly answers: ReadableAtom<readonly QuickAnswer[]>;
  /** Resolves when the server has answered, with what is shown of it then. */
  send(inquiry: Inquiry, option: Option): Promise<QuickAnswer | undefined>;
  /** Undoes the last answer that can be undone, or that of one inquiry. Resolves to whether there was one and it is undone. */
  undo(inquiryId?: string): Promise<boolean>;
  close(inquiryId: string): void;
}

export interface QuickAnswersOptions {
  readonly client: Client;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
}

export function createQuickAnswers({ client, inbox, outbox }: QuickAnswersOptions): QuickAnswers {
  const held = atom<readonly QuickAnswer[]>([]);
  const answers = computed([outbox.entries, held], listAnswers);
  onMount(answers, () => void findHeld());
  outbox.onReply(handleReply);

  function handleReply(submission: Submission, reply: SubmissionReply): void {
    if (!isResolution(submission) && submission.type !== "retract" && submission.type !== "snooze") return;
    const { inquiryId, type } = submission;
    inbox.changed(reply.ok && "questions" in reply.value ? reply.value : inquiryId);
    if (type === "retract" && reply.ok) unhold(inquiryId);
    if (type !== "answer" || !submission.summary || !reply.ok || !("heldUntil" in reply.value)) return;
    const until = Date.parse(reply.value.heldUntil ?? "");
    const { conversationId, summary, createdAt: givenAt } = submission;
    if (!Number.isNaN(until))
      hold({ ...summary, inquiryId, conversationId, givenAt, state: { status: "held", until } });
  }

  function hold(answer: QuickAnswer & { readonly state: { readonly status: "held" } }): void {
    unhold(answer.inquiryId);
    held.set([...held.get(), answer]);
    inbox.clock.after(answer.state.until - inbox.clock.now(), () =>
      held.set(held.get().filter((other) => other !== answer)),
    );
  }

  function unhold(inquiryId: string): void {
    held.set(held.get().filter((answer) => answer.inquiryId !== inquiryId));
  }

  /** An answer that was given before this page was opened can be undone here too. */
  async function findHeld(): Promise<void> {
    const listed = await client.inquiries.list({ status: "held" });
    if (!listed.ok || listed.value.items.length === 0) return;
    const me = await client.me();
    for (const { id: inquiryId, conversationId, agent, receipt, heldUntil } of listed.value.items) {
      const until = Date.parse(heldUntil ?? "");
      const isMine = me.ok && receipt?.by === me.value.id;
      const isShown = answers.get().some((answer) => answer.inquiryId === inquiryId);
      if (isMine && !isShown && until > inbox.clock.now())
        hold({ inquiryId, conversationId, agent, givenAt: Date.parse(receipt.at), state: { status: "held", until } });
    }
  }

  return {
    answers,
    async send({ id: inquiryId, conversationId, agent, revision, questions }, option) {
      const picked = questions.map((question) => ({ question: question.id, options: [option.id] }));
      await outbox.submit({
        type: "answer",
        inquiryId,
        conversationId,
        revision,
        hold: oneTapHold,
        answers: { answers: picked },
        summary: { agent, answer: option.label },
      }).reply;
      return answers.get().find((answer) => answer.inquiryId === inquiryId);
    },
    async undo(inquiryId) {
      const last = answers
        .get()
        .findLast((answer) => canUndo(answer) && (inquiryId ?? answer.inquiryId) === answer.inquiryId);
      if (!last) return false;
      const { inquiryId: id, conversationId, agent, answer } = last;
      return outbox.undo({ id, conversationId }, { agent, ...(answer !== undefined && { answer }) });
    },
    close(inquiryId) {
      unhold(inquiryId);
      for (const { submission, status } of outbox.entries.get())
        if (status === "failed" && toQuickAnswer(submission)?.inquiryId === inquiryId) outbox.discard(submission.id);
    },
  };
}

function canUndo({ state: { status } }: QuickAnswer): boolean {
  return status === "sending" || status === "waiting" || status === "held";
}

/** One for each inquiry, in the order in which they were given: an undo hides its answer. */
function listAnswers(entries: readonly OutboxEntry[], held: readonly QuickAnswer[]): readonly QuickAnswer[] {
  const submitted = entries.flatMap((entry): readonly QuickAnswer[] => {
    const answer = toQuickAnswer(entry.submission);
    return answer ? [{ ...answer, state: stateOf(entry) }] : [];
  });
  const last = submitted.filter((answer, at) =>
    submitted.slice(at + 1).every(({ inquiryId }) => inquiryId !== answer.inquiryId),
  );
  const isSubmitted = ({ inquiryId }: QuickAnswer) => last.some((answer) => answer.inquiryId === inquiryId);
  const all = [...held.filter((answer) => !isSubmitted(answer)), ...last];
  return all.toSorted((a, b) => a.givenAt - b.givenAt);
}

function toQuickAnswer(submission: Submission): Omit<QuickAnswer, "state"> | undefined {
  if (submission.type !== "answer" && submission.type !== "retract") return undefined;
  const { inquiryId, conversationId, summary, createdAt: givenAt } = submission;
  return summary && { ...summary, inquiryId, conversationId, givenAt };
}

function stateOf({ submission, status, problem }: OutboxEntry): QuickAnswer["state"] {
  const action = submission.type === "retract" ? "undo" : "send";
  if (problem) return { status: "failed", action, problem };
  if (action === "undo") return { status: "undoing", isWaiting: status === "waiting" };
  return { status: status === "waiting" ? "waiting" : "sending" };
}
