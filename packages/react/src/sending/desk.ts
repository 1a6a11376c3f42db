import type { Draft } from "@askback/core/wire";
import type { FailedAct, InquiryCard } from "../card/inquiry-card.ts";
import { answersOf } from "../draft/answer-of-draft.ts";
import { emptyDraft, isEmpty } from "../draft/draft.ts";
import { isSameDraft } from "../draft/draft-fields.ts";
import type { Drafts, KeptDraft } from "../draft/drafts.ts";
import { createCell } from "../live/cell.ts";
import { isSettled } from "../live/inquiry-order.ts";
import { failed, ready, valueIn } from "../live/known.ts";
import type { Known, Live } from "../live/live.ts";
import type { Source } from "../live/source.ts";
import type { Acts } from "./acts.ts";
import { cardStateOf } from "./card-state.ts";
import {
  type DeskState,
  deskFor,
  hasNewGaps,
  isOver,
  type Left,
  mirroring,
  recoveredOf,
  taking,
  together,
  withAction,
  withInquiry,
  withLeft,
} from "./desk-state.ts";
import type { Sender } from "./sender.ts";

export interface DeskOptions {
  readonly live: Live;
  readonly drafts: Drafts;
  readonly sender: Sender;
  readonly acts: Acts;
}

/** An inquiry as a person works at it: all that its card shows and can do, as it changes. */
export function createDesk(inquiryId: string, { live, drafts, sender, acts }: DeskOptions): Source<Known<InquiryCard>> {
  const inquiry = live.inquiry(inquiryId);
  const sending = sender.sending(inquiryId);
  const failedAct = acts.failed(inquiryId);
  const writers = live.writers(inquiryId);
  const fallenName = `fallen:${inquiryId}`;
  const cell = createCell<Known<InquiryCard>>({ status: "loading" }, (isHeard) => (isHeard ? wake() : rest()));
  let desk: DeskState | undefined;
  let left: Left | undefined;
  let stops: readonly (() => void)[] = [];

  function wake(): void {
    const sources: readonly Source<unknown>[] = [inquiry, sending, failedAct, writers, live.me, live.connection];
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

  /** What another tab wrote is mirrored; what could not be is offered, like what another device wrote. */
  function hearOther(kept: KeptDraft): void {
    if (kept.origin === "here") takeOver(kept, (current) => mirroring(current, kept.draft));
    else change(withOffered);
  }

  /** What is taken over and does not fit as it is, is kept as it fits. */
  function takeOver(kept: KeptDraft | undefined, step: (current: DeskState) => DeskState): void {
    const before = desk?.draft;
    change((current) => withOffered(step(current)));
    if (kept && desk && desk.draft !== before && !isSameDraft(desk.draft, kept.draft))
      drafts.keep(inquiryId, desk.draft);
  }

  function withOffered(current: DeskState): DeskState {
    return { ...current, others: drafts.offered(inquiryId) };
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
      if (before && next.draft !== before.draft && !isEmpty(before.draft))
        drafts.keep(inquiryId, next.draft, before.draft);
    }
    if (desk && left) {
      const found = left;
      left = undefined;
      takeOver(found.kept, (current) => withLeft(current, found));
    }
    if (desk && isOver(desk, valueIn(live.me.get())?.id)) end();
    show();
  }

  /** All drafts are over: their answer was delivered, or their author does not want them. */
  function end(): void {
    if (desk) discard([desk.draft, ...desk.others.map(({ draft }) => draft)]);
  }

  function discard(gone: readonly Draft[]): void {
    void drafts.discard(inquiryId, gone);
    const empty = (current: DeskState) => ({ draft: emptyDraft(current.inquiry), restored: undefined });
    change((current) => withOffered({ ...current, ...empty(current), hasChanged: false }));
  }

  const commands = {
    change(action) {
      const before = desk?.draft;
      change((current) => withAction(current, action));
      if (desk && before && desk.draft !== before && !(isEmpty(before) && isEmpty(desk.draft)))
        drafts.keep(inquiryId, desk.draft, before);
    },
    send(hold) {
      if (!desk) return;
      void sender.send(desk.inquiry, { type: "answer", hold }, answersOf(desk.inquiry, desk.draft));
      change((current) => ({ ...current, hasChanged: false, sent: current.draft }));
    },
    settle: (wish) => void (desk && sender.send(desk.inquiry, wish)),
    undo: () => void acts.undo(inquiryId),
    deliver: () => void acts.deliver(inquiryId),
    retry: () => void retry(),
    cancelSending: () => void sender.cancel(inquiryId),
    extend: (until) => void acts.extend(inquiryId, until),
    discardDraft: () => void (desk && discard([desk.draft])),
    takeOtherDraft() {
      const [other] = desk?.others ?? [];
      if (!desk || !other) return;
      const { draft, device, savedAt } = other;
      drafts.take(inquiryId, other);
      change((current) => ({ ...withOffered(taking(current, draft)), restored: { device, savedAt } }));
      if (!isSameDraft(desk.draft, draft)) drafts.keep(inquiryId, desk.draft);
    },
    recover: (words) => change((current) => ({ ...current, fallen: together(current.fallen, words) })),
    discardRecovered,
    sendRecovered: () => void sendRecovered(),
  } satisfies Partial<InquiryCard>;

  async function retry(): Promise<void> {
    const reason = await drafts.texts.get(`reason:${inquiryId}`);
    if (!desk) return;
    if (hasFailedAnswer()) change((current) => ({ ...current, sent: current.draft }));
    await sender.retry(desk.inquiry, { answers: answersOf(desk.inquiry, desk.draft), reason });
  }

  function hasFailedAnswer(): boolean {
    const now = sending.get();
    return now.status === "failed" && now.wish.type === "answer";
  }

  function discardRecovered(): void {
    change((current) => ({ ...current, fallen: "" }));
    if (desk && isSettled(desk.inquiry)) end();
  }

  async function sendRecovered(): Promise<void> {
    if (!desk) return;
    const text = recovered(desk);
    if ((await acts.sendText(desk.inquiry, text)) && recovered(desk) === text) discardRecovered();
  }

  function recovered(current: DeskState): string {
    return recoveredOf(current, valueIn(live.me.get())?.id);
  }

  function shownFailedAct(current: DeskState): FailedAct | undefined {
    const last = failedAct.get();
    // What was wanted of an inquiry has no use once it is settled.
    return last?.act === "message" || !isSettled(current.inquiry) ? last : undefined;
  }

  function show(): void {
    const read = inquiry.get();
    const before = cell.get();
    if (!desk) {
      if (read.status === "failed") cell.set(failed(before, read.problem));
      return;
    }
    const me = valueIn(live.me.get());
    const { restored, others, hasChanged } = desk;
    const otherDraft = isSettled(desk.inquiry) ? undefined : others[0];
    const text = recovered(desk);
    const undone = shownFailedAct(desk);
    const state = cardStateOf(desk.inquiry, sending.get(), me);
    const lacksAnswers = state === "pending" && hasFailedAnswer() && hasNewGaps(desk);
    const card: InquiryCard = {
      inquiry: desk.inquiry,
      draft: desk.draft,
      state,
      me: me?.id,
      ...(restored && { restored }),
      ...(otherDraft && { otherDraft }),
      ...(text !== "" && { recovered: text }),
      ...(hasChanged && { hasChanged }),
      writers: writers.get(),
      sending: sending.get(),
      ...(lacksAnswers && { hasNewGaps: true }),
      ...(undone && { failedAct: undone }),
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
