import type { Result } from "@askback/core";
import { type Command, type Conversation, type Effect, effectKey, effectOf } from "@askback/core";
import type { Claim, Stored } from "../store/store.ts";
import { StateTooNew, StoreUnavailable } from "../store/store-unavailable.ts";
import type { Performed, PerformOptions, Unperformed } from "./perform.ts";

/** A conversation that this process works on. */
export interface Work {
  readonly conversationId: string;
  /** The lease's; it is raised when we claim it again after it had run out. */
  epoch: number;
  /** Whether the lease is no longer ours: whatever we do for this conversation then is in vain. */
  lost: boolean;
  /** The last version that was looked at here. */
  version: number;
  /** The effect under way, and how to abort it: when it is no longer wanted, the lease is lost, or the process stops. */
  current?: { readonly key: string; readonly abort: AbortController };
}

export interface Driver {
  perform(conversationId: string, command: Command, options: PerformOptions): Promise<Result<Performed, Unperformed>>;
  load(conversationId: string): Promise<Stored | undefined>;
  release(conversationId: string, epoch: number): Promise<void>;
  /** Does the outside work; the commands it yields are recorded one by one, before it goes on. */
  carryOut(conversation: Conversation, effect: Effect, key: string, signal: AbortSignal): AsyncIterable<Command>;
  /** Whether no further effect is to be begun. */
  isDraining(): boolean;
  /** Waits before a store that is away is tried again. */
  rest(): Promise<void>;
  /** Told when a wait for a store that is away begins. */
  away(error: StoreUnavailable): void;
}

/** Carries out effects of a claimed conversation until it rests, is taken by another worker, or the process stops. */
export async function drive(driver: Driver, work: Work, claim: Claim): Promise<void> {
  const isWorthWaiting = (error: unknown): error is StoreUnavailable =>
    error instanceof StoreUnavailable && !work.lost && !driver.isDraining();
  let known: Stored | undefined = claim;
  let held = true;

  async function record(command: Command): Promise<boolean> {
    const { epoch } = work;
    const performed = await patiently(() =>
      driver.perform(work.conversationId, command, { epoch, ...(known && { known }) }),
    );
    if (performed.ok) {
      held = performed.value.epoch !== undefined;
      known = performed.value;
      work.version = performed.value.version;
      return true;
    }
    known = undefined;
    if (performed.error.code !== "lease-lost") return false;
    if (work.epoch !== epoch) return record(command);
    held = false;
    return false;
  }

  /** What an effect brought about is worth waiting for a store that is away; what was made already is refused as stale. */
  async function patiently<Value>(ask: () => Promise<Value>): Promise<Value> {
    for (let isTold = false; ; isTold = true) {
      try {
        return await ask();
      } catch (error) {
        if (error instanceof StateTooNew || !isWorthWaiting(error)) throw error;
        if (!isTold) driver.away(error);
      }
      await driver.rest();
    }
  }

  async function carryOutAll(): Promise<void> {
    if (claim.expired && effectOf(claim.conversation)) {
      await record({ type: "record-interruption", effect: effectKey(effectOf(claim.conversation)), at: claim.now });
    }
    if (claim.conversation.status === "parked") await record({ type: "wake", at: claim.now });

    while (held) {
      known ??= await patiently(() => driver.load(work.conversationId));
      const effect = known && effectOf(known.conversation);
      // Asked without a wait before the effect is under way, or its abort might come too early.
      if (!known || !effect || work.lost || driver.isDraining()) return;
      work.version = known.version;
      const key = effectKey(effect);
      const abort = new AbortController();
      work.current = { key, abort };
      try {
        for await (const command of driver.carryOut(known.conversation, effect, key, abort.signal)) {
          if (!(await record(command))) break;
        }
      } catch (error) {
        known = undefined;
        if (abort.signal.aborted) continue;
        if (!isWorthWaiting(error)) throw error;
        driver.away(error);
        await driver.rest();
        // It may be a parent or sub-agent that is too new, and then this conversation would be claimed again at once.
        if (error instanceof StateTooNew) throw error;
      } finally {
        delete work.current;
      }
    }
  }

  try {
    await carryOutAll();
  } catch (error) {
    // A server that can read it takes it up.
    if (!(error instanceof StateTooNew)) throw error;
  }
  while (held) {
    const { epoch } = work;
    await patiently(() => driver.release(work.conversationId, epoch));
    // Its lease may have run out on the way and been claimed again for this same work, which is over.
    held = work.epoch !== epoch;
  }
}
