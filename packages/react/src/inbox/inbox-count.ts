import type { Client } from "@askback/client";
import type { Clock } from "../clock.ts";
import { createCell } from "../live/cell.ts";
import { known, valueIn } from "../live/known.ts";
import type { Known, Live } from "../live/live.ts";
import { createReading } from "../live/reading.ts";
import type { Source } from "../live/source.ts";

export interface InboxCount {
  readonly open: number;
  readonly snoozed: number;
}

/** The one number that navigation, title, badge and bell show. It is the server's and is never counted here. */
export interface CountSource extends Source<Known<InboxCount>> {
  refresh(): Promise<void>;
}

export interface CountOptions {
  readonly client: Client;
  readonly live: Pick<Live, "onEvent">;
  readonly clock: Clock;
}

const minute = 60_000;

export function createInboxCount({ client, live, clock }: CountOptions): CountSource {
  let stopEvents = () => {};
  let stopTimer = () => {};
  const count = createCell<Known<InboxCount>>({ status: "loading" }, (isHeard) => {
    stopEvents();
    stopTimer();
    if (!isHeard) return;
    stopEvents = live.onEvent(({ type }) => {
      if (type !== "conversation" && type !== "drafted") void refresh();
    });
    void refresh();
  });
  const { refresh } = createReading(
    () => client.inbox.count(),
    (reply, mayBeOld) => {
      if (mayBeOld) return;
      count.set(known(count.get(), reply));
      watchSnoozed();
    },
  );
  return { get: count.get, subscribe: count.subscribe, refresh };

  /** Nothing tells when a snoozed inquiry comes back, so that the number is read each minute while there are any. */
  function watchSnoozed(): void {
    stopTimer();
    const snoozed = valueIn(count.get())?.snoozed ?? 0;
    if (count.isHeard && snoozed > 0) stopTimer = clock.after(minute, () => void refresh());
  }
}
