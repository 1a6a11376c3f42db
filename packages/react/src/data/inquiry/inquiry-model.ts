import type { Draft } from "@askback/core/wire";
import { replaceEqualDeep } from "@tanstack/query-core";
import { atom, onMount, type ReadableAtom } from "nanostores";
import { emptyDraft, isEmpty, isSameDraft } from "../drafts/draft.ts";
import { draftToAnswers } from "../drafts/draft-answers.ts";
import type { Drafts, FoundDraft } from "../drafts/drafts.ts";
import { isResolved } from "../live/inquiry-recency.ts";
import type { Live } from "../live/live.ts";
import type { AsyncState } from "../live/server-cache.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { findResolution } from "../outbox/outbox-entry.ts";
import type { ResolutionRequest } from "../outbox/submission.ts";
import { cardStateOf, type InquiryCard } from "./inquiry-card.ts";
import {
  amendmentOf,
  applyAction,
  applyInquiry,
  applyLoaded,
  areDraftsDelivered,
  createInquiryState,
  hasNewGaps,
  type InquiryState,
  joinTexts,
  type LoadedDraft,
  mirrorDraft,
  noteRefusal,
  recoveredText,
  replaceDraft,
  restoredFrom,
} from "./inquiry-state.ts";
import {
  failedActionOf,
  refusedMessageOf,
  sendingOf,
  waitingActionOf,
  waitingMessagesOf,
} from "./inquiry-submissions.ts";

export interface InquiryModelOptions {
  readonly live: Live;
  readonly drafts: Drafts;
  readonly outbox: Outbox;
}

/** The models of all inquiries; equal ids give the same atom. */
export function createInquiryModels(options: InquiryModelOptions): (inquiryId: string) => InquiryModel {
  const models = new Map<string, InquiryModel>();
  return (inquiryId) => {
    const model = models.get(inquiryId) ?? createInquiryModel(inquiryId, options);
    models.set(inquiryId, model);
    return model;
  };
}

/** An inquiry with all that its card shows and can do, as it changes. */
type InquiryModel = ReadableAtom<AsyncState<InquiryCard>>;

