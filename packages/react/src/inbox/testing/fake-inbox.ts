import type { Client, Connection, InquiryQuery } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import type { Clock } from "../../clock.ts";
import { createCell } from "../../live/cell.ts";
import type { Live, LiveEvent } from "../../live/live.ts";
import { createFakeClient } from "../../testing/fake-client.ts";
import { answeredBy, problemOf, unreachable } from "../../testing/samples.ts";

/** A server with many inquiries, of which the inbox hears as it would over the stream. */
export interface FakeInbox {
  readonly client: Client;
  readonly live: Live;
  readonly asked: readonly InquiryQuery[];
  put(...inquiries: readonly Inquiry[]): void;
  drop(inquiryId: string): void;
  tell(event: LiveEvent): void;
  /** Adds or changes an inquiry and tells of it. */
  happen(type: "asked" | "changed" | "resolved", inquiry: Inquiry): void;
  become(connection: Connection): void;
  /** While it is down every call fails. */
  setDown(isDown: boolean): void;
  /** Holds back what is read from now on; returns how to let it go. What was read is what was there before that. */
  holdBack(): () => void;
}

export function createFakeInbox({ now }: Pick<Clock, "now"> = Date): FakeInbox {
  const base = createFakeClient();
  const inquiries = new Map<string, Inquiry>();
  const asked: InquiryQuery[] = [];
  const listeners = new Set<(event: LiveEvent) => void>();
  const connection = createCell<Connection>("live");
  let isDown = false;
  let gate = Promise.resolve();

  async function reply<Value>(read: () => Value | undefined) {
    const value = isDown ? undefined : read();
    const failed = isDown;
    await gate;
    if (failed) return { ok: false, error: unreachable } as const;
    if (value === undefined) return { ok: false, error: problemOf("inquiry-unknown", { status: 404 }) } as const;
    return { ok: true, value } as const;
  }

  function page(query: InquiryQuery) {
    asked.push(query);
    const fitting = [...inquiries.values()].filter(
      ({ status }) => query.status === undefined || query.status === status,
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

  const tell = (event: LiveEvent) => {
    for (const listener of [...listeners]) listener(event);
  };

  const client: Client = {
    ...base,
    conversations: {
      ...base.conversations,
      get: (id) => reply(() => ({ ...base.known.conversation, id, title: `About ${id}` })),
    },
    inquiries: {
      ...base.inquiries,
      list: (query = {}) => reply(() => page(query)),
      get: (id) => reply(() => inquiries.get(id)),
      answer: (id) =>
        reply(() => {
          const heldUntil = new Date(now() + 5_000).toISOString();
          change(id, { status: "held", heldUntil });
          const { receipt } = answeredBy("ana");
          return receipt && { ...receipt, heldUntil };
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
  const live = {
    connection,
    onEvent(listener: (event: LiveEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look: async (id: string) => inquiries.get(id),
  } as Partial<Live> as Live;

  return {
    client,
    live,
    asked,
    put(...added) {
      for (const inquiry of added) inquiries.set(inquiry.id, inquiry);
    },
    drop: (id) => inquiries.delete(id),
    tell,
    happen(type, inquiry) {
      inquiries.set(inquiry.id, inquiry);
      tell({ type, inquiryId: inquiry.id, conversationId: inquiry.conversationId });
    },
    become: connection.set,
    setDown(next) {
      isDown = next;
    },
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
