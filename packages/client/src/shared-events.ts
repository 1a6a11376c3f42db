import type { StreamEvent } from "@askback/core/wire";
import { silenceMs } from "./event-stream.ts";
import {
  areOfDifferentLogs,
  type Connection,
  createEventCursor,
  type EventSink,
  type SubscribeToEvents,
} from "./live-events.ts";
import type { Tabs } from "./tabs.ts";
import { createWatchdog, type Wait } from "./timers.ts";

/** What tabs send to each other: a new tab says hello, and the leader sends updates. */
type Message = { readonly type: "hello" } | Update;

interface Update {
  readonly type: "update";
  readonly connection: Connection;
  /** The leader's position before the event, and its cursor. */
  readonly position: number | undefined;
  readonly cursor?: string | undefined;
  readonly event?: StreamEvent;
}

interface SharedEventsOptions {
  readonly subscribe: SubscribeToEvents;
  readonly tabs: Tabs;
  readonly wait: Wait;
}

/** A leader that is not suspended answers a hello at once. */
const helloTimeoutMs = 2_000;

/** One tab, the leader, follows the stream and forwards it to the others; a tab that gets no updates opens its own. */
export function followSharedEvents({ subscribe, tabs, wait }: SharedEventsOptions): SubscribeToEvents {
  return (sink, { after, signal }) => {
    const cursor = createEventCursor(after);
    const channel = tabs.join((message) => receive(message as Message));
    const watchdog = createWatchdog(wait, openOwnStream);
    let connection: Connection = "connecting";
    let isLeader = false;
    let ownStream: AbortController | undefined;

    const localSink: EventSink = {
      ...sink,
      onEvent(event) {
        if (cursor.advance(event)) sink.onEvent(event);
      },
    };
    const leaderSink: EventSink = {
      onEvent(event) {
        postUpdate(event);
        localSink.onEvent(event);
      },
      onConnection(changed) {
        connection = changed;
        postUpdate();
        sink.onConnection(changed);
      },
      onHeartbeat: () => postUpdate(),
    };

    signal.addEventListener("abort", () => {
      watchdog.stop();
      ownStream?.abort();
      channel.close();
    });
    watchdog.reset(helloTimeoutMs);
    channel.post({ type: "hello" } satisfies Message);
    tabs.lead(lead, signal);

    function receive(message: Message): void {
      if (message.type === "hello") return isLeader ? postUpdate() : undefined;
      if (isLeader) return;
      if (message.connection === "live") {
        closeOwnStream();
        watchdog.reset(silenceMs);
      }
      if (ownStream) return;
      catchUp(message);
      sink.onConnection(message.connection);
      if (message.event) localSink.onEvent(message.event);
    }

    /** Where this tab is behind the leader, or has another log, a snapshot stands for the missed events. */
    function catchUp({ position, cursor: leading }: Update): void {
      if (position === undefined) return;
      if (position > (cursor.position ?? -1) || areOfDifferentLogs(leading, cursor.last))
        localSink.onEvent({ type: "snapshot", position, ...(leading !== undefined && { cursor: leading }) });
    }

    function lead(): Promise<void> {
      if (signal.aborted) return Promise.resolve();
      isLeader = true;
      watchdog.stop();
      closeOwnStream();
      subscribe(leaderSink, { after: cursor.last, signal });
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
    }

    function openOwnStream(): void {
      ownStream = new AbortController();
      subscribe(localSink, { after: cursor.last, signal: ownStream.signal });
    }

    function closeOwnStream(): void {
      ownStream?.abort();
      ownStream = undefined;
    }

    function postUpdate(event?: StreamEvent): void {
      channel.post({
        type: "update",
        connection,
        position: cursor.position,
        cursor: cursor.last,
        ...(event && { event }),
      } satisfies Message);
    }
  };
}
