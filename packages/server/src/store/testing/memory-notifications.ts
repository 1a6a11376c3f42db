import { type InquiryRecord, isWaitedFor, type Notification, type NotificationChanges, waitsFor } from "@askback/core";
import type { Clock } from "../../clock.ts";
import {
  type MemberReader,
  maxCounted,
  type NotificationFilter,
  type NotificationStore,
  type Reader,
  type ReadNotification,
} from "../notifications.ts";
import { newestFirst, pageOf } from "./memory-page.ts";

interface MemoryNotifications extends NotificationStore {
  handle(changes: NotificationChanges): void;
  /** Returns the ids of what is gone. */
  erase(conversationId: string): readonly string[];
  has(id: string): boolean;
  isPending(id: string): boolean;
}

interface MemoryNotificationsOptions {
  readonly clock: Clock;
  findInquiry(id: string): InquiryRecord | undefined;
  write<Value>(work: () => Value): Promise<Value>;
}

/** Notifications in a map, and who has read them in another. */
export function createMemoryNotifications({
  clock,
  findInquiry,
  write,
}: MemoryNotificationsOptions): MemoryNotifications {
  const notifications = new Map<string, Notification>();
  const reads = new Map<string, { readonly raisedAt: number; readonly readAt: number }>();
  const readKey = (id: string, { person }: Reader) => JSON.stringify([id, person]);

  function seenBy(reader: MemberReader, notification: Notification): ReadNotification {
    const read = reads.get(readKey(notification.id, reader));
    const inquiry = findInquiry(notification.relatedResourceId);
    const isOwn = isWaitedFor(inquiry && waitsFor(inquiry), { by: reader.person, groups: reader.groups });
    return {
      ...notification,
      ...(read && read.raisedAt >= notification.raisedAt && { readAt: read.readAt }),
      ...(!isOwn && { isForOthers: true }),
    };
  }
  function ofProject(reader: MemberReader): ReadNotification[] {
    return [...notifications.values()]
      .filter(({ project }) => project === reader.project)
      .map((notification) => seenBy(reader, notification));
  }
  function newestPending(reader: MemberReader): ReadNotification[] {
    return ofProject(reader)
      .filter(({ actionStatus }) => actionStatus === "pending")
      .sort((a, b) => newestFirst([a.raisedAt, a.id], [b.raisedAt, b.id]))
      .slice(0, maxCounted)
      .filter(isUnread);
  }
  function read({ id, raisedAt }: Notification, reader: Reader): void {
    reads.set(readKey(id, reader), { raisedAt, readAt: clock.now() });
  }

  return {
    handle({ raised, settled }) {
      for (const notification of raised) notifications.set(notification.id, notification);
      for (const change of settled) {
        const notification = notifications.get(change.id);
        if (notification) notifications.set(change.id, { ...notification, ...change });
      }
    },
    erase(conversationId) {
      const own = [...notifications.values()].filter((one) => one.conversationId === conversationId);
      for (const { id } of own) notifications.delete(id);
      return own.map(({ id }) => id);
    },
    has: (id) => notifications.has(id),
    isPending: (id) => notifications.get(id)?.actionStatus === "pending",
    async find(id, reader) {
      const notification = notifications.get(id);
      return notification?.project === reader.project ? seenBy(reader, notification) : undefined;
    },
    load: async (id) => notifications.get(id),
    async list({ actionStatus, unread, limit, cursor, ...reader }) {
      const found = ofProject(reader)
        .filter((one) => actionStatus === undefined || hasStatus(one.actionStatus, actionStatus))
        .filter((one) => !unread || (one.actionStatus === "pending" && isUnread(one)));
      return pageOf(found, { limit, cursor }, newestFirst, ({ raisedAt, id }) => [raisedAt, id]);
    },
    unreadCount: async (reader) => newestPending(reader).length,
    markRead: (id, reader, isRead) =>
      write(() => {
        const notification = notifications.get(id);
        if (notification?.project !== reader.project) return;
        if (isRead) read(notification, reader);
        else reads.delete(readKey(id, reader));
      }),
    markAllRead: (reader) =>
      write(() => {
        for (const notification of newestPending(reader)) read(notification, reader);
      }),
  };
}

function isUnread({ readAt, isForOthers }: ReadNotification): boolean {
  return readAt === undefined && !isForOthers;
}

function hasStatus(status: Notification["actionStatus"], wanted: NonNullable<NotificationFilter["actionStatus"]>) {
  return wanted === "settled" ? status !== "pending" : status === wanted;
}
