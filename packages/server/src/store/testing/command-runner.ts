import { decide, dueAt, project } from "@askback/core";
import type { Clock } from "../../clock.ts";
import { auditEntries } from "../audit/audit.ts";
import type { Commit, CommitResult, Store } from "../store.ts";
import type { CommandBuilder } from "./commands.ts";

type CommitOptions = Pick<Commit, "epoch" | "claim" | "reply">;

/** Makes commits as the runtime does: it loads, decides and commits. */
export interface CommandRunner {
  /** The commit of a command, without sending it. */
  prepare(conversationId: string, build: CommandBuilder, options?: CommitOptions): Promise<Commit>;
  perform(conversationId: string, build: CommandBuilder, options?: CommitOptions): Promise<CommitResult>;
  /** Performs commands one after the other; throws where one is refused. */
  performAll(conversationId: string, ...builders: readonly CommandBuilder[]): Promise<void>;
}

export function createCommandRunner(store: Store, clock: Clock): CommandRunner {
  async function prepare(id: string, build: CommandBuilder, options: CommitOptions = {}): Promise<Commit> {
    const stored = await store.load(id);
    const conversation = stored?.conversation;
    const command = build({ id, conversation, at: clock.now() });
    const decision = decide(conversation, command);
    if (!decision.ok) throw new Error(`${id}: ${decision.error.code}`);
    const projection = project(conversation, decision.value);
    return {
      expectedVersion: stored?.version ?? 0,
      events: decision.value,
      projection,
      dueAt: dueAt(projection.conversation),
      audit: auditEntries(conversation, projection.conversation, decision.value, command),
      ...options,
    };
  }

  async function perform(id: string, build: CommandBuilder, options?: CommitOptions): Promise<CommitResult> {
    return store.commit(await prepare(id, build, options));
  }

  return {
    prepare,
    perform,
    async performAll(id, ...builders) {
      for (const build of builders) {
        const result = await perform(id, build);
        if (!result.ok) throw new Error(`${id}: ${result.reason}`);
      }
    },
  };
}
