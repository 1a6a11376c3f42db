import type { Clock } from "../../clock.ts";
import type { NewAuditEntry } from "../audit/audit.ts";
import { type NewNotice, type Notice, type NoticeStore, noticePage } from "../notices.ts";
import { parseCursor } from "../page.ts";

interface MemoryNotices extends NoticeStore {
  store(notices: readonly NewNotice[]): void;
  eraseInquiry(inquiryId: string): void;
  eraseNotification(id: string): void;
}

interface MemoryNoticesOptions {
  readonly notifications: { has(id: string): boolean; isPending(id: string): boolean };
  readonly clock: Clock;
  write<Value>(work: () => Value): Promise<Value>;
  addAudit(entries: readonly NewAuditEntry[]): void;
}

interface Entry {
  readonly notice: Notice;
  readonly isLeased: boolean;
  readonly epoch: number;
}

/** Notices in a map. */
export function createMemoryNotices({ clock, notifications, write, addAudit }: MemoryNoticesOptions): MemoryNotices {
  const entries = new Map<string, Entry>();

  /** What can be claimed, with the time from which it can. */
  function due(busy: readonly string[]) {
    return [...entries.values()]
      .flatMap((entry) => (entry.notice.dueAt === undefined ? [] : [{ ...entry, at: entry.notice.dueAt }]))
      .filter(({ notice }) => !busy.includes(notice.endpoint))
      .sort((a, b) => a.at - b.at || (a.notice.id < b.notice.id ? -1 : 1));
  }

  function isAwaited({ notificationId }: Notice): boolean {
    return notificationId !== undefined && notifications.isPending(notificationId);
  }

  function store(notices: readonly NewNotice[]): void {
    const now = clock.now();
    for (const { dueInMs = 0, ...notice } of notices) {
      const triedFrom = now + dueInMs;
      const waiting = {
        status: "pending",
        createdAt: now,
        triedFrom,
        tries: 0,
        dueAt: triedFrom,
        attempts: [],
      } as const;
      if (!entries.has(notice.id))
        entries.set(notice.id, { notice: { ...notice, ...waiting }, isLeased: false, epoch: 0 });
    }
  }

  return {
    store,
    add: (deliveries) =>
      write(() => store(deliveries.filter(({ notificationId: id }) => id === undefined || notifications.has(id)))),
    ofNotification: async ({ notificationId, recipient, after, limit }) =>
      [...entries.values()]
        .map(({ notice }) => notice)
        .filter(
          (notice) => notice.notificationId === notificationId && notice.channel !== "expand" && notice.id > after,
        )
        .filter((notice) => recipient === undefined || notice.recipient === recipient)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    withdraw: (id) =>
      write(() => {
        const entry = entries.get(id);
        if (!entry) return undefined;
        if (entry.isLeased || entry.notice.dueAt === undefined) return { ...entry.notice, isUnderWay: entry.isLeased };
        const { dueAt: _, ...rest } = entry.notice;
        const notice: Notice = { ...rest, status: "withdrawn" };
        entries.set(id, { ...entry, notice });
        return { ...notice, isUnderWay: false };
      }),
    eraseNotification(notificationId) {
      for (const [id, { notice }] of entries) if (notice.notificationId === notificationId) entries.delete(id);
    },
    eraseInquiry(inquiryId) {
      for (const [id, { notice }] of entries) if (notice.inquiryId === inquiryId) entries.delete(id);
    },
    claim: ({ leaseMs, limit, perEndpoint, busy }) =>
      write(() => {
        const now = clock.now();
        const counts = new Map<string, number>();
        return due(busy)
          .filter(({ at, notice: { endpoint } }) => {
            if (at > now) return false;
            counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
            return (counts.get(endpoint) ?? 0) <= perEndpoint;
          })
          .slice(0, limit)
          .map(({ notice, epoch }) => {
            const claimed = { ...notice, dueAt: now + leaseMs, tries: notice.tries + 1 };
            entries.set(notice.id, { notice: claimed, isLeased: true, epoch: epoch + 1 });
            return { ...claimed, epoch: epoch + 1, now };
          });
      }),
    settle: ({ id, epoch, attempts, next, reference, isUntried, audit }) =>
      write(() => {
        const entry = entries.get(id);
        if (!entry?.isLeased || entry.epoch !== epoch) return false;
        const { dueAt: _, ...notice } = entry.notice;
        const dueAt = next.status === "pending" ? { dueAt: clock.now() + next.dueInMs } : {};
        const settled = {
          ...notice,
          ...dueAt,
          status: next.status,
          attempts,
          tries: notice.tries - (isUntried ? 1 : 0),
          ...(reference !== undefined && { reference }),
        };
        entries.set(id, { notice: settled, isLeased: false, epoch });
        if (audit) addAudit([audit]);
        return true;
      }),
    async dueIn(busy) {
      const [first] = due(busy);
      return first && Math.max(0, first.at - clock.now());
    },
    find: async (id) => entries.get(id)?.notice,
    async ofInquiry({ inquiryId, recipient, limit, cursor }) {
      const [version, id] = (cursor !== undefined && parseCursor(cursor)) || [0, ""];
      const found = [...entries.values()]
        .map(({ notice }) => notice)
        .filter((notice) => notice.inquiryId === inquiryId && notice.channel !== "expand")
        .filter((notice) => recipient === undefined || notice.recipient === recipient)
        .filter((notice) => notice.version > version || (notice.version === version && notice.id > id))
        .sort((a, b) => a.version - b.version || (a.id < b.id ? -1 : 1));
      return noticePage(found, limit);
    },
    resend: (id) =>
      write(() => {
        const entry = entries.get(id);
        if (!entry || entry.isLeased) return;
        const now = clock.now();
        const notice: Notice = { ...entry.notice, status: "pending", dueAt: now, triedFrom: now, tries: 0 };
        entries.set(id, { ...entry, notice });
      }),
    pendingCount: async () => due([]).length,
    deleteSettled: (ageMs) =>
      write(() => {
        for (const [id, { notice }] of entries)
          if (notice.dueAt === undefined && notice.createdAt < clock.now() - ageMs && !isAwaited(notice))
            entries.delete(id);
      }),
  };
}
