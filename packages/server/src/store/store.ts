import type {
  Conversation,
  ConversationStatus,
  Event,
  InquiryRecord,
  Message,
  Projection,
  RunRecord,
} from "@askback/core";
import type { PersonalStore, SnoozeFilter } from "./personal.ts";
import type { Presence } from "./presence.ts";

/**
 * Where the log lives, and the queue: one row per conversation says when it is due and who works on it.
 * Nothing is acknowledged before it is durable, and the store's own clock decides about time.
 */
export interface Store {
  load(conversationId: string): Promise<Stored | undefined>;
  /** A commit that deletes the conversation also erases its content, all but the event that says so; its replies keep no body. */
  commit(commit: Commit): Promise<CommitResult>;

  /** Takes due conversations that nobody works on, oldest first; each claim raises the epoch. */
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
  /** Prolongs an owner's leases of these conversations and tells the version of each that it still holds. */
  extend(request: ExtendRequest): Promise<ReadonlyMap<string, number>>;
  /** Gives a conversation back with its work undone, for others to claim at once. */
  release(conversationId: string, epoch: number): Promise<void>;
  /**
   * Milliseconds until a claim could find something: what is free is due, or what is leased has run out.
   * 0 for now; a length and no time, since a server's own clock may be wrong.
   */
  dueIn(): Promise<number | undefined>;

  /** Messages for the model's transcript, after the part that a summary stands for. */
  modelMessages(conversationId: string, edge: SummaryEdge): Promise<readonly Message[]>;
  /** Messages as people see them, by number. */
  messages(conversationId: string, range?: MessageRange): Promise<readonly Message[]>;
  conversations(filter: ConversationFilter): Promise<Page<ConversationRow>>;
  inquiry(inquiryId: string): Promise<InquiryRecord | undefined>;
  inquiries(filter: InquiryFilter): Promise<Page<InquiryRecord>>;
  openInquiryCount(filter?: Whose & SnoozeFilter): Promise<number>;
  run(runId: string): Promise<RunRecord | undefined>;
  runs(conversationId: string): Promise<readonly RunRecord[]>;

  events(range: EventRange): Promise<readonly RecordedEvent[]>;
  /** Whether the log still holds every event after a position, or all that these conversations ever had. */
  isWhole(range: Omit<EventRange, "limit">): Promise<boolean>;
  /** The position of the last recorded event, with all before it. */
  position(): Promise<number>;
  /** Whether a reader can have a position from this log; where many servers write, also one beyond `position`. */
  hasGiven(position: number): Promise<boolean>;
  /** Calls back after events became durable, once for those that did so together; returns how to stop that. */
  onCommitted(listener: () => void): () => void;

  reply(key: ReplyKey): Promise<Reply | undefined>;
  /** Forgets replies that are older than this. */
  forgetReplies(ageMs: number): Promise<void>;

  readonly personal: PersonalStore;

  /**
   * Where several servers share the store: calls back when another one committed to a conversation that somebody works
   * on, whose effect may be wanted no longer. A word may be lost: the next extension of the lease tells it too.
   */
  onDisturbed?(listener: (conversationId: string) => void): () => void;
  /** Where several servers share the store: what they sign with, so that each knows what another signed. */
  secret?(): Promise<string>;
  /** Where several servers share the store: the text that streams on each, for the others to show. */
  readonly texts?: SharedTexts;
  /** Where several servers share the store: who writes at an answer on the others. */
  readonly presence?: Presence;

  close(): Promise<void>;
}

/** Text that streams right now. It is shown and forgotten: the recorded reply is the whole. */
export interface LiveText {
  readonly conversationId: string;
  readonly project: string;
  readonly runId: string;
  readonly step: number;
  readonly attempt: number;
  readonly text: string;
}

/** Live text beyond one server. What a vanished server shared is forgotten after a while. */
export interface SharedTexts {
  /** Shows texts to the other servers, and takes back those that ended; to be repeated every few seconds for those that go on. */
  share(changed: readonly LiveText[], ended: readonly LiveText[]): Promise<void>;
  /** All that streams on any server; the text itself only where it changed after `since`, a time that an earlier look gave. */
  look(since: number): Promise<{ readonly now: number; readonly streams: readonly SharedText[] }>;
  /** What streams in one conversation, on whichever server. */
  textOf(conversationId: string): Promise<LiveText | undefined>;
  /** Calls back when another server shared something; returns how to stop that. */
  onShared(listener: () => void): () => void;
}

export type SharedText = Omit<LiveText, "text"> & { readonly text?: string };

export interface Stored {
  readonly conversation: Conversation;
  readonly version: number;
}

/** Where the model's transcript begins: after a place, and with no message of a lower number. */
export interface SummaryEdge {
  readonly through: number;
  readonly from: number;
}

/** Messages by number, from the first to the last of them; they run from 1 without a gap. */
export interface MessageRange {
  readonly from: number;
  readonly through: number;
}

export interface Commit {
  readonly expectedVersion: number;
  /** A worker's lease; the commit is refused when it is no longer the current one. */
  readonly epoch?: number;
  readonly events: readonly Event[];
  readonly projection: Projection;
  /** When the conversation is due next: 0 for now, undefined for never by itself. */
  readonly dueAt: number | undefined;
  /** Claims the conversation in the same transaction if it is due now and nobody works on it. */
  readonly claim?: LeaseRequest;
  readonly reply?: ReplyKey & Reply;
}

export type CommitResult =
  /** `epoch` is the caller's lease, kept or newly claimed. */
  | { readonly ok: true; readonly version: number; readonly epoch?: number }
  | { readonly ok: false; readonly reason: "version" | "epoch" }
  | { readonly ok: false; readonly reason: "reply"; readonly reply: Reply };

export interface LeaseRequest {
  /** A name that no other process uses, nor this one after a restart. */
  readonly owner: string;
  readonly leaseMs: number;
}

export interface ClaimRequest extends LeaseRequest {
  readonly limit: number;
}

export interface ExtendRequest extends LeaseRequest {
  readonly conversationIds: readonly string[];
}

export interface Claim extends Stored {
  readonly epoch: number;
  /** The time at the claim: the store's, or the server's where a commit of its own claimed. */
  readonly now: number;
  /** The lease before this one ran out: whoever held it vanished. */
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

/** What a caller may see of all that is stored. */
export interface Whose {
  readonly project?: string | undefined;
  readonly createdBy?: string | undefined;
}

export interface ConversationFilter extends PageRequest, Whose {
  readonly status?: ConversationStatus | undefined;
  readonly agent?: string | undefined;
  /** Part of the title, or of what was said, asked or answered, in upper or lower case. */
  readonly text?: string | undefined;
  /** Its sub-agents; without it, those conversations that are nobody's sub-agents. */
  readonly parentId?: string | undefined;
}

export interface ConversationRow extends Stored {
  readonly updatedAt: number;
}

export interface InquiryFilter extends PageRequest, Whose, SnoozeFilter {
  /** By when they were asked; oldest first unless given. */
  readonly order?: "oldest" | "newest" | undefined;
  readonly status?: InquiryRecord["status"] | undefined;
  /** Any of these. */
  readonly statuses?: readonly InquiryRecord["status"][] | undefined;
  readonly conversationId?: string | undefined;
  readonly runId?: string | undefined;
  readonly agent?: string | undefined;
  /** Who resolved it. */
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

/** The stored response of an `Idempotency-Key`, with the fingerprint of the request that got it. */
export interface Reply {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}
