import type { Client, Failure } from "@askback/client";
import type { Inquiry, Option } from "@askback/core/wire";
import { oneTapHold } from "../card/one-tap.ts";
import { createCell } from "../live/cell.ts";
import type { Source } from "../live/source.ts";
import type { InboxLive } from "./inbox-live.ts";

/** A quick answer on its way: it can be undone while it is held, and a failure stays until it is closed. */
export interface SentAnswer {
  readonly inquiryId: string;
  readonly agent: string;
  /** Unknown for one that was sent before this page was opened. */
  readonly answer?: string;
  readonly state:
    | { readonly status: "sending" }
    | { readonly status: "held"; readonly until: number }
    | { readonly status: "failed"; readonly wish: "send" | "undo"; readonly problem: Failure };
}

export interface SentAnswers extends Source<readonly SentAnswer[]> {
  send(inquiry: Inquiry, option: Option): Promise<SentAnswer>;
  /** Takes the last held answer back, or that of one inquiry; says whether there was one and it could be. */
  undo(inquiryId?: string): Promise<boolean>;
  close(inquiryId: string): void;
}

export function createSentAnswers({ client, inbox }: { client: Client; inbox: InboxLive }): SentAnswers {
  const sent = createCell<readonly SentAnswer[]>([], (isHeard) => void (isHeard && findHeld()));
  const undoing = new Set<SentAnswer>();
  return { get: sent.get, subscribe: sent.subscribe, send, undo, close };

  async function send({ id, agent, revision, questions }: Inquiry, option: Option): Promise<SentAnswer> {
    const answer = { inquiryId: id, agent, answer: option.label };
    show({ ...answer, state: { status: "sending" } });
    const answers = questions.map((question) => ({ question: question.id, options: [option.id] }));
    const reply = await client.inquiries.answer(id, { answers, revision, hold: oneTapHold });
    inbox.changed(id);
    if (!reply.ok) return show({ ...answer, state: { status: "failed", wish: "send", problem: reply.error } });
    const until = Date.parse(reply.value.heldUntil ?? "");
    return hold(answer, Number.isNaN(until) ? inbox.clock.now() : until);
  }

  function hold(answer: Omit<SentAnswer, "state">, until: number): SentAnswer {
    const held = show({ ...answer, state: { status: "held", until } });
    inbox.clock.after(until - inbox.clock.now(), () => {
      if (sent.get().includes(held)) close(held.inquiryId);
    });
    return held;
  }

  /** What was sent just before this page was opened can be undone here too. */
  async function findHeld(): Promise<void> {
    const listed = await client.inquiries.list({ status: "held" });
    if (!listed.ok || listed.value.items.length === 0) return;
    const me = await client.me();
    for (const { id, agent, receipt, heldUntil } of listed.value.items) {
      const until = Date.parse(heldUntil ?? "");
      const isMine = me.ok && receipt?.by === me.value.id;
      const isShown = sent.get().some(({ inquiryId }) => inquiryId === id);
      if (isMine && !isShown && until > inbox.clock.now()) hold({ inquiryId: id, agent }, until);
    }
  }

  async function undo(inquiryId?: string): Promise<boolean> {
    const isHeld = (answer: SentAnswer) => answer.state.status === "held";
    const held = sent
      .get()
      .findLast((answer) => isHeld(answer) && (inquiryId ?? answer.inquiryId) === answer.inquiryId);
    // A second press while the first is on its way is the same wish.
    if (!held || undoing.has(held)) return false;
    undoing.add(held);
    const reply = await client.inquiries.retract(held.inquiryId);
    undoing.delete(held);
    inbox.changed(reply.ok ? reply.value : held.inquiryId);
    if (reply.ok) close(held.inquiryId);
    else show({ ...held, state: { status: "failed", wish: "undo", problem: reply.error } });
    return reply.ok;
  }

  function show(answer: SentAnswer): SentAnswer {
    close(answer.inquiryId);
    sent.set([...sent.get(), answer]);
    return answer;
  }

  function close(inquiryId: string): void {
    sent.set(sent.get().filter((answer) => answer.inquiryId !== inquiryId));
  }
}
