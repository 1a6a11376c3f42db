import {
  type Command,
  decide,
  dueAt,
  type Event,
  err,
  ok,
  type Projection,
  project,
  type Refusal,
  type Result,
} from "@askback/core";
import type { LeaseRequest, Reply, ReplyKey, Store, Stored } from "../store/store.ts";

export interface Performed extends Stored {
  readonly events: readonly Event[];
  /** Absent when nothing had to be recorded. */
  readonly projection?: Projection;
  /** The caller's lease after this, if it has one. */
  readonly epoch?: number;
}

/** Why nothing was recorded: the domain refused, the lease went to another worker, or the key has its reply already. */
export type Unperformed =
  | Refusal
  | { readonly code: "lease-lost" }
  | { readonly code: "already-replied"; readonly reply: Reply };

/** What a commit leads to, known before it is made. */
export interface Committed extends Stored {
  readonly projection: Projection;
}

export interface PerformOptions {
  readonly known?: Stored;
  readonly epoch?: number;
  readonly claim?: LeaseRequest;
  /** The response to store with the commit, for an `Idempotency-Key`. */
  readonly reply?: (committed: Committed) => ReplyKey & Reply;
}

/** Loads, decides and commits; starts over when somebody else committed in between. */
export async function perform(
  store: Store,
  conversationId: string,
  command: Command,
  { known, epoch, claim, reply }: PerformOptions = {},
): Promise<Result<Performed, Unperformed>> {
  // What is to be started is hardly ever there; the commit tells if it is.
  let stored = known ?? (command.type === "start" ? undefined : await store.load(conversationId));
  while (true) {
    const decision = decide(stored?.conversation, command);
    if (!decision.ok) return decision;
    if (decision.value.length === 0 && stored && !reply)
      return ok({ ...stored, events: [], ...(epoch !== undefined && { epoch }) });
    const projection = project(stored?.conversation, decision.value);
    const { conversation } = projection;
    const expectedVersion = stored?.version ?? 0;
    const version = expectedVersion + decision.value.length;
    const committed = await store.commit({
      expectedVersion,
      events: decision.value,
      projection,
      dueAt: dueAt(conversation),
      ...(epoch !== undefined && { epoch }),
      ...(claim && { claim }),
      ...(reply && { reply: reply({ conversation, version, projection }) }),
    });
    if (committed.ok) {
      const { epoch: held } = committed;
      return ok({
        conversation,
        version,
        events: decision.value,
        projection,
        ...(held !== undefined && { epoch: held }),
      });
    }
    if (committed.reason === "reply") return err({ code: "already-replied", reply: committed.reply });
    if (committed.reason === "epoch") return err({ code: "lease-lost" });
    stored = await store.load(conversationId);
  }
}
