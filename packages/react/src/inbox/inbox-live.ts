import type { Client } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { isSettled } from "../live/inquiry-order.ts";
import type { Live } from "../live/live.ts";
import type { Source } from "../live/source.ts";
import { createTitles } from "./conversation-titles.ts";
import type { CountSource } from "./inbox-count.ts";
import type { Outcome } from "./inbox-view.ts";
import { createInquiryList, type InquiryList } from "./inquiry-list.ts";

/** For how long a settled row shows its receipt before it leaves. */
export const receiptTime = 4000;

/** The state of the inbox as it changes. */
export interface InboxLive {
  readonly clock: Clock;
  readonly count: CountSource;
  /** Everything that waits for an answer, what is snoozed included; what was just settled stays for a moment. */
  readonly open: InquiryList;
  /** What is settled: all of it, or what ended in one way. */
  done(outcome?: Outcome): InquiryList;
  title(conversationId: string): Source<string | undefined>;
  /** After something was done with an inquiry: what the server says of it, everywhere. */
  changed(inquiry: Inquiry | string): void;
  /** Somebody has looked at it, which changes no number. */
  seen(inquiry: Inquiry): void;
}

/** What is done goes back to the first day; who looks for more finds it by the search for conversations. */
const pagesOfDone = 5;

export interface InboxLiveOptions {
  readonly client: Client;
  readonly live: Live;
  readonly clock: Clock;
  readonly count: CountSource;
}

export function createInboxLive({ client, live, clock, count }: InboxLiveOptions): InboxLive {
  const common = { client, live, clock };
  const doneByOutcome = new Map<Outcome | undefined, InquiryList>();
  const open = createInquiryList({
    ...common,
    query: { status: "open" },
    belongs: (inquiry) => !isSettled(inquiry),
    linger: receiptTime,
  });

  return {
    clock,
    count,
    open,
    done(outcome) {
      const known = doneByOutcome.get(outcome);
      if (known) return known;
      const list = createInquiryList({
        ...common,
        query: { order: "newest", ...(outcome ? { status: outcome } : { resolved: true }) },
        belongs: (inquiry) => isSettled(inquiry) && (!outcome || inquiry.status === outcome),
        linger: 0,
        pages: pagesOfDone,
      });
      doneByOutcome.set(outcome, list);
      return list;
    },
    title: createTitles(client),
    changed(inquiry) {
      if (typeof inquiry === "string") void open.refresh(inquiry);
      else learn(inquiry);
      void count.refresh();
    },
    seen: learn,
  };

  function learn(inquiry: Inquiry): void {
    open.put(inquiry);
    // The stream does not tell what somebody does for themselves alone.
    void live.look(inquiry.id);
  }
}
