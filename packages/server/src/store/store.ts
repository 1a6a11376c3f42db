import type {
  Conversation,
  ConversationStatus,
  Event,
  InquiryRecord,
  Message,
  Projection,
  RunRecord,
} from "@askback/core";
import type { Clock } from "../clock.ts";
import type { AnswerLinkStore } from "./answer-links.ts";
import type { AuditStore, NewAuditEntry } from "./audit/audit.ts";
import type { ContactStore } from "./contacts.ts";
import type { FileStore } from "./files.ts";
import type { NewNotice, NoticeStore } from "./notices.ts";
import type { NotificationStore } from "./notifications.ts";
import type { Credentials } from "./people/credentials.ts";
import type { Directory } from "./people/directory.ts";
import type { PersonalStore, SnoozeFilter } from "./personal-records.ts";
import type { Presence } from "./presence.ts";
import type { StandingStore } from "./standing-answers.ts";
import type { StoreUnavailable } from "./store-unavailable.ts";
import type { PersonFilter } from "./waits-for.ts";

/** A state whose JSON is longer is not remembered, so that those that are have a bound in memory. */
export const maxRememberedLength = 16_384;

/**
 * The log of events and the work queue: one row per conversation holds when it is due and who works on it.
 * Nothing is acknowledged before it is durable, and the store's own clock decides about time.
 */
export interface Store {
  /** The store's clock, which servers take for their own: those that share a store agree on the time. */
  readonly clock: Clock;

  load(conversationId: string): Promise<StoredConversation | undefined>;
  /**
   * The state that this process committed last, unless it is large, which saves reading it. It may be stale: what is decided on it counts
   * only if it is committed. It is no copy, so nobody may change it.
   */
  remembered?(conversationId: string): StoredConversation | undefined;
  /** A commit that deletes a conversation also erases its content, except the event of the deletion, and empties its stored replies, but deletes those that last. It deletes the files that no other conversation uses. */
  commit(commit: Commit): Promise<CommitResult>;

  /** Claims due conversations that nobody works on, oldest first, in turns of projects where more are due; each claim raises the epoch. */
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
  /** Extends an owner's leases of these conversations; returns the version of each that it still holds. */
  extend(request: ExtendRequest): Promise<ReadonlyMap<string, number>>;
  /** Releases the lease of a conversation whose work is not done, so that others can claim it at once. */
  release(conversationId: string, epoch: number): Promise<void>;
  /**
   * Milliseconds until a claim could find something: a free conversation is due, or a lease expires. It is a duration and
   * not a time because a server's own clock may be wrong.
   */
  dueIn(): Promise<number | undefined>;
  /** For how many milliseconds a claim could have found something; 0 if nothing waits. */
  overdueMs(): Promise<number>;

  /** The messages of the model's transcript, after the part that a summary replaces. */
  modelMessages(conversationId: string, start: TranscriptStart): Promise<readonly Message[]>;
  /** Messages as people see them, by number. */
  messages(conversationId: string, range?: MessageRange): Promise<readonly Message[]>;
  /** A page of a search ends early, with `next`, after a limit of work or when the signal aborts: it may be short or empty. */
  conversations(filter: ConversationFilter, signal?: AbortSignal): Promise<Page<ListedConversation>>;
  inquiry(inquiryId: string): Promise<InquiryRecord | undefined>;
  inquiries(filter: InquiryFilter, signal?: AbortSignal): Promise<Page<InquiryRecord>>;
  /** For whom the open inquiries of a project wait: each set of people once, as it is stored. */
  waitingSets(project: string): Promise<readonly string[]>;
  openInquiryCount(filter?: VisibilityFilter & SnoozeFilter & PersonFilter): Promise<number>;
  run(runId: string): Promise<RunRecord | undefined>;
  runs(conversationId: string): Promise<readonly RunRecord[]>;

  events(range: EventRange): Promise<readonly RecordedEvent[]>;
  /** Whether nothing was pruned: the log still has every event after a position, or all events of these conversations. */
  isLogComplete(range: Omit<EventRange, "limit">): Promise<boolean>;
  /** The position of the last event up to which the log is final. */
  position(): Promise<number>;
  /** Whether a reader can have got this position from this log; with several servers it may lie beyond `position`. */
  isKnownPosition(position: number): Promise<boolean>;
  /** The id of this log. A log that was restored or imported has another one, although it gives the same positions again. */
  history(): Promise<string>;
  /** Calls back after events became durable, once for each group of commits; returns the unsubscribe function. */
  onCommitted(listener: () => void): () => void;

  reply(key: ReplyKey): Promise<Reply | undefined>;
  deleteOldReplies(ageMs: number): Promise<void>;

  readonly personal: PersonalStore;
  readonly files: FileStore;
  readonly notices: NoticeStore;
  readonly directory: Directory;
  readonly credentials: Credentials;
  /** Calls back after somebody may do more or less, here or on another server; a notification of that may be lost. */
  onAccessChanged(listener: () => void): () => void;
  readonly notifications: NotificationStore;
  readonly contacts: ContactStore;
  readonly answerLinks: AnswerLinkStore;
  readonly audit: AuditStore;
  readonly standing: StandingStore;

  /** Why writes are rejected right now, as far as the store knows. */
  whyUnavailable?(): StoreUnavailable | undefined;

  // The rest is there where several servers share the store.

  /**
   * Calls back when another server changed a leased conversation, whose effect may have become obsolete. A notification
   * may be lost; the next extension of the lease shows the change too.
   */
  onChangedElsewhere?(listener: (conversationId: string) => void): () => void;
  /** Calls back when another log has taken the place of this one, so that positions have another meaning. */
  onReplaced?(listener: () => void): () => void;
  /** The secret that all servers sign with. */
  secret?(): Promise<string>;
  readonly liveTexts?: SharedLiveTexts;
  readonly presence?: Presence;

