/** An interrupt of a task that waits, in the state of a LangGraph graph. */
interface Interrupt {
  readonly id?: string;
  readonly value?: unknown;
}

interface Task {
  readonly id: string;
  readonly name: string;
  readonly interrupts: readonly Interrupt[];
  /** The state of a subgraph. */
  readonly state?: object;
}

interface Snapshot {
  readonly config: { readonly configurable?: Readonly<Record<string, unknown>> };
  readonly tasks: readonly Task[];
}

/** The id of a task, the name of a channel, and what the task has written to it in the current step. */
type Write = readonly [string, string, unknown];

interface Checkpoints {
  getTuple(config: Snapshot["config"]): Promise<{ readonly pendingWrites?: readonly Write[] } | undefined>;
}

/** What is read of a compiled graph. */
export interface ReadableGraph<Config> {
  readonly checkpointer?: object | boolean;
  getState(config: Config, options: { readonly subgraphs: true }): Promise<Snapshot>;
}

export interface PendingInterrupt {
  /** The id under which the graph takes the answer: all interrupts of one task share it. */
  readonly id: string;
  readonly value: unknown;
  /** How many answers its task had used when it was raised, which tells the interrupts of one task apart. */
  readonly used: number;
}

/** The interrupts that wait in a graph and its subgraphs. Those of tasks that have ended stay in the state and are left out. */
export async function pendingInterrupts<Config>(
  graph: ReadableGraph<Config>,
  config: Config,
): Promise<readonly PendingInterrupt[]> {
  const { checkpointer } = graph;
  const checkpoints = typeof checkpointer === "object" ? (checkpointer as Checkpoints) : undefined;
  return ofSnapshot(checkpoints, await graph.getState(config, { subgraphs: true }));
}

async function ofSnapshot(
  checkpoints: Checkpoints | undefined,
  snapshot: Snapshot,
): Promise<readonly PendingInterrupt[]> {
  const writes = await writesOf(checkpoints, snapshot.config);
  const waiting = snapshot.tasks.filter(({ id, interrupts }) => interrupts.length > 0 && !hasEnded(writes, id));
  const found = await Promise.all(
    waiting.map(async (task) => {
      const inner = await ofSubgraph(checkpoints, snapshot.config, task);
      const ids = new Set(inner.map(({ id }) => id));
      // The task repeats what its subgraph waits for.
      return [...inner, ...task.interrupts.filter(({ id = "" }) => !ids.has(id)).map(latestIn(writes))];
    }),
  );
  return found.flat();
}

async function ofSubgraph(
  checkpoints: Checkpoints | undefined,
  { configurable }: Snapshot["config"],
  { id, name, state, interrupts }: Task,
): Promise<readonly PendingInterrupt[]> {
  if (state && "tasks" in state) return ofSnapshot(checkpoints, state as Snapshot);
  // A node that calls a subgraph in its code does not show its state, but the subgraph has checkpoints of its own.
  const outer = configurable?.checkpoint_ns;
  const checkpoint_ns = `${outer ? `${outer}|` : ""}${name}:${id}`;
  const writes = await writesOf(checkpoints, { configurable: { thread_id: configurable?.thread_id, checkpoint_ns } });
  return interrupts.filter((interrupt) => raisedAs(writes, interrupt).length > 0).map(latestIn(writes));
}

async function writesOf(checkpoints: Checkpoints | undefined, config: Snapshot["config"]): Promise<readonly Write[]> {
  return (await checkpoints?.getTuple(config))?.pendingWrites ?? [];
}

const whileItWaits = new Set(["__interrupt__", "__resume__", "__error__", "__scheduled__"]);

/** Whether a task has written its result. */
function hasEnded(writes: readonly Write[], id: string): boolean {
  return writes.some(([task, channel]) => task === id && !whileItWaits.has(channel));
}

function raisedAs(writes: readonly Write[], { id }: Interrupt): readonly Write[] {
  return writes.filter(([, channel, value]) => channel === "__interrupt__" && (value as Interrupt).id === id);
}

/** Question and count come from one read of the checkpoint, as another process may resume the graph meanwhile. */
function latestIn(writes: readonly Write[]): (interrupt: Interrupt) => PendingInterrupt {
  return (interrupt) => {
    const { id = "" } = interrupt;
    const raised = raisedAs(writes, interrupt).map(([task, , value]) => {
      const answers = writes.find(([of, channel]) => of === task && channel === "__resume__")?.[2];
      return { id, value: (value as Interrupt).value, used: Array.isArray(answers) ? answers.length : 0 };
    });
    const [latest = { id, value: interrupt.value, used: 0 }] = raised.toSorted((a, b) => b.used - a.used);
    return latest;
  };
}
