import {
  type Command,
  type Conversation,
  type Effect,
  effectKey,
  effectOf,
  openInquiriesOf,
  type Result,
} from "@askback/core";
import type { Claim, StoredConversation } from "../store/store.ts";
import { StateTooNew, StoreUnavailable } from "../store/store-unavailable.ts";
import type { Work } from "./claimed-work.ts";
import type { Performed, PerformFailure, PerformOptions } from "./perform.ts";

export interface Driver {
  perform(
    conversationId: string,
    command: Command,
    options: PerformOptions,
  ): Promise<Result<Performed, PerformFailure>>;
  load(conversationId: string): Promise<StoredConversation | undefined>;
  release(conversationId: string, epoch: number): Promise<void>;
  /** Executes an effect; each command that it yields is recorded before it goes on. */
  executeEffect(conversation: Conversation, effect: Effect, key: string, signal: AbortSignal): AsyncIterable<Command>;
  /** Whether no further effect may start. */
  isDraining(): boolean;
  /** Waits before the next attempt to reach an unavailable store. */
  waitForRetry(): Promise<void>;
  /** Called when such a wait begins. */
  onUnavailable(error: StoreUnavailable): void;
}

/** Executes effects of a claimed conversation until it rests, another worker takes it, or the process stops. */
export async function drive(driver: Driver, work: Work, claim: Claim): Promise<void> {
  const isWorthWaiting = (error: unknown): error is StoreUnavailable =>
    error instanceof StoreUnavailable && !work.isLeaseLost && !driver.isDraining();
  let latest: StoredConversation | undefined = claim;
  let holdsLease = true;

  async function record(command: Command): Promise<boolean> {
    const { epoch } = work;
    const performed = await retryWhileUnavailable(() =>
      driver.perform(work.conversationId, command, { epoch, ...(latest && { known: latest }) }),
    );
    if (performed.ok) {
      holdsLease = performed.value.epoch !== undefined;
      latest = performed.value;
      work.version = performed.value.version;
      return true;
    }
    latest = undefined;
    if (performed.error.code !== "lease-lost") return false;
    if (work.epoch !== epoch) return record(command);
    holdsLease = false;
    return false;
  }

  /** The result of an effect is kept while the store is unavailable; if it was committed already, the retry is refused as stale. */
  async function retryWhileUnavailable<Value>(attempt: () => Promise<Value>): Promise<Value> {
    for (let isReported = false; ; isReported = true) {
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof StateTooNew || !isWorthWaiting(error)) throw error;
        if (!isReported) driver.onUnavailable(error);
      }
      await driver.waitForRetry();
    }
  }

  async function executeEffects(): Promise<void> {
    if (claim.expired && effectOf(claim.conversation)) {
      await record({ type: "record-interruption", effect: effectKey(effectOf(claim.conversation)), at: claim.now });
    }
    if (openInquiriesOf(claim.conversation).length > 0) await record({ type: "wake", at: claim.now });

    while (holdsLease) {
      latest ??= await retryWhileUnavailable(() => driver.load(work.conversationId));
      const effect = latest && effectOf(latest.conversation);
      // There is no await between this check and the start of the effect, so an abort cannot come too early.
      if (!latest || !effect || work.isLeaseLost || driver.isDraining()) return;
      work.version = latest.version;
      const key = effectKey(effect);
      const abort = new AbortController();
      work.current = { key, abort };
      try {
        for await (const command of driver.executeEffect(latest.conversation, effect, key, abort.signal)) {
          if (!(await record(command))) break;
        }
      } catch (error) {
        latest = undefined;
        if (abort.signal.aborted) continue;
        if (!isWorthWaiting(error)) throw error;
        driver.onUnavailable(error);
        await driver.waitForRetry();
        // Where a parent or sub-agent is too new, the wait keeps this conversation from being claimed again at once.
        if (error instanceof StateTooNew) throw error;
      } finally {
        delete work.current;
      }
    }
  }

  try {
    await executeEffects();
  } catch (error) {
    // The lease is released for a server that can read the state.
    if (!(error instanceof StateTooNew)) throw error;
  }
  while (holdsLease) {
    const { epoch } = work;
    await retryWhileUnavailable(() => driver.release(work.conversationId, epoch));
    // The lease may have expired meanwhile and been claimed again for this work, which is over.
    holdsLease = work.epoch !== epoch;
  }
}
