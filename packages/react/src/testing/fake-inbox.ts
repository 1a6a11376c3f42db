import type { Client, Connection, Failure, InquiryQuery } from "@askback/client";
import type { Inquiry, RecordedEvent } from "@askback/core/wire";
import type { Clock } from "../data/clock.ts";
import { createInbox, type Inbox } from "../data/inbox/inbox.ts";
import { createLive, type LiveState } from "../data/live/live.ts";
import { createFakeClient } from "./fake-client.ts";
import { answeredBy, problemOf, recorded, unreachable } from "./samples.ts";

/** A server with many inquiries, and an inbox that follows it. */
export interface FakeInbox {
  readonly client: Client;
  readonly live: LiveState;
  readonly inbox: Inbox;
  /** The lists that were read. */
  readonly listed: readonly InquiryQuery[];
  /** The conversations whose title was read. */
  readonly titled: readonly string[];
  put(...inquiries: readonly Inquiry[]): void;
  remove(inquiryId: string): void;
  /** Adds or changes an inquiry, and records that. */
  record(type: RecordedEvent["type"], inquiry: Inquiry): void;
  /** Something happened in a conversation, beside its inquiries. */
  recordIn(conversationId: string): void;
  /** Starts the stream anew, as after a break in which events were missed. */
  sendSnapshot(): void;
  setConnection(connection: Connection): void;
  /** While it is down no call is answered. */
  setDown(isDown: boolean): void;
  /** Refuses every call from now on. */
  refuseWith(problem: Failure): void;
  /** The inquiries that were answered, in order. */
  readonly answered: readonly string[];
  /** What was declined and snoozed, each with its key. */
  readonly bulk: readonly string[];
  /** Refuses every command on this inquiry from now on. */
  refuse(inquiryId: string): void;
  /** Holds back what is read from now on; returns how to release it. What was read is what was there before that. */
  holdBack(): () => void;
}

export function createFakeInbox(clock: Clock): FakeInbox {
  const base = createFakeClient();
  const inquiries = new Map<string, Inquiry>();
  const listed: InquiryQuery[] = [];
  const titled: string[] = [];
  const answered: string[] = [];
  const bulk: string[] = [];
  const refused = new Set<string>();
  let problem: Failure | undefined;
  let gate = Promise.resolve();

  async function reply<Value>(read: () => Value | undefined) {
    const failed = problem;
    const value = failed ? undefined : read();
    await gate;
    if (failed) return { ok: false, error: failed } as const;
    if (value === undefined) return { ok: false, error: problemOf("inquiry-unknown", { status: 404 }) } as const;
    return { ok: true, value } as const;
  }

  function page(query: InquiryQuery) {
    listed.push(query);
    const fitting = [...inquiries.values()].filter(
      ({ status, agent, questions }) =>
        (query.status ?? status) === status &&
        (query.agent ?? agent) === agent &&
        questions.some(({ text }) => text.includes(query.q ?? "")),
    );
    const start = Number(query.cursor ?? 0);
    const end = start + (query.limit ?? 50);
    return { items: fitting.slice(start, end), ...(end < fitting.length && { next: String(end) }) };
  }

  function change(id: string, changed: Partial<Inquiry>): Inquiry | undefined {
    const inquiry = inquiries.get(id);
    if (inquiry) inquiries.set(id, { ...inquiry, ...changed });
    return inquiries.get(id);
  }

  const client: Client = {
    ...base,
    conversations: {
      ...base.conversations,
      get(id) {
        titled.push(id);
        return reply(() => ({ ...base.known.conversation, id, title: `About ${id}` }));
      },
    },
    inquiries: {
      ...base.inquiries,
      list: (query = {}) => reply(() => page(query)),
      get: (id) => reply(() => inquiries.get(id)),
      answer: (id) =>
        reply(() => {
          const heldUntil = new Date(clock.now() + 5_000).toISOString();
          change(id, { status: "held", heldUntil });
          answered.push(id);
          const { receipt } = answeredBy("ana");
          return receipt && { ...receipt, heldUntil };
        }),
      decline: (id, body, { key } = {}) =>
        reply(() => {
          bulk.push(`${key} declines ${id}: ${body?.comment ?? "no reason"}`);
          if (refused.has(id)) return undefined;
          const declined = answeredBy("ana", { id });
          change(id, { status: "declined" });
          return declined.receipt && { ...declined.receipt, resolution: "declined" as const };
        }),
      snooze: (id, { until }, { key } = {}) =>
        reply(() => {
          bulk.push(`${key} snoozes ${id} until ${until}`);
          return refused.has(id) ? undefined : change(id, { mine: until === null ? {} : { snoozedUntil: until } });
        }),
      retract: (id) => reply(() => (inquiries.get(id)?.status === "held" ? change(id, { status: "open" }) : undefined)),
    },
    inbox: {
      count: () =>
        reply(() => {
          const open = [...inquiries.values()].filter(({ status }) => status === "open");
          const snoozed = open.filter(({ mine }) => mine?.snoozedUntil).length;
          return { open: open.length - snoozed, snoozed };
        }),
    },
  };
  const live = createLive(client, { clock });
  const inbox = createInbox({ client, live, clock });
  base.stream.become("live");
  live.start();

  return {
    client,
    live,
    inbox,
    listed,
    titled,
    put(...added) {
      for (const inquiry of added) inquiries.set(inquiry.id, inquiry);
    },
    remove: (id) => inquiries.delete(id),
    record(type, inquiry) {
      inquiries.set(inquiry.id, inquiry);
      base.stream.emit(recorded(type, { inquiryId: inquiry.id, conversationId: inquiry.conversationId }));
    },
    recordIn: (conversationId) => base.stream.emit(recorded("run.finished", { conversationId })),
    sendSnapshot: () => base.stream.emit({ type: "snapshot", position: 1 }),
    setConnection: base.stream.become,
    setDown(isDown) {
      problem = isDown ? unreachable : undefined;
    },
    refuseWith(refusal) {
      problem = refusal;
    },
    answered,
    bulk,
    refuse: (id) => refused.add(id),
    holdBack() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = Promise.resolve();
        resolve();
      };
    },
  };
}
