import type { StreamEvent } from "@askback/core/wire";
import type { Connection } from "./events.ts";
import type { Follow, Sink } from "./live-events.ts";
import { createProgress } from "./progress.ts";
import { silenceMs } from "./read-stream.ts";
import type { Tabs } from "./tabs.ts";
import type { Wait } from "./wait.ts";
import { createWatchdog } from "./watchdog.ts";

/** What tabs say to each other: somebody is new, or the one that leads tells how things are. */
type Message = { readonly type: "hello" } | Word;

interface Word {
  readonly type: "word";
  readonly connection: Connection;
  /** How far the leader had come before the event. */
  readonly position: number | undefined;
  readonly event?: StreamEvent;
}

/** A leader that is awake answers a greeting at once. */
const greetingMs = 2_000;

/** One tab follows the stream and repeats it to the others; who hears nothing of a live stream opens their own. */
export function followShared({ follow, tabs, wait }: { follow: Follow; tabs: Tabs; wait: Wait }): Follow {
  return (sink, { after, signal }) => {
    const progress = createProgress(after);
    const channel = tabs.join((message) => hear(message as Message));
    const watchdog = createWatchdog(wait, goAlone);
    let connection: Connection = "connecting";
    let isLeading = false;
    let alone: AbortController | undefined;

    const own: Sink = {
      ...sink,
      event(event) {
        if (progress.take(event)) sink.event(event);
      },
    };
    const leading: Sink = {
      event(event) {
        tell(event);
        own.event(event);
      },
      connection(changed) {
        connection = changed;
        tell();
        sink.connection(changed);
      },
      beat: () => tell(),
    };

    signal.addEventListener("abort", () => {
      watchdog.stop();
      alone?.abort();
      channel.leave();
    });
    watchdog.expect(greetingMs);
    channel.say({ type: "hello" } satisfies Message);
    tabs.lead(lead, signal);

    function hear(message: Message): void {
      if (message.type === "hello") return isLeading ? tell() : undefined;
      if (isLeading) return;
      if (message.connection === "live") {
        joinAgain();
        watchdog.expect(silenceMs);
      }
      if (alone) return;
      catchUp(message.position);
      sink.connection(message.connection);
      if (message.event) own.event(message.event);
    }

    /** Where the leader is further than what was heard of it, a snapshot stands for what is missing. */
    function catchUp(position: number | undefined): void {
      if (position !== undefined && position > (progress.position ?? -1)) own.event({ type: "snapshot", position });
    }

    function lead(): Promise<void> {
      if (signal.aborted) return Promise.resolve();
      isLeading = true;
      watchdog.stop();
      joinAgain();
      follow(leading, { after: progress.position, signal });
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
    }

    function goAlone(): void {
      alone = new AbortController();
      follow(own, { after: progress.position, signal: alone.signal });
    }

    function joinAgain(): void {
      alone?.abort();
      alone = undefined;
    }

    function tell(event?: StreamEvent): void {
      channel.say({ type: "word", connection, position: progress.position, ...(event && { event }) } satisfies Message);
    }
  };
}
