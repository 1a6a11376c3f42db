import type { RecordedEvent, StreamEvent, StreamedText } from "@askback/core/wire";
import { addTextDelta, emptyTextStream, endText, type TextStream } from "./live-text.ts";
import type { Presence } from "./presence.ts";
import type { InquiryWriter } from "./queries.ts";
import { queryKeys } from "./query-keys.ts";
import type { ServerCache } from "./server-cache.ts";

export interface EventTargets {
  readonly cache: ServerCache;
  readonly inquiries: Pick<InquiryWriter, "allowReopening">;
  readonly presence: Presence;
  /** The current user, whose own drafts are not presence. */
  userId(): string | undefined;
}

/** Writes an event of the stream into the cache: what it may have changed is invalidated, streamed text is appended. */
export function applyEvent(event: StreamEvent, targets: EventTargets): void {
  const { cache, presence, userId } = targets;
  cache.advance();
  switch (event.type) {
    case "snapshot":
      return applySnapshot(targets);
    case "draft.saved":
      return event.by === userId() ? undefined : presence.add(event);
    case "text.streamed":
      return applyTextDelta(event, targets);
    default:
      return applyRecorded(event, targets);
  }
}

/** The stream begins anew: events may have been missed, so anything may have changed. */
function applySnapshot({ cache, inquiries }: EventTargets): void {
  const { queryClient } = cache;
  for (const [[, inquiryId]] of queryClient.getQueriesData({ queryKey: queryKeys.inquiries }))
    inquiries.allowReopening(String(inquiryId));
  queryClient.setQueriesData<TextStream>(
    { queryKey: queryKeys.texts },
    // After a restore another reply may have the run and the step of one that was complete.
    (stream) => stream && { ...stream, endedAt: cache.now(), complete: undefined },
  );
  for (const queryKey of [
    queryKeys.inquiries,
    queryKeys.threads,
    queryKeys.runLists,
    queryKeys.audits,
    queryKeys.inbox,
    queryKeys.unanswerable,
    queryKeys.notifications,
  ])
    cache.invalidate({ queryKey });
}

function applyTextDelta(delta: StreamedText, { cache }: EventTargets): void {
  const { conversationId } = delta;
  const before = textStream(cache, conversationId);
  if (!before) return;
  const after = addTextDelta(before, delta, cache.now());
  cache.queryClient.setQueryData(queryKeys.text(conversationId), after);
  // Something before the delta is missing, which the conversation has.
  if (after.waiting.length > before.waiting.length) cache.invalidate({ queryKey: queryKeys.thread(conversationId) });
}

function applyRecorded(event: RecordedEvent, { cache, inquiries }: EventTargets): void {
  const { type, conversationId, notificationId } = event;
  const inquiryId = inquiryIdOf(event);
  if (inquiryId !== undefined) {
    if (type === "inquiry.reopened") inquiries.allowReopening(inquiryId);
    cache.invalidate({ queryKey: queryKeys.inquiry(inquiryId) });
    if (changesInbox(event)) {
      cache.invalidate({ queryKey: queryKeys.inboxCount });
      cache.invalidate({ queryKey: queryKeys.unanswerable });
    }
  }
  if (notificationId !== undefined) cache.invalidate({ queryKey: queryKeys.notifications });
  const stream = textStream(cache, conversationId);
  if (stream) cache.queryClient.setQueryData(queryKeys.text(conversationId), endText(stream, event, cache.now()));
  cache.invalidate({ queryKey: queryKeys.thread(conversationId) });
  cache.invalidate({ queryKey: queryKeys.runs(conversationId) });
  cache.invalidate({ queryKey: queryKeys.auditsOf(conversationId) });
}

/** The streamed text of a conversation whose thread is cached. */
function textStream({ queryClient }: ServerCache, conversationId: string): TextStream | undefined {
  if (!queryClient.getQueryState(queryKeys.thread(conversationId))) return undefined;
  return queryClient.getQueryData<TextStream>(queryKeys.text(conversationId)) ?? emptyTextStream;
}

/** Whether an event changes what waits for an answer. A fork waits from its start, without having asked. */
export function changesInbox({ type }: RecordedEvent): boolean {
  return type.startsWith("inquiry.") || type === "agreement.retracted" || type === "conversation.forked";
}

export function inquiryIdOf({ inquiryId, inquiry }: RecordedEvent): string | undefined {
  return inquiryId ?? inquiry?.id;
}
