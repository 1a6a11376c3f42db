import type { Client, Connection, LiveEvents } from "@askback/client";
import type { Inquiry, Me, RecordedEvent, StreamEvent } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { createCell } from "./cell.ts";
import { known, valueIn } from "./known.ts";
import type { Known, Live, LiveEvent } from "./live.ts";
import { createLiveInquiries } from "./live-inquiries.ts";
import { createLiveThread, type LiveThread } from "./live-thread.ts";
import { createReading } from "./reading.ts";
import { createWriters } from "./writers.ts";

/** What sends may also tell. */
export interface LiveState extends Live {
  /** Takes in what a command of this page came to, before the stream tells of it. */
  learn(inquiry: Inquiry): void;
  /** Reads an inquiry now; undefined where it cannot be read and never was. */
  look(inquiryId: string): Promise<Inquiry | undefined>;
}

/** A break is told when it lasts. */
const breakMs = 2_000;

/** Opens the stream when somebody listens for the first time, so that making one does nothing yet. */
export function createLive(client: Client, { clock }: { readonly clock: Clock }): LiveState {
  let heard = 0;
  let events: LiveEvents | undefined;
  let forgetBreak: (() => void) | undefined;
  const listeners = new Set<(event: LiveEvent) => void>();
  const connection = createCell<Connection>("connecting", openFor);
  const me = createCell<Known<Me>>({ status: "loading" }, openFor);
  const reading = createReading(client.me, (reply) => me.set(known(me.get(), reply)));
  const inquiries = createLiveInquiries({ client, clock, heard: () => heard, onListener: open });
  const threads = new Map<string, LiveThread>();
  const writers = createWriters(clock, openFor);

  function openFor(isHeard: boolean): void {
    if (isHeard) open();
  }

  function open(): void {
    if (events) return;
    const opened = client.events();
    events = opened;
    opened.onConnection((state) => {
      if (events === opened) onConnection(state);
    });
    onConnection(opened.connection);
    if (me.get().status !== "ready") void reading.refresh();
    void follow(opened);
  }

  async function follow(opened: LiveEvents): Promise<void> {
    for await (const event of opened) if (events === opened) hear(event);
  }

  function onConnection(state: Connection): void {
    forgetBreak?.();
    if (state !== "live") {
      forgetBreak = clock.after(breakMs, () => connection.set(state));
      return;
    }
    const isBack = connection.get() !== "live";
    connection.set("live");
    if (!isBack) return;
    if (me.get().status === "failed") void reading.refresh();
    inquiries.refreshFailed();
    for (const thread of threads.values()) thread.refreshFailed();
  }

  function hear(event: StreamEvent): void {
    heard += 1;
    switch (event.type) {
      case "snapshot":
        inquiries.startOver();
        for (const thread of threads.values()) thread.refresh();
        return tell({ type: "snapshot" });
      case "draft.saved":
        writers.hear(event, valueIn(me.get())?.id);
        return tell({ type: "drafted", saved: event });
      case "text.streamed":
        return threads.get(event.conversationId)?.hear(event);
      default:
        return hearRecorded(event);
    }
  }

  function hearRecorded(event: RecordedEvent): void {
    const { conversationId } = event;
    const inquiryId = event.inquiryId ?? event.inquiry?.id;
    if (inquiryId !== undefined) inquiries.hear(inquiryId, event);
    threads.get(conversationId)?.hear(event);
    if (inquiryId !== undefined && event.type.startsWith("inquiry."))
      tell({ type: changeBy(event), conversationId, inquiryId });
    tell({ type: "conversation", conversationId });
  }

  function tell(event: LiveEvent): void {
    for (const listener of [...listeners]) listener(event);
  }

  function threadOf(conversationId: string): LiveThread {
    const thread =
      threads.get(conversationId) ??
      createLiveThread({
        client,
        clock,
        conversationId,
        heard: () => heard,
        onInquiry: inquiries.feed,
        onListener: open,
      });
    threads.set(conversationId, thread);
    return thread;
  }

  return {
    connection,
    me,
    thread: (conversationId) => threadOf(conversationId).thread,
    text: (conversationId) => threadOf(conversationId).text,
    inquiry: inquiries.source,
    writers: writers.of,
    onEvent(listener) {
      open();
      const own = (event: LiveEvent) => listener(event);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    learn: inquiries.learn,
    look: inquiries.refresh,
    close() {
      forgetBreak?.();
      events?.close();
      events = undefined;
    },
  };
}

function changeBy({ type }: RecordedEvent): "asked" | "changed" | "resolved" {
  if (type === "inquiry.asked") return "asked";
  return type === "inquiry.resolved" || type === "inquiry.superseded" ? "resolved" : "changed";
}
