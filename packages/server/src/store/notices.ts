import type { InquiryChangeType, InquiryRecord, NotificationReason } from "@askback/core";
import type { NewAuditEntry } from "./audit/audit.ts";
import { toCursor, toPage } from "./page.ts";
import type { Page, PageRequest } from "./store.ts";

/**
 * Notices tell others what happened: one row for each event, receiver and channel, written in the commit of the event. A row has
 * a due time of its own and is claimed, so that one receiver never holds up another.
 */
export interface NoticeStore {
  /** Claims due notices, oldest first; a claim counts as a try, and raises the epoch. */
  claim(request: NoticeClaimRequest): Promise<readonly ClaimedNotice[]>;
  /** Records what an attempt led to, unless the notice was claimed anew meanwhile; returns whether it did. */
  settle(settlement: NoticeSettlement): Promise<boolean>;
  /** Milliseconds until a claim could find something. */
  dueIn(busy: readonly string[]): Promise<number | undefined>;
  find(id: string): Promise<Notice | undefined>;
  /** Stores deliveries, each once; those of a notification that is gone are left out. */
  add(deliveries: readonly NewNotice[]): Promise<void>;
  /** The deliveries of a notification, in the order of their ids. */
  ofNotification(range: DeliveryRange): Promise<readonly Notice[]>;
  /** Sends a notice no more, unless that is under way or done; returns it as it is then. */
  withdraw(id: string): Promise<WithdrawnNotice | undefined>;
  /** In the order of the events. */
  ofInquiry(filter: NoticeFilter): Promise<Page<Notice>>;
  /** Makes a notice due now, with all its tries; one that is being sent stays as it is. */
  resend(id: string): Promise<void>;
  pendingCount(): Promise<number>;
  /** Deletes notices that are older and wait for nothing, except what tells of something that still waits for somebody. */
  deleteSettled(ageMs: number): Promise<void>;
}

/** A notice that is stored with a commit. */
export interface NewNotice {
  /** Random and never used again, so that a receiver can tell repetitions by it. */
  readonly id: string;
  /** Absent where the commit erases the inquiry, which the notice outlives. */
  readonly inquiryId?: string;
  /** The version of the conversation after the event. */
  readonly version: number;
  readonly channel: string;
  /** The endpoint receives the notice. Only so many notices are under way to one endpoint at once. */
  readonly endpoint: string;
  /** The name of the key that is told, or the person. */
  readonly recipient: string;
  readonly project: string;
  /** The address: of a webhook where the ask gave one, else the recipient's own is used; of a person always. */
  readonly url?: string;
  readonly type: NoticeType;
  readonly at: number;
  /** The inquiry after the event, for webhooks; people are told of it as it is when that is sent. */
  readonly record?: InquiryRecord;
  /** The notification of which people are told. */
  readonly notificationId?: string;
  /** The earlier notice that this one edits or withdraws. */
  readonly follows?: string;
  /** Why a person is told. */
  readonly why?: string;
  /** Of a notice that is still to be expanded: who is told again, and why; everybody where it is absent. */
  readonly reasons?: readonly NotificationReason[];
  /** How long it waits before it is sent first. */
  readonly dueInMs?: number;
}

/** A notice is of something that happened to an inquiry, for webhooks, or to a notification, for people. */
export type NoticeType = InquiryChangeType | PersonalNoticeType;
export type PersonalNoticeType = "notification.raised" | "notification.settled" | "digest";

export interface Attempt {
  readonly at: number;
  readonly ms: number;
  readonly status?: number;
  readonly failure?: string;
  /** Why nothing was sent this time: the person does not want it, or not now. */
  readonly unsent?: "quiet-hours" | "not-on-call" | "not-wanted";
}

export interface Notice extends Omit<NewNotice, "dueInMs"> {
  /** `withdrawn`: there was no more reason to send it. */
  readonly status: "pending" | "delivered" | "dead" | "withdrawn";
  /** The channel's own reference of what it sent. */
  readonly reference?: string;
  readonly createdAt: number;
  /** When its tries began: when it was stored or last sent again by hand. */
  readonly triedFrom: number;
  readonly tries: number;
  /** When it may be claimed; while it is being sent, when that is presumed to have failed. */
  readonly dueAt?: number;
  readonly attempts: readonly Attempt[];
}

