import type { Client, Failure, InquiryQuery } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { createCell } from "../live/cell.ts";
import { isSettled } from "../live/inquiry-order.ts";
import { valueIn } from "../live/known.ts";
import type { Known, Live } from "../live/live.ts";
import { createReading, type Reading } from "../live/reading.ts";
import { shared } from "../live/share.ts";
import type { Source } from "../live/source.ts";

export interface ListedInquiries {
  readonly inquiries: readonly Inquiry[];
  /** Whether the last page was read, so that whatever is added from now on is new. */
  readonly isWhole: boolean;
}

/** Inquiries that fit a query, page after page, and as they change. Nothing is read while nobody listens. */
export interface InquiryList extends Source<Known<ListedInquiries>> {
  /** Takes over what the server said of one of them. */
  put(inquiry: Inquiry): void;
  /** Reads one of them again. */
  refresh(inquiryId: string): Promise<void>;
  /** Reads all of them again. */
  reload(): Promise<void>;
}

export interface InquiryListOptions {
  readonly client: Client;
  readonly live: Pick<Live, "onEvent" | "connection">;
  readonly clock: Clock;
  readonly query: InquiryQuery;
  belongs(inquiry: Inquiry): boolean;
  /** For how many milliseconds a settled inquiry stays before it leaves. */
  readonly linger: number;
  /** How many pages are read; all unless given. */
  readonly pages?: number;
}

const pageSize = 200;

export function createInquiryList(options: InquiryListOptions): InquiryList {
  const { client, live, clock, query, belongs, linger, pages = Number.POSITIVE_INFINITY } = options;
  const byId = new Map<string, Inquiry>();
  const leaving = new Map<string, () => void>();
  const readings = new Map<string, Reading>();
  let isWhole = false;
  let problem: Failure | undefined;
  /** The reading that counts, with what changed since it began: of that, its pages may tell old news. */
  let reading: { readonly changed: Set<string> } | undefined;
  let fallAsleep = () => {};
  const list = createCell<Known<ListedInquiries>>({ status: "loading" }, (isHeard) => {
    fallAsleep();
    if (isHeard) wakeUp();
  });
  return { get: list.get, subscribe: list.subscribe, put, refresh, reload };

  function wakeUp(): void {
    const stopEvents = live.onEvent((event) => {
      if (event.type === "snapshot") void reload();
      if (event.type === "conversation") lookAgain(event.conversationId);
      if (event.type !== "asked" && event.type !== "changed" && event.type !== "resolved") return;
      reading?.changed.add(event.inquiryId);
      void refresh(event.inquiryId);
    });
    const stopConnection = live.connection.subscribe(() => {
      if (problem && live.connection.get() === "live") void reload();
    });
    fallAsleep = () => {
      stopEvents();
      stopConnection();
      reading = undefined;
    };
    void reload();
  }

  /** A conversation may have been erased, which no event of its inquiries tells. */
  function lookAgain(conversationId: string): void {
    for (const inquiry of byId.values()) {
      if (inquiry.conversationId === conversationId && !isSettled(inquiry)) void refresh(inquiry.id);
    }
  }

  async function reload(): Promise<void> {
    const current = { changed: new Set<string>() };
    reading = current;
    const found = new Set<string>();
    let cursor: string | undefined;
    let count = 0;
    do {
      const page = await client.inquiries.list({ ...query, limit: pageSize, ...(cursor && { cursor }) });
      if (reading !== current) return;
      problem = page.ok ? undefined : page.error;
      if (!page.ok) return publish();
      for (const inquiry of page.value.items) {
        found.add(inquiry.id);
        if (belongs(inquiry) && !current.changed.has(inquiry.id)) place(inquiry);
      }
      count += 1;
      cursor = count < pages ? page.value.next : undefined;
      // The first page at once, and the rest together: a long list is laid out anew each time.
      if (list.get().status !== "ready") publish();
    } while (cursor !== undefined);
    reading = undefined;
    isWhole = true;
    for (const { id, status } of byId.values()) {
      if (found.has(id) || current.changed.has(id) || leaving.has(id)) continue;
      if (status === "held") void refresh(id);
      else byId.delete(id);
    }
    publish();
  }

  function refresh(inquiryId: string): Promise<void> {
    const reading =
      readings.get(inquiryId) ??
      createReading(
        () => client.inquiries.get(inquiryId),
        (reply, mayBeOld) => {
          if (mayBeOld) return;
          readings.delete(inquiryId);
          if (reply.ok) put(reply.value);
          else if (reply.error.status === 404) remove(inquiryId);
        },
      );
    readings.set(inquiryId, reading);
    return reading.refresh();
  }

  function put(inquiry: Inquiry): void {
    reading?.changed.add(inquiry.id);
    if (belongs(inquiry)) place(inquiry);
    else if (byId.has(inquiry.id) && isSettled(inquiry) && linger > 0) letGo(inquiry);
    else return remove(inquiry.id);
    publish();
  }

  /** What is settled stays so: an open inquiry in its place is old news. */
  function place(inquiry: Inquiry): void {
    const shown = byId.get(inquiry.id);
    if (shown && isSettled(shown) && !isSettled(inquiry)) return;
    byId.set(inquiry.id, shared(shown, inquiry));
  }

  function letGo(inquiry: Inquiry): void {
    byId.set(inquiry.id, inquiry);
    if (leaving.has(inquiry.id)) return;
    leaving.set(
      inquiry.id,
      clock.after(linger, () => remove(inquiry.id)),
    );
  }

  function remove(inquiryId: string): void {
    leaving.get(inquiryId)?.();
    leaving.delete(inquiryId);
    if (byId.delete(inquiryId)) publish();
  }

  function publish(): void {
    const value = { inquiries: [...byId.values()], isWhole };
    const isKnown = valueIn(list.get()) !== undefined;
    list.set(problem ? { status: "failed", problem, ...(isKnown && { value }) } : { status: "ready", value });
  }
}
