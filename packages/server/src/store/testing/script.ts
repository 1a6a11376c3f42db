import fc from "fast-check";
import type { Claim, Store } from "../store.ts";
import {
  answer,
  ask,
  callTool,
  decline,
  failCall,
  finish,
  finishTool,
  open,
  remove,
  say,
  start,
  stop,
  type Wish,
  wake,
} from "./wishes.ts";
import type { Workbench } from "./workbench.ts";

const wishesOfPeople = {
  open: open({ title: "Plans" }),
  start: start(),
  startAsBob: start({ by: "bob", agent: "writer" }),
  say: say("And?"),
  answer: answer(),
  answerHeld: answer({ holdMs: 150 }),
  decline,
  stop,
  remove,
};

const wishesOfWorkers = {
  finish: finish(),
  callTool: callTool("c1"),
  finishTool: finishTool(),
  askThis: ask("This?"),
  askThat: ask("That?"),
  failCall: failCall(50),
  wake,
};

type NamedWish = readonly [name: string, wish: Wish];

/** Something that people or workers do to a store, as data. */
type Step =
  | { readonly type: "wish"; readonly of: string; readonly wish: NamedWish; readonly claims: boolean }
  | { readonly type: "repeat"; readonly of: string; readonly key: string }
  | { readonly type: "report"; readonly lease: number; readonly wish: NamedWish }
  | { readonly type: "release"; readonly lease: number }
  | { readonly type: "claim"; readonly owner: string; readonly limit: number }
  | { readonly type: "extend"; readonly owner: string; readonly of: readonly string[] };

/** Time passes, and then some steps are taken at once. */
export interface Scene {
  readonly afterMs: number;
  readonly steps: readonly Step[];
}

const of = fc.constantFrom("conv_a", "conv_b", "conv_c");
const owner = fc.constantFrom("one", "two");
/** Counted from the newest lease back, so most of them are lost ones. */
const lease = fc.nat({ max: 4 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant("wish"), of, wish: oneOf(wishesOfPeople), claims: fc.boolean() }),
  },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("report"), lease, wish: oneOf(wishesOfWorkers) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("claim"), owner, limit: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("repeat"), of, key: fc.constantFrom("k1", "k2") }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("extend"), owner, of: fc.uniqueArray(of) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("release"), lease }) },
);

export const script: fc.Arbitrary<readonly Scene[]> = fc.array(
  fc.record({ afterMs: fc.constantFrom(0, 1, 50, 100), steps: fc.array(step, { minLength: 1, maxLength: 3 }) }),
  { maxLength: 30 },
);

export interface Lease {
  readonly of: string;
  readonly epoch: number;
}

/** Whoever takes steps on a store, with the leases it got so far. */
export interface Actor {
  readonly store: Store;
  readonly workbench: Workbench;
  readonly leases: Lease[];
}

/** Takes the steps at once, each on what it read before, and tells how they ended. */
export async function takeSteps(actor: Actor, steps: readonly Step[]): Promise<readonly unknown[]> {
  const prepared: (() => Promise<unknown>)[] = [];
  for (const each of steps) prepared.push(await prepareStep(actor, each));
  return Promise.all(prepared.map((take) => take()));
}

/** The lease a step reports on or gives back. */
export function leaseOf({ leases }: Actor, each: Step): Lease | undefined {
  return "lease" in each ? leases.at(-1 - each.lease) : undefined;
}

async function prepareStep(actor: Actor, each: Step): Promise<() => Promise<unknown>> {
  const { store } = actor;
  const held = leaseOf(actor, each);
  switch (each.type) {
    case "wish":
      return prepareCommit(actor, each.of, each.wish[1], each.claims ? { claim: leaseFor("people") } : {});
    case "repeat": {
      const reply = { principal: "ana", route: "/", key: each.key, fingerprint: each.of, status: 202, body: each.of };
      return prepareCommit(actor, each.of, wishesOfPeople.say, { reply });
    }
    case "report":
      return held ? prepareCommit(actor, held.of, each.wish[1], { epoch: held.epoch }) : async () => undefined;
    case "release":
      return async () => held && store.release(held.of, held.epoch);
    case "claim":
      return async () => remembered(actor, await store.claim({ ...leaseFor(each.owner), limit: each.limit }));
    case "extend":
      return () => store.extend({ ...leaseFor(each.owner), conversationIds: each.of });
  }
}

async function prepareCommit(
  { store, workbench, leases }: Actor,
  of: string,
  wish: Wish,
  how: Parameters<Workbench["prepare"]>[2],
): Promise<() => Promise<unknown>> {
  const commit = await workbench.prepare(of, wish, how).catch((refusal: Error) => refusal.message);
  return async () => {
    if (typeof commit === "string") return commit;
    const result = await store.commit(commit);
    if (result.ok && result.epoch !== undefined) leases.push({ of, epoch: result.epoch });
    return result;
  };
}

function remembered({ leases }: Actor, claims: readonly Claim[]): readonly Claim[] {
  for (const { conversation, epoch } of claims) leases.push({ of: conversation.id, epoch });
  return claims;
}

function leaseFor(name: string) {
  return { owner: name, leaseMs: 100 };
}

function oneOf(wishes: Readonly<Record<string, Wish>>): fc.Arbitrary<NamedWish> {
  return fc.constantFrom(...Object.entries(wishes));
}
