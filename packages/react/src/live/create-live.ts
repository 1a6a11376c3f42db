import type { Client, Connection, LiveEvents } from "@askback/client";
import type { Inquiry, Me, RecordedEvent, StreamEvent } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { createCell } from "./cell.ts";
import { valueIn } from "./known.ts";
import type { Known, Live, LiveEvent } from "./live.ts";
import { createLiveInquiries } from "./live-inquiries.ts";
import { createLiveMe } from "./live-me.ts";
import { createLiveThread, type LiveThread } from "./live-thread.ts";
import { createWriters } from "./writers.ts";

/** What sends may also tell. */
export interface LiveState extends Live {
  /** Takes in what a command of this page came to, before the stream tells of it. */
  learn(inquiry: Inquiry): void;
  /** Who is looking. After each break the server is asked anew, since somebody else may have signed in. */
  lookWho(): Promise<Known<Me>>;
  /** Somebody else may have signed in: the server is asked, and until it says who is looking nobody knows. */
  doubtWho(): void;
}

/** A break is told when it lasts. */
const breakMs = 2_000;

/** Opens the stream when somebody listens for the first time, so that making one does nothing yet. */
export function createLive(client: Client, { clock }: { readonly clock: Clock }): LiveState {
  let heard = 0;
  let events: LiveEvents | undefined;
  let state: Connection = "connecting";
  let forgetBreak: (() => void) | undefined;
  let isBreakTold = false;
  const listeners = new Set<(event: LiveEvent) => void>();
  const connection = createCell<Connection>("connecting", openFor);
  const me = createLiveMe(client, { clock, onHeard: openFor });
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
    opened.onConnection((changed) => {
      if (events === opened) onConnection(changed);
    });
    onConnection(opened.connection);
    void me.look();
    void follow(opened);
  }

  async function follow(opened: LiveEvents): Promise<void> {
    for await (const event of opened) if (events === opened) hear(event);
  }

  function onConnection(changed: Connection): void {
    state = changed;
    me.doubt();
    if (state === "live") return onLive();
    if (isBreakTold) connection.set(state);
    else forgetBreak ??= clock.after(breakMs, tellBreak);
  }

  function tellBreak(): void {
    isBreakTold = true;
    connection.set(state);
  }

  function endBreak(): void {
    forgetBreak?.();
    forgetBreak = undefined;
    isBreakTold = false;
  }

  function onLive(): void {
    endBreak();
    const isBack = connection.get() !== "live";
    connection.set("live");
    void me.look();
    if (!isBack) return;
    inquiries.refreshFailed();
    for (const thread of threads.values()) thread.refreshFailed();
  }

  function hear(event: StreamEvent): void {
    heard += 1;
    switch (event.type) {
      case "snapshot":
        inquiries.startOver();
        for (const thread of threads.values()) thread.startOver();
        return tell({ type: "snapshot" });
      case "draft.saved":
        writers.hear(event, valueIn(me.source.get())?.id);
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
    me: me.source,
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
    doubtWho() {
      me.doubt();
      void me.look();
    },
    lookWho: me.look,
    close() {
      endBreak();
      me.rest();
      events?.close();
      events = undefined;
    },
  };
}

function changeBy({ type }: RecordedEvent): "asked" | "changed" | "resolved" {
  if (type === "inquiry.asked") return "asked";
  return type === "inquiry.resolved" || type === "inquiry.superseded" ? "resolved" : "changed";
}
