import type { Client } from "@askback/client";
import type { Inquiry, Message, RecordedEvent, StreamedText } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { createAgain } from "./again.ts";
import { createCell } from "./cell.ts";
import { createDrowsy } from "./drowsy.ts";
import { failed, ready, valueIn } from "./known.ts";
import type { Known, LiveText, Thread } from "./live.ts";
import { createReading } from "./reading.ts";
import { shared, sharedMessages } from "./share.ts";
import type { Source } from "./source.ts";
import { createTextWatch } from "./text-watch.ts";

const pageLimit = 100;

/** One conversation as it changes: its thread, and what its model writes. */
export interface LiveThread {
  readonly thread: Source<Known<Thread>> & { showEarlier(): Promise<void> };
  readonly text: Source<LiveText | undefined>;
  hear(event: RecordedEvent | StreamedText): void;
  /** Reads it again if somebody listens, since events may have been missed. */
  startOver(): void;
  refreshFailed(): void;
}

export interface LiveThreadOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly conversationId: string;
  /** How many events were heard so far. */
  readonly heard: () => number;
  /** Is told of each inquiry that was read, before the thread shows it. */
  readonly onInquiry: (inquiry: Inquiry, began: number) => void;
  readonly onListener: () => void;
}

export function createLiveThread(options: LiveThreadOptions): LiveThread {
  const { client, clock, conversationId, heard, onInquiry, onListener } = options;
  const cell = createCell<Known<Thread>>({ status: "loading" }, stir);
  const watch = createTextWatch({ heard, onHeard: stir, onGap: () => refresh() });
  const drowsy = createDrowsy(clock, forget);
  let isAwake = false;
  let cursor: string | undefined;
  let earlier: Promise<void> | undefined;

  const reading = createReading(
    async () => {
      const began = heard();
      const [conversation, page] = await Promise.all([
        client.conversations.get(conversationId),
        client.conversations.transcript(conversationId, { limit: pageLimit }),
      ]);
      return { began, conversation, page };
    },
    ({ began, conversation, page }, mayBeOld) => {
      if (!isAwake) return;
      const before = cell.get();
      if (!conversation.ok || !page.ok) {
        const problem = conversation.ok ? page.ok || page.error : conversation.error;
        if (mayBeOld || problem === true) return;
        cell.set(failed(before, problem));
        return again.failed(problem);
      }
      again.rest();
      const shown = valueIn(before);
      // Each state is shown after an older one only. While much happens, one that is old already is better than none.
      if (shown && conversation.value.version < shown.conversation.version) return;
      watch.catchUp(conversation.value.live, { began, messages: page.value.items });
      if (conversation.value.inquiry) onInquiry(conversation.value.inquiry, began);
      tellInquiries(page.value.items, began);
      const messages = joined(shown?.messages ?? [], page.value.items);
      if (messages.length === page.value.items.length) cursor = page.value.next;
      show({ conversation: shared(shown?.conversation, conversation.value), messages });
    },
  );

  const again = createAgain(clock, () => (cell.isHeard || watch.text.isHeard ? refresh() : undefined));

  function show({ conversation, messages }: Omit<Thread, "hasEarlier">): void {
    const before = cell.get();
    const shown = valueIn(before);
    const next = {
      conversation,
      messages: sharedMessages(shown?.messages ?? [], messages),
      hasEarlier: cursor !== undefined,
    };
    const isSame =
      shown?.conversation === conversation && shown.messages === next.messages && shown.hasEarlier === next.hasEarlier;
    cell.set(ready(before, isSame ? shown : next));
  }

  function tellInquiries(messages: readonly Message[], began: number): void {
    for (const block of messages.flatMap(({ blocks }) => blocks))
      if (block.type === "action") onInquiry(block.inquiry, began);
  }

  async function loadEarlier(): Promise<void> {
    const from = cursor;
    if (from === undefined) return;
    const began = heard();
    const page = await client.conversations.transcript(conversationId, { limit: pageLimit, cursor: from });
    const shown = valueIn(cell.get());
    if (!page.ok || !shown || cursor !== from) return;
    cursor = page.value.next;
    tellInquiries(page.value.items, began);
    const known = new Set(shown.messages.map(({ id }) => id));
    const older = page.value.items.filter(({ id }) => !known.has(id));
    show({ conversation: shown.conversation, messages: [...older, ...shown.messages] });
  }

  function stir(): void {
    const isHeard = cell.isHeard || watch.text.isHeard;
    drowsy.stir(isHeard);
    if (isHeard) onListener();
    if (!isHeard || isAwake) return;
    isAwake = true;
    refresh();
  }

  function forget(): void {
    isAwake = false;
    cursor = undefined;
    cell.set({ status: "loading" });
    watch.forget();
  }

  function refresh(): void {
    if (isAwake) void reading.refresh();
  }

  return {
    thread: {
      get: cell.get,
      subscribe: cell.subscribe,
      showEarlier() {
        earlier ??= loadEarlier().finally(() => {
          earlier = undefined;
        });
        return earlier;
      },
    },
    text: watch.text,
    hear(event) {
      if (!isAwake) return;
      if (event.type === "text.streamed") return watch.hear(event);
      watch.end(event);
      refresh();
    },
    startOver() {
      watch.release();
      refresh();
    },
    refreshFailed() {
      if (cell.get().status === "failed") refresh();
    },
  };
}

/** The newest page after what was shown before it; without what was shown where messages between them are missing. */
function joined(shown: readonly Message[], page: readonly Message[]): readonly Message[] {
  const at = shown.findIndex(({ id }) => id === page[0]?.id);
  return at > 0 ? [...shown.slice(0, at), ...page] : page;
}
