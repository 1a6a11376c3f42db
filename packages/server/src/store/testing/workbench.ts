import { decide, dueAt, project } from "@askback/core";
import type { Clock } from "../../clock.ts";
import type { Commit, CommitResult, Store } from "../store.ts";
import type { Wish } from "./wishes.ts";

type How = Pick<Commit, "epoch" | "claim" | "reply">;

/** Makes commits as the runtime does: from what is stored, by the core's own decisions. */
export interface Workbench {
  /** The commit that a wish leads to, not yet sent. */
  prepare(conversationId: string, wish: Wish, how?: How): Promise<Commit>;
  perform(conversationId: string, wish: Wish, how?: How): Promise<CommitResult>;
  /** Performs wishes one after the other, each of which must be granted. */
  performAll(conversationId: string, ...wishes: readonly Wish[]): Promise<void>;
}

export function createWorkbench(store: Store, clock: Clock): Workbench {
  async function prepare(conversationId: string, wish: Wish, how: How = {}): Promise<Commit> {
    const stored = await store.load(conversationId);
    const conversation = stored?.conversation;
    const decision = decide(conversation, wish({ id: conversationId, conversation, at: clock.now() }));
    if (!decision.ok) throw new Error(`${conversationId}: ${decision.error.code}`);
    const projection = project(conversation, decision.value);
    return {
      expectedVersion: stored?.version ?? 0,
      events: decision.value,
      projection,
      dueAt: dueAt(projection.conversation),
      ...how,
    };
  }

  async function perform(conversationId: string, wish: Wish, how?: How): Promise<CommitResult> {
    return store.commit(await prepare(conversationId, wish, how));
  }

  return {
    prepare,
    perform,
    async performAll(conversationId, ...wishes) {
      for (const wish of wishes) {
        const result = await perform(conversationId, wish);
        if (!result.ok) throw new Error(`${conversationId}: ${result.reason}`);
      }
    },
  };
}
