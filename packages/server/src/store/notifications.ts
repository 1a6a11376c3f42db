import {
  type ActionStatus,
  failureWords,
  type InquiryRecord,
  inquiryNotification,
  type Notification,
} from "@askback/core";
import { toCursor, toPage } from "./page.ts";
import type { Page, PageRequest } from "./store.ts";

/**
 * Notifications tell people that something waits for them: one row for each inquiry that was shown, and for each run that failed or
 * paused. The commit of the event writes it, that of the resolution settles it, and both go with the inquiry or run.
 */
export interface NotificationStore {
  find(id: string, reader: MemberReader): Promise<ReadNotification | undefined>;
  /** Reads a notification without the marks of any reader. */
  load(id: string): Promise<Notification | undefined>;
  /** Newest first. */
  list(filter: NotificationFilter): Promise<Page<ReadNotification>>;
  /** How many of the newest thousand that wait are for the reader, who has not read them. */
  unreadCount(reader: MemberReader): Promise<number>;
  /** Marks one as read or unread; it is unread again when it is raised again. */
  markRead(id: string, reader: Reader, isRead: boolean): Promise<void>;
  /** Marks as read, of the newest thousand that wait, those that are for the reader. */
  markAllRead(reader: MemberReader): Promise<void>;
}

/** A person in a project; what other projects have does not exist for them. */
export interface Reader {
  readonly project: string;
  readonly person: string;
}

/** A reader with their groups in the project. */
export interface MemberReader extends Reader {
  readonly groups?: readonly string[] | undefined;
}

export interface ReadNotification extends Notification {
  /** When the reader read it, as it is now. */
  readonly readAt?: number;
  /** Set where its inquiry waits for others than the reader. */
  readonly isForOthers?: true;
}

export interface NotificationFilter extends PageRequest, MemberReader {
  /** `settled`: those that do not wait any more. */
  readonly actionStatus?: ActionStatus | "settled" | undefined;
  /** Only those that wait for the reader, who has not read them. */
  readonly unread?: boolean | undefined;
}

/** Counts look at so many, so that they cost the same however many wait. */
export const maxCounted = 1_000;

export function notificationPage(found: readonly ReadNotification[], limit: number): Page<ReadNotification> {
  return toPage(found, limit, ({ raisedAt, id }) => toCursor(raisedAt, id));
}

/** The values of a notification's row; both databases have the same columns. */
export function notificationRow(notification: Notification) {
  const { id, project, relatedResourceType, relatedResourceId, actionStatus, raisedAt, settledAt } = notification;
  const isInquiry = relatedResourceType === "agent_question";
  return {
    id,
    inquiry_id: isInquiry ? relatedResourceId : null,
    run_id: isInquiry ? null : relatedResourceId,
    project,
    action_status: actionStatus,
    raised_at: raisedAt,
    settled_at: settledAt ?? null,
    record: JSON.stringify(notification),
  } as const;
}

/** The row without what the row of its inquiry has: its id names the inquiry. */
export function smallerNotificationRow(notification: Notification): ReturnType<typeof notificationRow> {
  if (notification.relatedResourceType !== "agent_question") return notificationRow(notification);
  const { id, project, actionStatus, raisedAt, settledAt } = notification;
  const columns = { action_status: actionStatus, raised_at: raisedAt, settled_at: settledAt ?? null } as const;
  return { id, project, inquiry_id: null, run_id: null, ...columns, record: "" };
}

/** A row as its table or that of its inquiry has the words; `is_inquiry` says which. */
export function readNotification(row: Readonly<Record<string, unknown>>): ReadNotification {
  if (row.is_inquiry !== 1 && row.is_inquiry !== true) return rowToNotification(row);
  const notification = inquiryNotification(JSON.parse(String(row.record)) as InquiryRecord);
  const raised: Notification = { ...notification, raisedAt: Number(row.raised_at) };
  return rowToNotification({ ...row, record: JSON.stringify(raised) });
}

export const notificationColumns = [
  "id",
  "inquiry_id",
  "run_id",
  "project",
  "action_status",
  "raised_at",
  "settled_at",
  "record",
] as const;

/** The columns of a row, and of the reader `read_at` and `is_own`: whether it waits for them. */
function rowToNotification(row: Readonly<Record<string, unknown>>): ReadNotification {
  const { settledAt: _, ...notification } = JSON.parse(String(row.record)) as Notification;
  const isOld = notification.type === "agent_run_failed" && notification.failureKind === undefined;
  return {
    ...notification,
    // One that was stored before had the words of the provider.
    ...(isOld && { message: failureWords(undefined) }),
    actionStatus: row.action_status as ActionStatus,
    ...(row.settled_at != null && { settledAt: Number(row.settled_at) }),
    ...(row.read_at != null && { readAt: Number(row.read_at) }),
    ...((row.is_own === 0 || row.is_own === false) && { isForOthers: true }),
  };
}
