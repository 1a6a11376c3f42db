import type { Client } from "@askback/client";
import type { InquiryCard } from "../card/inquiry-card.ts";
import { answersOf } from "../draft/answer-of-draft.ts";
import { emptyDraft, isEmpty } from "../draft/draft.ts";
import type { Drafts, KeptDraft } from "../draft/drafts.ts";
import { createCell } from "../live/cell.ts";
import { isSettled } from "../live/inquiry-order.ts";
import { failed, ready, valueIn } from "../live/known.ts";
import type { Known, Live } from "../live/live.ts";
import type { Source } from "../live/source.ts";
import { cardStateOf } from "./card-state.ts";
import {
  type DeskState,
  deskFor,
  isDelivered,
  type Left,
  recoveredOf,
  taking,
  withAction,
  withInquiry,
  withKept,
  withLeft,
} from "./desk-state.ts";
import type { Sender } from "./sender.ts";

export interface DeskOptions {
  readonly client: Client;
  readonly live: Live;
  readonly drafts: Drafts;
  readonly sender: Sender;
}

/** An inquiry as a person works at it: all that its card shows and can do, as it changes. */
export function createDesk(
  inquiryId: string,
  { client, live, drafts, sender }: DeskOptions,
): Source<Known<InquiryCard>> {
  const inquiry = live.inquiry(inquiryId);
  const sending = sender.sending(inquiryId);
  const writers = live.writers(inquiryId);
  const fallenName = `fallen:${inquiryId}`;
  const cell = createCell<Known<InquiryCard>>({ status: "loading" }, (isHeard) => (isHeard ? wake() : rest()));
  let desk: DeskState | undefined;
  let left: Left | undefined;
  let stops: readonly (() => void)[] = [];

  function wake(): void {
    const sources: readonly Source<unknown>[] = [inquiry, sending, writers, live.me, live.connection];
    stops = [...sources.map((source) => source.subscribe(update)), drafts.onOther(inquiryId, hearOther)];
    update();
    void restore();
  }

  function rest(): void {
    for (const stop of stops) stop();
    stops = [];
  }

  async function restore(): Promise<void> {
    const since = desk?.draft;
    const [kept, fallen] = await Promise.all([drafts.find(inquiryId), drafts.texts.get(fallenName)]);
    left = { kept, fallen, since };
    update();
  }

  /** What another tab wrote is mirrored; what another device wrote is offered. */
  function hearOther(kept: KeptDraft): void {
    change((current) => (kept.origin === "here" ? taking(current, kept.draft) : withKept(current, kept)));
  }

  function change(step: (current: DeskState) => DeskState): void {
    if (!desk) return;
    const before = desk;
    desk = step(before);
    if (desk.fallen !== before.fallen) drafts.texts.keep(fallenName, desk.fallen);
    show();
  }

  function update(): void {
    const read = inquiry.get();
    const value = valueIn(read);
    if (value && value !== desk?.inquiry) {
      const before = desk;
      const next = before ? withInquiry(before, value) : deskFor(value);
      desk ??= next;
      change(() => next);
      if (before && next.draft !== before.draft && !isEmpty(next.draft)) drafts.keep(inquiryId, next.draft);
    }
    if (desk && left) {
      const found = left;
      left = undefined;
      change((current) => withLeft(current, found));
    }
    if (desk && isDelivered(desk.inquiry, valueIn(live.me.get())?.id) && !isEmpty(desk.draft)) clear();
    show();
  }

  /** The draft is over: its answer was delivered, or its author does not want it. */
  function clear(): void {
    void drafts.discard(inquiryId);
    change((current) => ({
      ...current,
      draft: emptyDraft(current.inquiry),
      restored: undefined,
      hasChanged: false,
    }));
  }

  const commands = {
    change(action) {
      const before = desk?.draft;
      change((current) => withAction(current, action));
      if (desk && before && desk.draft !== before && !(isEmpty(before) && isEmpty(desk.draft)))
        drafts.keep(inquiryId, desk.draft);
    },
    send(hold) {
      if (!desk) return;
      void sender.send(desk.inquiry, { type: "answer", hold }, answersOf(desk.inquiry, desk.draft));
      change((current) => ({ ...current, hasChanged: false }));
    },
    settle: (wish) => void (desk && sender.send(desk.inquiry, wish)),
    undo: () => void sender.undo(inquiryId),
    deliver: () => void sender.deliver(inquiryId),
    retry: () => void (desk && sender.retry(desk.inquiry, answersOf(desk.inquiry, desk.draft))),
    cancelSending: () => void sender.cancel(inquiryId),
    extend: (until) => void sender.extend(inquiryId, until),
    discardDraft: clear,
    takeOtherDraft() {
      if (!desk?.otherDraft) return;
      const { draft, device, savedAt } = desk.otherDraft;
      change((current) => ({ ...taking(current, draft), otherDraft: undefined, restored: { device, savedAt } }));
      drafts.keep(inquiryId, desk.draft);
    },
    discardRecovered,
    sendRecovered: () => void sendRecovered(),
  } satisfies Partial<InquiryCard>;

  function discardRecovered(): void {
    change((current) => ({ ...current, fallen: "" }));
    if (desk && isSettled(desk.inquiry)) clear();
  }

  /** As separate, since an agent that asks something else by now would take it for that answer. */
  async function sendRecovered(): Promise<void> {
    if (!desk) return;
    const text = recoveredOf(desk, valueIn(live.me.get())?.id);
    const reply = await client.conversations.send(desk.inquiry.conversationId, { text, separate: true });
    if (reply.ok) discardRecovered();
  }

  function show(): void {
    const read = inquiry.get();
    const before = cell.get();
    if (!desk) {
      if (read.status === "failed") cell.set(failed(before, read.problem));
      return;
    }
    const me = valueIn(live.me.get());
    const { restored, otherDraft, hasChanged } = desk;
    const recovered = recoveredOf(desk, me?.id);
    const card: InquiryCard = {
      inquiry: desk.inquiry,
      draft: desk.draft,
      state: cardStateOf(desk.inquiry, sending.get(), me),
      me: me?.id,
      ...(restored && { restored }),
      ...(otherDraft && { otherDraft }),
      ...(recovered !== "" && { recovered }),
      ...(hasChanged && { hasChanged }),
      writers: writers.get(),
      sending: sending.get(),
      isOffline: live.connection.get() === "lost",
      ...commands,
    };
    const shown = valueIn(before);
    cell.set(ready(before, shown && isSameCard(shown, card) ? shown : card));
  }

  return { get: cell.get, subscribe: cell.subscribe };
}

function isSameCard(a: InquiryCard, b: InquiryCard): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof InquiryCard)[]);
  return [...names].every((name) => Object.is(a[name], b[name]));
}