export interface WithdrawnNotice extends Notice {
  /** Whether somebody sends it right now. */
  readonly isUnderWay: boolean;
}

export interface ClaimedNotice extends Notice {
  readonly epoch: number;
  /** The time of the claim by the store's clock. */
  readonly now: number;
}

export interface NoticeClaimRequest {
  readonly leaseMs: number;
  readonly limit: number;
  /** How many are claimed for one endpoint. */
  readonly perEndpoint: number;
  /** Endpoints for which none are claimed. */
  readonly busy: readonly string[];
}

export interface NoticeSettlement {
  readonly id: string;
  readonly epoch: number;
  readonly attempts: readonly Attempt[];
  /** The state that follows; while the notice is pending, it is due after so many milliseconds. */
  readonly next:
    | { readonly status: Exclude<Notice["status"], "pending"> }
    | { readonly status: "pending"; readonly dueInMs: number };
  readonly reference?: string;
  /** Set where nothing was sent: the claim counts as no try. */
  readonly isUntried?: true;
  /** The audit records this entry with the settlement, if there is one. */
  readonly audit?: NewAuditEntry;
}

export interface DeliveryRange {
  readonly notificationId: string;
  /** Only those to this person. */
  readonly recipient?: string | undefined;
  readonly after: string;
  readonly limit: number;
}

export interface NoticeFilter extends PageRequest {
  readonly inquiryId: string;
  readonly recipient?: string | undefined;
}

export const noticesPerDelete = 500;

/** The columns that a new notice fills; both databases have the same. */
export const newNoticeColumns = [
  "id",
  "inquiry_id",
  "version",
  "channel",
  "endpoint",
  "recipient",
  "project",
  "url",
  "type",
  "at",
  "record",
  "notification_id",
  "follows",
  "why",
] as const;

/** The values of those columns, by name. */
export function newNoticeRow(notice: NewNotice | Notice) {
  const { id, inquiryId, version, channel, endpoint, recipient, project, url, type, at } = notice;
  return {
    id,
    inquiry_id: inquiryId ?? null,
    version,
    channel,
    endpoint,
    recipient,
    project,
    url: url ?? null,
    type,
    at,
    record: JSON.stringify(notice.record ?? null),
    notification_id: notice.notificationId ?? null,
    follows: notice.follows ?? null,
    why: whyColumn(notice) ?? null,
  } as const;
}

/** A notice that is still to be expanded has its reasons where a delivery has why its person is told. */
export function whyColumn({ why, reasons }: Pick<NewNotice, "why" | "reasons">): string | undefined {
  return reasons ? JSON.stringify(reasons) : why;
}

export function noticePage(found: readonly Notice[], limit: number): Page<Notice> {
  return toPage(found, limit, ({ version, id }) => toCursor(version, id));
}

type Row = Readonly<Record<string, unknown>>;

export function rowToNotice(row: Row): Notice {
  return {
    id: String(row.id),
    ...(row.inquiry_id != null && { inquiryId: String(row.inquiry_id) }),
    version: Number(row.version),
    channel: String(row.channel),
    endpoint: String(row.endpoint),
    recipient: String(row.recipient),
    project: String(row.project),
    ...(row.url != null && { url: String(row.url) }),
    type: row.type as NoticeType,
    at: Number(row.at),
    ...(row.record !== "null" && { record: JSON.parse(String(row.record)) as InquiryRecord }),
    ...(row.notification_id != null && { notificationId: String(row.notification_id) }),
    ...(row.follows != null && { follows: String(row.follows) }),
    ...(row.reference != null && { reference: String(row.reference) }),
    ...(row.why != null && readWhy(String(row.why), String(row.recipient))),
    status: row.status as Notice["status"],
    createdAt: Number(row.created_at),
    triedFrom: Number(row.tried_from),
    tries: Number(row.tries),
    ...(row.due_at != null && { dueAt: Number(row.due_at) }),
    attempts: JSON.parse(String(row.attempts)) as readonly Attempt[],
  };
}

/** Only what is still to be expanded has no recipient. */
function readWhy(why: string, recipient: string): Pick<NewNotice, "why" | "reasons"> {
  return recipient === "" ? { reasons: JSON.parse(why) as readonly NotificationReason[] } : { why };
}