function createInquiryModel(inquiryId: string, { live, drafts, outbox }: InquiryModelOptions): InquiryModel {
  const inquiry = live.inquiry(inquiryId);
  const writers = live.writers(inquiryId);
  const { entries } = outbox;
  /** Browsers have texts under this name from earlier versions. */
  const removedTextName = `fallen:${inquiryId}`;
  const cardAtom = atom<AsyncState<InquiryCard>>({ status: "pending", data: undefined, error: null });
  let state: InquiryState | undefined;
  let loaded: LoadedDraft | undefined;

  onMount(cardAtom, () => {
    const stops = [
      ...[inquiry, entries, writers, live.me, live.connection].map((one: ReadableAtom<unknown>) => one.listen(update)),
      drafts.onOther(inquiryId, handleOther),
    ];
    update();
    void load();
    return () => {
      for (const stop of stops) stop();
    };
  });

  async function load(): Promise<void> {
    const draftBefore = state?.draft;
    const [found, removedText] = await Promise.all([drafts.find(inquiryId), drafts.texts.get(removedTextName)]);
    loaded = { found, removedText, draftBefore };
    update();
  }

  /** What another tab wrote is mirrored; what cannot be merged, or comes from another device, is offered. */
  function handleOther(found: FoundDraft): void {
    if (found.origin === "here") applyDraft(found, (current) => mirrorDraft(current, found.draft));
    else change(withOffered);
  }

  /** Applies a draft from elsewhere, and saves it if it had to be fitted to the questions. */
  function applyDraft(found: FoundDraft | undefined, step: (current: InquiryState) => InquiryState): void {
    const before = state?.draft;
    change((current) => withOffered(step(current)));
    if (found && state && state.draft !== before && !isSameDraft(state.draft, found.draft))
      drafts.save(inquiryId, state.draft);
  }

  function withOffered(current: InquiryState): InquiryState {
    return { ...current, others: drafts.offered(inquiryId) };
  }

  function change(step: (current: InquiryState) => InquiryState): void {
    if (!state) return;
    const before = state;
    state = step(before);
    if (state.removedText !== before.removedText) drafts.texts.set(removedTextName, state.removedText);
    show();
  }

  function update(): void {
    const value = inquiry.get().data;
    if (value && value !== state?.inquiry) {
      const before = state;
      const next = before ? applyInquiry(before, value) : createInquiryState(value);
      state ??= next;
      change(() => next);
      if (before && next.draft !== before.draft && !isEmpty(before.draft))
        drafts.save(inquiryId, next.draft, before.draft);
    }
    if (state && loaded) {
      const result = loaded;
      loaded = undefined;
      applyDraft(result.found, (current) => applyLoaded(current, result));
    }
    if (state && areDraftsDelivered(state, myId())) discardAllDrafts();
    discardRefused();
    show();
  }

  /** A resolution that was refused has no use once the inquiry is resolved. A quick answer is reported by the inbox. */
  function discardRefused(): void {
    const entry = findResolution(entries.get(), inquiryId);
    if (state && isResolved(state.inquiry) && entry?.status === "failed" && !entry.submission.summary)
      outbox.discard(entry.submission.id);
  }

  function myId(): string | undefined {
    return live.me.get().data?.id;
  }

  function discardAllDrafts(): void {
    if (state) discardDrafts([state.draft, ...state.others.map(({ draft }) => draft)]);
  }

  function discardDrafts(discarded: readonly Draft[]): void {
    void drafts.discard(inquiryId, discarded);
    const empty = (current: InquiryState) => ({ draft: emptyDraft(current.inquiry), restored: undefined });
    change((current) => withOffered({ ...current, ...empty(current), amended: undefined }));
  }

  function submitResolution(request: ResolutionRequest): void {
    if (!state) return;
    const { id, conversationId, revision } = state.inquiry;
    const answers = request.type === "answer" && { answers: draftToAnswers(state.inquiry, state.draft) };
    outbox.submit({ ...request, ...answers, inquiryId: id, conversationId, revision });
  }

  const commands = {
    change(action) {
      const before = state?.draft;
      change((current) => applyAction(current, action));
      if (state && before && state.draft !== before && !(isEmpty(before) && isEmpty(state.draft)))
        drafts.save(inquiryId, state.draft, before);
    },
    send(hold) {
      submitResolution({ type: "answer", hold });
      change((current) => ({ ...current, amended: undefined, sent: current.draft }));
    },
    resolve: submitResolution,
    undo: () => void (state && outbox.undo(state.inquiry)),
    deliver: () => void (state && outbox.submit({ type: "deliver", ...target(state) })),
    retry: () => void retry(),
    cancelSending: () => void (state && outbox.undo(state.inquiry)),
    extend: (until) => void (state && outbox.submit({ type: "extend", until, ...target(state) })),
    acknowledge: () => change((current) => ({ ...current, amended: undefined })),
    discardDraft: () => void (state && discardDrafts([state.draft])),
    takeOtherDraft() {
      const [other] = state?.others ?? [];
      if (!state || !other) return;
      const { draft, device, savedAt } = other;
      drafts.take(inquiryId, other);
      change((current) => ({ ...withOffered(replaceDraft(current, draft)), restored: { device, savedAt } }));
      if (!isSameDraft(state.draft, draft)) drafts.save(inquiryId, state.draft);
    },
    recover: (text) => change((current) => ({ ...current, removedText: joinTexts(current.removedText, text) })),
    discardRecovered() {
      const refused = refusedMessageOf(entries.get(), inquiryId);
      if (refused) outbox.discard(refused.id);
      discardUnsent();
    },
    sendRecovered: () => void sendRecovered(),
    cancelRecovered() {
      for (const { id, text } of waitingMessagesOf(entries.get(), inquiryId)) {
        commands.recover(text);
        outbox.discard(id);
      }
    },
  } satisfies Partial<InquiryCard>;

  function target({ inquiry: { id, conversationId } }: InquiryState) {
    return { inquiryId: id, conversationId };
  }

  /** Sends what failed again, as it is written now. */
  async function retry(): Promise<void> {
    const reason = await drafts.texts.get(`reason:${inquiryId}`);
    const entry = findResolution(entries.get(), inquiryId);
    if (!state || !entry) return;
    const { submission } = entry;
    // A quick answer to an older revision would be refused again, and the card shows the new one.
    const isOutdated = submission.revision !== state.inquiry.revision;
    if (submission.summary) return isOutdated ? outbox.discard(submission.id) : outbox.retry(submission.id);
    if (submission.type === "answer") return commands.send(submission.hold);
    const isReasonNew = submission.type !== "delegate" && reason.trim() !== "";
    const comment = isReasonNew ? reason : submission.comment;
    submitResolution({ type: submission.type, ...(comment !== undefined && { comment }) });
  }

  /** Discards what was written and not sent, except what the outbox has. */
  function discardUnsent(): void {
    change((current) => ({ ...current, removedText: "" }));
    if (state && isResolved(state.inquiry)) discardAllDrafts();
  }

  async function sendRecovered(): Promise<void> {
    if (!state) return;
    const { conversationId } = state.inquiry;
    const unsent = recoveredText(state, myId());
    const text = recovered(state);
    // It is separate, since an agent that asks something else by now would take it for that answer.
    const { stored } = outbox.submit({
      type: "message",
      conversationId,
      text,
      isSeparate: true,
      recoveredFrom: inquiryId,
    });
    await stored;
    if (recoveredText(state, myId()) === unsent) discardUnsent();
  }

  function recovered(current: InquiryState): string {
    return joinTexts(recoveredText(current, myId()), refusedMessageOf(entries.get(), inquiryId)?.text ?? "");
  }

  function show(): void {
    const before = cardAtom.get();
    if (!state) {
      const read = inquiry.get();
      if (read.status === "error") cardAtom.set({ ...read, data: undefined });
      return;
    }
    const me = live.me.get().data;
    const otherDraft = isResolved(state.inquiry) ? undefined : state.others[0];
    const text = recovered(state);
    const shown = before.data;
    const connection = live.connection.get();
    const restored = replaceEqualDeep(shown?.restored, restoredFrom(state, drafts.device));
    const sending = replaceEqualDeep(shown?.sending, sendingOf(entries.get(), inquiryId, connection === "live"));
    state = noteRefusal(state, shown?.sending, sending);
    const amendment = replaceEqualDeep(shown?.amendment, amendmentOf(state));
    const cardState = cardStateOf(state.inquiry, sending, me);
    const waitingAction = replaceEqualDeep(shown?.waitingAction, waitingActionOf(entries.get(), state.inquiry));
    const failedAction = replaceEqualDeep(shown?.failedAction, failedActionOf(entries.get(), state.inquiry));
    const isFailedAnswer = sending.status === "failed" && sending.submission.type === "answer";
    const lacksAnswers = cardState === "pending" && isFailedAnswer && hasNewGaps(state);
    const card: InquiryCard = {
      inquiry: state.inquiry,
      draft: state.draft,
      state: cardState,
      me: me?.id,
      ...(restored && { restored }),
      ...(otherDraft && { otherDraft }),
      ...(text !== "" && { recovered: text }),
      ...(amendment && { amendment }),
      writers: writers.get(),
      sending,
      ...(lacksAnswers && { hasNewGaps: true }),
      ...(waitingAction && { waitingAction }),
      ...(failedAction && { failedAction }),
      isOffline: connection === "lost",
      ...(inquiry.get().error?.status === 404 && { isGone: true }),
      ...commands,
    };
    if (!shown || !isSameCard(shown, card)) cardAtom.set({ status: "success", data: card, error: null });
  }

  return cardAtom;
}

function isSameCard(a: InquiryCard, b: InquiryCard): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof InquiryCard)[]);
  return [...names].every((name) => Object.is(a[name], b[name]));
}
