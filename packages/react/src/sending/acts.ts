import type { Client, CommandOptions, Reply } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import type { FailedAct } from "../card/inquiry-card.ts";
import type { Clock } from "../clock.ts";
import { type Cell, createCell } from "../live/cell.ts";
import type { LiveState } from "../live/create-live.ts";
import { isSettled } from "../live/inquiry-order.ts";
import { valueIn } from "../live/known.ts";
import type { Source } from "../live/source.ts";
import { settledBy } from "./settled-inquiry.ts";

/** What is done at once or not at all, in contrast to what a sender brings there in the end. */
export interface Acts {
  /** What was last wanted and could not be done. */
  failed(inquiryId: string): Source<FailedAct | undefined>;
  undo(inquiryId: string): Promise<void>;
  deliver(inquiryId: string): Promise<void>;
  extend(inquiryId: string, until: string | null): Promise<void>;
  /** Sends a text to the conversation of an inquiry, once, however often it is pressed; gives whether it arrived. */
  sendText(inquiry: Inquiry, text: string): Promise<boolean>;
}

export interface ActsOptions {
  readonly client: Client;
  readonly live: LiveState;
  readonly clock: Clock;
  readonly newKey: () => string;
}

/** An answer is held for five seconds: who wants it back must hear before that whether they have it. */
const patienceMs = 4_000;

export function createActs({ client, live, clock, newKey }: ActsOptions): Acts {
  const cells = new Map<string, Cell<FailedAct | undefined>>();
  const underWay = new Set<string>();
  const keys = new Map<string, string>();

  function cellOf(inquiryId: string): Cell<FailedAct | undefined> {
    const cell = cells.get(inquiryId) ?? createCell<FailedAct | undefined>(undefined);
    cells.set(inquiryId, cell);
    return cell;
  }

  /** What it came to; undefined where it failed, which is shown, or is under way already. */
  async function perform<Value>(
    inquiryId: string,
    act: FailedAct["act"],
    call: () => Reply<Value>,
  ): Promise<Value | undefined> {
    const name = `${act} ${inquiryId}`;
    if (underWay.has(name)) return undefined;
    underWay.add(name);
    const reply = await call();
    underWay.delete(name);
    cellOf(inquiryId).set(reply.ok ? undefined : { act, problem: reply.error });
    return reply.ok ? reply.value : undefined;
  }

  async function soon<Value>(call: (options: CommandOptions) => Reply<Value>): Reply<Value> {
    const abort = new AbortController();
    const forget = clock.after(patienceMs, () => abort.abort());
    const reply = await call({ key: newKey(), signal: abort.signal });
    forget();
    return reply;
  }

  /** It may have arrived though nobody said so. */
  async function lookFor(inquiryId: string, isDone: (inquiry: Inquiry) => boolean): Promise<void> {
    const inquiry = await live.look(inquiryId);
    if (inquiry && (isSettled(inquiry) || isDone(inquiry))) cellOf(inquiryId).set(undefined);
  }

  return {
    failed: cellOf,
    async undo(inquiryId) {
      const inquiry = await perform(inquiryId, "undo", () =>
        soon((options) => client.inquiries.retract(inquiryId, options)),
      );
      if (inquiry) live.learn(inquiry);
      else await lookFor(inquiryId, ({ status }) => status === "open");
    },
    async deliver(inquiryId) {
      const receipt = await perform(inquiryId, "deliver", () =>
        soon((options) => client.inquiries.deliver(inquiryId, options)),
      );
      const inquiry = valueIn(live.inquiry(inquiryId).get());
      if (receipt && inquiry) live.learn(settledBy(inquiry, receipt));
      await lookFor(inquiryId, isSettled);
    },
    async extend(inquiryId, until) {
      const inquiry = await perform(inquiryId, "extend", () =>
        client.inquiries.extend(inquiryId, { until }, { key: newKey() }),
      );
      if (inquiry) live.learn(inquiry);
      else await lookFor(inquiryId, ({ deadline }) => (deadline ?? null) === until);
    },
    async sendText({ id, conversationId }, text) {
      const name = JSON.stringify([id, text]);
      const key = keys.get(name) ?? newKey();
      keys.set(name, key);
      // As separate, since an agent that asks something else by now would take it for that answer.
      const sent = await perform(id, "message", () =>
        client.conversations.send(conversationId, { text, separate: true }, { key }),
      );
      return sent !== undefined;
    },
  };
}
