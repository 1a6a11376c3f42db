import type { InquiryChangeType, InquiryRecord } from "@askback/core";
import { toCursor, toPage } from "./page.ts";
import type { Page, PageRequest } from "./store.ts";

/**
 * What the store tells others: one row for each event, receiver and channel, written in the commit of the event. A row has
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
  /** In the order of the events. */
  ofInquiry(filter: NoticeFilter): Promise<Page<Notice>>;
  /** Makes a notice due now, with all its tries; one that is being sent stays as it is. */
  resend(id: string): Promise<void>;
  pendingCount(): Promise<number>;
  /** Deletes notices that are older and wait for nothing. */
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
  readonly channel: "webhook";
  /** What receives it. Only so many notices are under way to one endpoint at once. */
  readonly endpoint: string;
  /** The name of the key that is told. */
  readonly recipient: string;
  readonly project: string;
  /** The address, where the ask gave one; else the recipient's own is used. */
  readonly url?: string;
  readonly type: InquiryChangeType;
  readonly at: number;
  /** The inquiry after the event. */
  readonly record: InquiryRecord;
}

export interface Attempt {
  readonly at: number;
  readonly ms: number;
  readonly status?: number;
  readonly failure?: string;
}

export interface Notice extends NewNotice {
  readonly status: "pending" | "delivered" | "dead";
  readonly createdAt: number;
  /** When its tries began: when it was stored or last sent again by hand. */
  readonly triedFrom: number;
  readonly tries: number;
  /** When it may be claimed; while it is being sent, when that is presumed to have failed. */
  readonly dueAt?: number;
  readonly attempts: readonly Attempt[];
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
  /** What becomes of it; while it is pending, after how many milliseconds it is due. */
  readonly next: { readonly status: "delivered" | "dead" } | { readonly status: "pending"; readonly dueInMs: number };
}

export interface NoticeFilter extends PageRequest {
  readonly inquiryId: string;
  readonly recipient?: string | undefined;
}

export const noticesPerDelete = 500;

/** The values of a new notice, in the order of `newNoticeColumns`; both databases have the same columns. */
export const newNoticeColumns =
  "id, inquiry_id, version, channel, endpoint, recipient, project, url, type, at, record" as const;

export function noticePage(found: readonly Notice[], limit: number): Page<Notice> {
  return toPage(found, limit, ({ version, id }) => toCursor(version, id));
}

type Row = Readonly<Record<string, unknown>>;

export function rowToNotice(row: Row): Notice {
  return {
    id: String(row.id),
    ...(row.inquiry_id != null && { inquiryId: String(row.inquiry_id) }),
    version: Number(row.version),
    channel: row.channel as Notice["channel"],
    endpoint: String(row.endpoint),
    recipient: String(row.recipient),
    project: String(row.project),
    ...(row.url != null && { url: String(row.url) }),
    type: row.type as InquiryChangeType,
    at: Number(row.at),
    record: JSON.parse(String(row.record)) as InquiryRecord,
    status: row.status as Notice["status"],
    createdAt: Number(row.created_at),
    triedFrom: Number(row.tried_from),
    tries: Number(row.tries),
    ...(row.due_at != null && { dueAt: Number(row.due_at) }),
    attempts: JSON.parse(String(row.attempts)) as readonly Attempt[],
  };
}
