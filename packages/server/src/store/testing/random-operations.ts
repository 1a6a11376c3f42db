import fc from "fast-check";
import type { Store } from "../store.ts";
import type { CommandRunner } from "./command-runner.ts";
import {
  answer,
  ask,
  type CommandBuilder,
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
  wake,
} from "./commands.ts";

const personCommands = {
  open: open({ title: "Plans" }),
  start: start(),
  startAsBob: start({ by: "bob", agent: "writer" }),
  startElsewhere: start({ project: "garden" }),
  say: say("And?"),
  answer: answer(),
  answerHeld: answer({ holdMs: 150 }),
  decline,
  stop,
  remove,
};

const workerCommands = {
  finish: finish(),
  callTool: callTool("c1"),
  finishTool: finishTool(),
  askThis: ask("This?"),
  askThat: ask("That?"),
  failCall: failCall(50),
  wake,
};

type NamedCommand = readonly [name: string, build: CommandBuilder];

/** An operation of a person or a worker on a store, as data. */
type Operation =
  | { readonly type: "perform"; readonly id: string; readonly command: NamedCommand; readonly claims: boolean }
  | { readonly type: "repeat"; readonly id: string; readonly key: string }
  | { readonly type: "report"; readonly lease: number; readonly command: NamedCommand }
  | { readonly type: "release"; readonly lease: number }
  | { readonly type: "claim"; readonly owner: string; readonly limit: number }
  | { readonly type: "extend"; readonly owner: string; readonly ids: readonly string[] };

/** After some time, operations that run at once. */
export interface Round {
  readonly afterMs: number;
  readonly operations: readonly Operation[];
}

const id = fc.constantFrom("conv_a", "conv_b", "conv_c", "conv_d");
const owner = fc.constantFrom("one", "two");
/** Counted back from the newest lease, so most of them are lost. */
const lease = fc.nat({ max: 4 });

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant("perform"), id, command: oneOf(personCommands), claims: fc.boolean() }),
  },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("report"), lease, command: oneOf(workerCommands) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("claim"), owner, limit: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("repeat"), id, key: fc.constantFrom("k1", "k2") }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("extend"), owner, ids: fc.uniqueArray(id) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("release"), lease }) },
);

export const randomRounds: fc.Arbitrary<readonly Round[]> = fc.array(
  fc.record({
    afterMs: fc.constantFrom(0, 1, 50, 100),
    operations: fc.array(operation, { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 30 },
);

export interface Lease {
  readonly id: string;
  readonly epoch: number;
}

/** Runs operations on a store and remembers the leases it got. */
export interface Session {
  readonly store: Store;
  readonly runner: CommandRunner;
  readonly leases: Lease[];
}

interface Ended {
  readonly result: unknown;
  /** The leases that the operation got. */
  readonly leases?: readonly Lease[];
}

type Run = () => Promise<Ended>;

/** Runs operations at once, each decided on what it read before, and returns their results. */
export async function runOperations(session: Session, operations: readonly Operation[]): Promise<readonly unknown[]> {
  const prepared: Run[] = [];
  for (const each of operations) prepared.push(await prepareOperation(session, each));
  const ended = await Promise.all(prepared.map((run) => run()));
  // In the order of the operations: stores may resolve those of one group in another.
  session.leases.push(...ended.flatMap(({ leases = [] }) => leases));
  return ended.map(({ result }) => result);
}

/** The lease that an operation reports on or releases. */
export function leaseOf({ leases }: Session, each: Operation): Lease | undefined {
  return "lease" in each ? leases.at(-1 - each.lease) : undefined;
}

async function prepareOperation(session: Session, each: Operation): Promise<Run> {
  const { store } = session;
  const held = leaseOf(session, each);
  switch (each.type) {
    case "perform":
      return prepareCommit(session, each.id, each.command[1], each.claims ? { claim: leaseFor("people") } : {});
    case "repeat": {
      const reply = { principal: "ana", route: "/", key: each.key, fingerprint: each.id, status: 202, body: each.id };
      return prepareCommit(session, each.id, personCommands.say, { reply });
    }
    case "report":
      return held
        ? prepareCommit(session, held.id, each.command[1], { epoch: held.epoch })
        : async () => ({ result: undefined });
    case "release":
      return async () => ({ result: held && (await store.release(held.id, held.epoch)) });
    case "claim":
      return async () => {
        const claims = await store.claim({ ...leaseFor(each.owner), limit: each.limit });
        return { result: claims, leases: claims.map(({ conversation: { id }, epoch }) => ({ id, epoch })) };
      };
    case "extend":
      return async () => ({ result: await store.extend({ ...leaseFor(each.owner), conversationIds: each.ids }) });
  }
}

async function prepareCommit(
  { store, runner }: Session,
  id: string,
  build: CommandBuilder,
  options: Parameters<CommandRunner["prepare"]>[2],
): Promise<Run> {
  const commit = await runner.prepare(id, build, options).catch((refusal: Error) => refusal.message);
  return async () => {
    if (typeof commit === "string") return { result: commit };
    const result = await store.commit(commit);
    return { result, ...(result.ok && result.epoch !== undefined && { leases: [{ id, epoch: result.epoch }] }) };
  };
}

function leaseFor(name: string) {
  return { owner: name, leaseMs: 100 };
}

function oneOf(commands: Readonly<Record<string, CommandBuilder>>): fc.Arbitrary<NamedCommand> {
  return fc.constantFrom(...Object.entries(commands));
}
