import type { Client } from "@askback/client";
import type { Inquiry, RecordedEvent } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { createAgain } from "./again.ts";
import { type Cell, createCell } from "./cell.ts";
import { createDrowsy } from "./drowsy.ts";
import { isOlder } from "./inquiry-order.ts";
import { failed, ready, valueIn } from "./known.ts";
import type { Known } from "./live.ts";
import { createReading, type Reading } from "./reading.ts";
import { shared } from "./share.ts";
import type { Source } from "./source.ts";

/** One truth for each inquiry, wherever it was read. */
export interface LiveInquiries {
  source(inquiryId: string): Source<Known<Inquiry>>;
  /** Takes in what was read with something else; `began` is how many events were heard when that began. */
  feed(inquiry: Inquiry, began: number): void;
  /** Takes in what a command of this page came to. */
  learn(inquiry: Inquiry): void;
  hear(inquiryId: string, event: RecordedEvent): void;
  refresh(inquiryId: string): Promise<Inquiry | undefined>;
  /** After a break anything may have happened. */
  startOver(): void;
  refreshFailed(): void;
}

interface Entry {
  readonly cell: Cell<Known<Inquiry>>;
  readonly reading: Reading;
  /** How many events were heard when the last one of it came. */
  changedAt: number;
  wasReopened: boolean;
  rest(): void;
}

export function createLiveInquiries({
  client,
  clock,
  heard,
  onListener,
}: {
  readonly client: Client;
  readonly clock: Clock;
  readonly heard: () => number;
  readonly onListener: () => void;
}): LiveInquiries {
  const entries = new Map<string, Entry>();

  function entryOf(inquiryId: string): Entry {
    const entry = entries.get(inquiryId) ?? createEntry(inquiryId);
    entries.set(inquiryId, entry);
    return entry;
  }

  function createEntry(inquiryId: string): Entry {
    const cell = createCell<Known<Inquiry>>({ status: "loading" }, (isHeard) => {
      if (isHeard) onListener();
      drowsy.stir(isHeard);
      if (isHeard && cell.get().status !== "ready") void reading.refresh();
    });
    const drowsy = createDrowsy(clock, () => cell.set({ status: "loading" }));
    const reading = createReading(
      () => client.inquiries.get(inquiryId),
      (reply, mayBeOld) => {
        if (mayBeOld) return;
        if (reply.ok) apply(entry, reply.value);
        else cell.set(failed(cell.get(), reply.error));
        if (reply.ok) again.rest();
        else again.failed(reply.error);
        entry.rest();
      },
    );
    const again = createAgain(clock, () => void (cell.isHeard && reading.refresh()));
    const entry: Entry = {
      cell,
      reading,
      changedAt: 0,
      wasReopened: false,
      rest: () => {
        if (!cell.isHeard) drowsy.stir(false);
      },
    };
    return entry;
  }

  function apply(entry: Entry, read: Inquiry): void {
    const before = entry.cell.get();
    const shown = valueIn(before);
    if (shown && isOlder(read, shown, entry)) return;
    // What concerns only the reader is not told with a transcript.
    const mine = read.mine ?? shown?.mine;
    entry.cell.set(ready(before, shared(shown, { ...read, ...(mine && { mine }) })));
    if (read.status === "held") entry.wasReopened = false;
  }

  return {
    source: (inquiryId) => entryOf(inquiryId).cell,
    feed(inquiry, began) {
      const entry = entryOf(inquiry.id);
      if (began < entry.changedAt) return;
      apply(entry, inquiry);
      entry.rest();
    },
    learn(inquiry) {
      const entry = entryOf(inquiry.id);
      entry.changedAt = heard();
      entry.wasReopened = true;
      apply(entry, inquiry);
      entry.rest();
    },
    hear(inquiryId, event) {
      const entry = entries.get(inquiryId);
      if (!entry) return;
      entry.changedAt = heard();
      if (event.type === "inquiry.reopened") entry.wasReopened = true;
      if (isAwake(entry)) void entry.reading.refresh();
    },
    async refresh(inquiryId) {
      const entry = entryOf(inquiryId);
      await entry.reading.refresh();
      return valueIn(entry.cell.get());
    },
    startOver() {
      for (const entry of entries.values()) {
        entry.wasReopened = true;
        if (isAwake(entry)) void entry.reading.refresh();
      }
    },
    refreshFailed() {
      for (const { cell, reading } of entries.values()) if (cell.get().status === "failed") void reading.refresh();
    },
  };
}

function isAwake({ cell }: Entry): boolean {
  return cell.isHeard || cell.get().status !== "loading";
}
