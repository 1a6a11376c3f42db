import { randomUUID } from "node:crypto";
import {
  type Command,
  type Conversation,
  decide,
  dueAt,
  type Event,
  err,
  type NotificationChanges,
  ok,
  type Projection,
  project,
  type Refusal,
  type Result,
} from "@askback/core";
import { auditEntries } from "../store/audit/audit.ts";
import type { NewNotice } from "../store/notices.ts";
import type { LeaseRequest, NewReply, Reply, Store, StoredConversation } from "../store/store.ts";

export interface Performed extends StoredConversation {
  readonly events: readonly Event[];
  /** Absent when nothing had to be recorded. */
  readonly projection?: Projection;
  /** The caller's lease after this, if it has one. */
  readonly epoch?: number;
  /** Whether others have to be told of it. */
  readonly hasNotices?: true;
}

/** Why nothing was recorded: the command was refused, another worker has the lease, a file is gone, or the key already has a reply. */
export type PerformFailure =
  | Refusal
  | { readonly code: "lease-lost" }
  | { readonly code: "file-unknown" }
  | { readonly code: "already-replied"; readonly reply: Reply };

/** The notices that are stored with the events of a commit. */
export type PlanNotices = (change: {
  readonly before: Conversation | undefined;
  readonly after: Conversation;
  readonly events: readonly Event[];
  readonly expectedVersion: number;
  readonly notifications: NotificationChanges;
}) => readonly NewNotice[];

/** The state after the commit. */
export interface Committed extends StoredConversation {
  readonly projection: Projection;
}

export interface PerformOptions {
  /** The state to decide on first; it is loaded by default. */
  readonly known?: StoredConversation;
  readonly epoch?: number;
  readonly claim?: LeaseRequest;
  /** The response to store with the commit, for an `Idempotency-Key`. */
  readonly reply?: (committed: Committed) => NewReply;
  readonly planNotices?: PlanNotices | undefined;
}

/** Loads, decides and commits; starts over when another commit came in between. */
export async function perform(
  store: Store,
  conversationId: string,
  command: Command,
  { known, epoch, claim, reply, planNotices }: PerformOptions = {},
): Promise<Result<Performed, PerformFailure>> {
  // Random, so that no other history of the conversation, such as one before a restore, has what this asks.
  const unique = { ...command, nonce: newNonce() };
  const remembered = known ? undefined : store.remembered?.(conversationId);
  // A conversation to start hardly ever exists; the commit fails if it does.
  let stored = known ?? remembered ?? (command.type === "start" ? undefined : await store.load(conversationId));
  while (true) {
    const decision = decide(stored?.conversation, unique);
    const hasNothingToCommit = !decision.ok || (decision.value.length === 0 && !reply);
    // Only a commit shows that what is remembered is what is stored.
    if (hasNothingToCommit && stored && stored === remembered) {
      stored = await store.load(conversationId);
      continue;
    }
    if (!decision.ok) return decision;
    if (hasNothingToCommit && stored) return ok({ ...stored, events: [], ...(epoch !== undefined && { epoch }) });
    const projection = project(stored?.conversation, decision.value);
    const { conversation } = projection;
    const expectedVersion = stored?.version ?? 0;
    const version = expectedVersion + decision.value.length;
    const events = decision.value;
    const { notifications } = projection;
    const change = { before: stored?.conversation, after: conversation, events, expectedVersion, notifications };
    const notices = planNotices?.(change) ?? [];
    const audit = auditEntries(stored?.conversation, conversation, events, command);
    const committed = await store.commit({
      expectedVersion,
      events,
      projection,
      dueAt: dueAt(conversation),
      ...(epoch !== undefined && { epoch }),
      ...(claim && { claim }),
      ...(reply && { reply: reply({ conversation, version, projection }) }),
      ...(notices.length > 0 && { notices }),
      ...(audit.length > 0 && { audit }),
    });
    if (committed.ok) {
      const { epoch: held } = committed;
      return ok({
        conversation,
        version,
        events,
        projection,
        ...(held !== undefined && { epoch: held }),
        ...(notices.length > 0 && { hasNotices: true }),
      });
    }
    if (committed.reason === "reply") return err({ code: "already-replied", reply: committed.reply });
    if (committed.reason === "epoch") return err({ code: "lease-lost" });
    if (committed.reason === "file") return err({ code: "file-unknown" });
    stored = await store.load(conversationId);
  }
}

/** 48 random bits; Node draws those of UUIDs from the system in batches. */
function newNonce(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(9, 13);
}
