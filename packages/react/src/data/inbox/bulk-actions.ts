import type { Failure } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import { atom, type ReadableAtom } from "nanostores";
import type { Outbox, Submitted } from "../outbox/outbox.ts";
import type { SubmissionReply } from "../outbox/submission-outcome.ts";
import type { Inbox } from "./inbox.ts";

/** What was done with one inquiry or several at once, until its notice is closed. */
export interface BulkAction {
  readonly type: "snooze" | "decline";
  /** Until when they are snoozed; null if their snooze was ended. */
  readonly until: number | null;
  readonly givenAt: number;
  /** Those that it was done with, as they were before. */
  readonly inquiries: readonly Inquiry[];
  /** How many the server has answered. */
  readonly answered: number;
  /** How many somebody else has resolved before. */
  readonly overtaken: number;
  readonly failures: readonly BulkFailure[];
}

/** Why it could not be done with one of them. */
export interface BulkFailure {
  readonly inquiryId: string;
  readonly problem: Failure;
}

/** Snoozes and declines inquiries together. Each is a submission of its own, so that one that fails leaves the others done. */
export interface BulkActions {
  readonly last: ReadableAtom<BulkAction | undefined>;
  /** Until a time; null ends the snooze. Resolves when the server has answered them all. */
  snooze(inquiries: readonly Inquiry[], until: number | null): Promise<BulkAction>;
  decline(inquiries: readonly Inquiry[], reason: string): DecliningInquiries;
  /** Gives the inquiries that were snoozed last their snooze from before; resolves to whether there were any. */
  undo(): Promise<boolean>;
  close(): void;
}

export interface DecliningInquiries {
  /** Resolves when they are stored in the browser, with their reason. */
  readonly stored: Promise<unknown>;
  /** Resolves when the server has answered them all. */
  readonly done: Promise<BulkAction>;
}

export interface BulkActionsOptions {
  readonly inbox: Pick<Inbox, "clock">;
  readonly outbox: Pick<Outbox, "submit">;
}

/** For how long a notice that tells of no failure is shown. */
export const noticeMs = 10_000;

export function createBulkActions({ inbox: { clock }, outbox }: BulkActionsOptions): BulkActions {
  const last = atom<BulkAction | undefined>();
  let current = 0;

  /** Follows the replies; only the last action has a notice. */
  async function follow(
    begun: Pick<BulkAction, "type" | "until" | "inquiries">,
    replies: readonly Promise<SubmissionReply>[],
  ): Promise<BulkAction> {
    current += 1;
    const id = current;
    let action: BulkAction = { ...begun, givenAt: clock.now(), answered: 0, overtaken: 0, failures: [] };
    const show = (next: BulkAction | undefined) => {
      if (id === current) last.set(next);
    };
    show(action);
    await Promise.all(
      replies.map(async (replying, index) => {
        const reply = await replying;
        action = withReply(action, begun.inquiries[index]?.id ?? "", reply);
        show(action);
      }),
    );
    if (action.failures.length === 0) clock.after(noticeMs, () => show(undefined));
    return action;
  }

  function submitSnooze({ id: inquiryId, conversationId }: Inquiry, until: number | null): Submitted {
    const time = until === null ? null : new Date(until).toISOString();
    return outbox.submit({ type: "snooze", inquiryId, conversationId, until: time });
  }

  return {
    last,
    snooze: (inquiries, until) =>
      follow(
        { type: "snooze", until, inquiries },
        inquiries.map((inquiry) => submitSnooze(inquiry, until).reply),
      ),
    decline(inquiries, reason) {
      const comment = reason.trim() !== "" && { comment: reason };
      const submitted = inquiries.map(({ id: inquiryId, conversationId, revision }) =>
        outbox.submit({ type: "decline", inquiryId, conversationId, revision, ...comment }),
      );
      const replies = submitted.map(({ reply }) => reply);
      return {
        stored: Promise.all(submitted.map(({ stored }) => stored)),
        done: follow({ type: "decline", until: null, inquiries }, replies),
      };
    },
    async undo() {
      const action = last.get();
      if (action?.type !== "snooze") return false;
      const failed = new Set(action.failures.map(({ inquiryId }) => inquiryId));
      const done = action.inquiries.filter(({ id }) => !failed.has(id));
      last.set(undefined);
      const replies = await Promise.all(done.map((inquiry) => submitSnooze(inquiry, snoozeBefore(inquiry)).reply));
      return replies.length > 0 && replies.every(({ ok }) => ok);
    },
    close: () => last.set(undefined),
  };
}

function withReply(action: BulkAction, inquiryId: string, reply: SubmissionReply): BulkAction {
  const next = { ...action, answered: action.answered + 1 };
  if (reply.ok) return next;
  if (reply.error.receipt) return { ...next, overtaken: next.overtaken + 1 };
  return { ...next, failures: [...next.failures, { inquiryId, problem: reply.error }] };
}

function snoozeBefore({ mine }: Inquiry): number | null {
  return mine?.snoozedUntil === undefined ? null : Date.parse(mine.snoozedUntil);
}
