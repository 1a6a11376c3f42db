import type { Result } from "@askback/core";
import { type Command, type Conversation, type Effect, effectKey, effectOf } from "@askback/core";
import type { Claim } from "../store/store.ts";
import type { Performed, PerformOptions, Unperformed } from "./perform.ts";

/** A conversation that this process works on. */
export interface Work {
  readonly conversationId: string;
  readonly epoch: number;
  /** The effect under way, and how to abort it when it is no longer wanted. */
  current?: { readonly key: string; readonly abort: AbortController };
}

export interface Driver {
  perform(conversationId: string, command: Command, options: PerformOptions): Promise<Result<Performed, Unperformed>>;
  load(conversationId: string): Promise<{ conversation: Conversation; version: number } | undefined>;
  release(conversationId: string, epoch: number): Promise<void>;
  /** Does the outside work; the commands it yields are recorded one by one, before it goes on. */
  carryOut(conversation: Conversation, effect: Effect, key: string, signal: AbortSignal): AsyncIterable<Command>;
  /** Aborted when the process is to stop working. */
  readonly stopping: AbortSignal;
}

/** Carries out effects of a claimed conversation until it rests, is taken by another worker, or the process stops. */
export async function drive(driver: Driver, work: Work, claim: Claim): Promise<void> {
  let known: { conversation: Conversation; version: number } | undefined = claim;
  let held = true;

  async function record(command: Command): Promise<boolean> {
    const performed = await driver.perform(work.conversationId, command, {
      epoch: work.epoch,
      ...(known && { known }),
    });
    if (performed.ok) {
      held = performed.value.epoch !== undefined;
      known = performed.value;
      return true;
    }
    if (performed.error.code === "lease-lost") held = false;
    known = undefined;
    return false;
  }

  if (claim.expired && effectOf(claim.conversation)) {
    await record({ type: "record-interruption", effect: effectKey(effectOf(claim.conversation)), at: claim.now });
  }
  if (claim.conversation.status === "parked") await record({ type: "wake", at: claim.now });

  while (held && !driver.stopping.aborted) {
    known ??= await driver.load(work.conversationId);
    const conversation = known?.conversation;
    const effect = conversation && effectOf(conversation);
    if (!conversation || !effect) break;
    const key = effectKey(effect);
    const abort = new AbortController();
    work.current = { key, abort };
    try {
      for await (const command of driver.carryOut(
        conversation,
        effect,
        key,
        AbortSignal.any([abort.signal, driver.stopping]),
      )) {
        if (!(await record(command))) break;
      }
    } catch (error) {
      if (!abort.signal.aborted && !driver.stopping.aborted) throw error;
      known = undefined;
    } finally {
      delete work.current;
    }
  }
  if (held) await driver.release(work.conversationId, work.epoch);
}