  close(): Promise<void>;
}

/** Text of a model reply that is streaming; it is dropped when the complete reply is recorded. */
export interface LiveText {
  readonly conversationId: string;
  readonly project: string;
  readonly runId: string;
  readonly step: number;
  readonly attempt: number;
  readonly text: string;
}

/** Live texts of all servers. Those of a server that vanished expire. */
export interface SharedLiveTexts {
  /** Publishes texts that changed and removes those that ended; a text that does not change is repeated every few seconds. */
  publish(changed: readonly LiveText[], ended: readonly LiveText[]): Promise<void>;
  /** All streams of all servers; the text only where it changed after `since`, which is the `now` of an earlier read. */
  readSince(since: number): Promise<{ readonly now: number; readonly streams: readonly SharedLiveText[] }>;
  read(conversationId: string): Promise<LiveText | undefined>;
  /** Calls back when another server published; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export type SharedLiveText = Omit<LiveText, "text"> & { readonly text?: string };

export interface StoredConversation {
  readonly conversation: Conversation;
  readonly version: number;
}

/** The model's transcript starts after the place `through`, and has no message numbered below `from`. */
export interface TranscriptStart {
  readonly through: number;
  readonly from: number;
}

/** Messages by number, both ends included; numbers start at 1 and have no gaps. */
export interface MessageRange {
  readonly from: number;
  readonly through: number;
}

export interface Commit {
  readonly expectedVersion: number;
  /** The epoch of a worker's lease; the commit is refused when the lease is no longer the current one. */
  readonly epoch?: number;
  readonly events: readonly Event[];
  readonly projection: Projection;
  /** When the conversation is due next: 0 for now, undefined if it waits for a person. */
  readonly dueAt: number | undefined;
  /** Claims the conversation in the same transaction if it is due now and nobody works on it. */
  readonly claim?: LeaseRequest;
  readonly reply?: NewReply;
  /** Others are told these notices because of the events. */
  readonly notices?: readonly NewNotice[];
  /** The audit records these entries of the events. */
  readonly audit?: readonly NewAuditEntry[];
}

export type CommitResult =
  /** `epoch` is that of the caller's lease, if it holds one after the commit. */
  | { readonly ok: true; readonly version: number; readonly epoch?: number }
  /** `file`: a person's command refers to a file that was deleted meanwhile. */
  | { readonly ok: false; readonly reason: "version" | "epoch" | "file" }
  | { readonly ok: false; readonly reason: "reply"; readonly reply: Reply };

export interface LeaseRequest {
  /** Unique to this run of the process. */
  readonly owner: string;
  readonly leaseMs: number;
}

export interface ClaimRequest extends LeaseRequest {
  readonly limit: number;
}

export interface ExtendRequest extends LeaseRequest {
  readonly conversationIds: readonly string[];
}

export interface Claim extends StoredConversation {
  readonly epoch: number;
  /** The time of the claim by the store's clock. */
  readonly now: number;
  /** The lease before this one expired, so its owner is presumed dead. */
  readonly expired: boolean;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Limits a list to what a caller may see. */
export interface VisibilityFilter {
  readonly project?: string | undefined;
  readonly createdBy?: string | undefined;
}

export interface ConversationFilter extends PageRequest, VisibilityFilter {
  readonly status?: ConversationStatus | undefined;
  readonly agent?: string | undefined;
  /** A part of the title, or of what was said, asked or answered; case is ignored. */
  readonly text?: string | undefined;
  /** Lists the sub-agents of this conversation; without it, sub-agents are left out. */
  readonly parentId?: string | undefined;
}

export interface ListedConversation extends StoredConversation {
  readonly updatedAt: number;
}

export interface InquiryFilter extends PageRequest, VisibilityFilter, SnoozeFilter, PersonFilter {
  /** By the time they were asked; `oldest` first by default. */
  readonly order?: "oldest" | "newest" | undefined;
  readonly status?: InquiryRecord["status"] | undefined;
  /** Any of these. */
  readonly statuses?: readonly InquiryRecord["status"][] | undefined;
  readonly conversationId?: string | undefined;
  readonly runId?: string | undefined;
  readonly agent?: string | undefined;
  /** A part of what was asked or answered, of the title of the conversation, or of the agent's name; case is ignored. */
  readonly text?: string | undefined;
  /** With `text`: agents whose title for people has it, whose inquiries are found as well. */
  readonly titledAgents?: readonly string[] | undefined;
  /** Only those that this person resolved. */
  readonly resolvedBy?: string | undefined;
}

export interface EventRange {
  /** Events after this position. */
  readonly after: number;
  readonly limit: number;
  readonly conversationIds?: readonly string[];
}

export interface RecordedEvent {
  readonly position: number;
  readonly conversationId: string;
  readonly project: string;
  readonly version: number;
  readonly event: Event;
}

export interface ReplyKey {
  readonly principal: string;
  readonly route: string;
  readonly key: string;
}

/** A reply that is stored with a commit. */
export interface NewReply extends ReplyKey, Reply {
  /** It lives as long as its conversation: no age deletes it, and the deletion of the conversation does. */
  readonly lasting?: true;
}

/** The time of creation that a lasting reply is stored with, which no age reaches. */
export const lastingReplyTime = 2 ** 52;

/** The stored response for an `Idempotency-Key`, with the fingerprint of its request. */
export interface Reply {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}
