import { createRandom, type Random } from "../test/harness/fuzz/random.ts";

/** A scripted reply of the model, after a delay. */
export interface ScriptedStep {
  readonly text?: string;
  readonly calls?: readonly Call[];
  readonly afterMs?: number;
}

interface Call {
  readonly name: string;
  readonly input: unknown;
}

/** The reply of the model when its script is over. */
export const closingReply = "As I said.";

/** How the person reacts to an inquiry; `race` sends different resolutions at once, `ignore` lets it expire. */
export type Reaction = "answer" | "hold" | "decline" | "delegate" | "dismiss" | "chat" | "race" | "ignore";

/** One conversation, as far as the agent and the person decide about it. */
export interface Scenario {
  readonly number: number;
  readonly agent: "plain" | "expiring";
  readonly script: readonly ScriptedStep[];
  /** By the count of the inquiry, repeated. */
  readonly reactions: readonly Reaction[];
  /** Whether the person writes a message while the agent works. */
  readonly interrupts: boolean;
}

const reactions: readonly Reaction[] = [
  "answer",
  "answer",
  "answer",
  "hold",
  "decline",
  "delegate",
  "dismiss",
  "chat",
  "race",
];
/** The checks know by these names whether a tool may run twice, and whether it needs approval. */
export const toolNames = { once: "note_once", repeatable: "note_again", gated: "note_gated" } as const;

/** The scenario of a number; the same seed gives the same one. */
export function createScenario(seed: number, number: number): Scenario {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) + number);
  const agent = random.below(5) === 0 ? "expiring" : "plain";
  const steps = Array.from({ length: 1 + random.below(3) }, (_, step) => createStep(random, step));
  const ignored: readonly Reaction[] = agent === "expiring" ? ["ignore"] : [];
  return {
    number,
    agent,
    script: [...steps, { text: "That is all.", afterMs: random.below(200) }],
    reactions: Array.from({ length: 4 }, () => random.pick([...reactions, ...ignored])),
    interrupts: random.below(5) === 0,
  };
}

/** A step with an ask in most cases, and tool calls before and after it; it has at least one call, or the run would end. */
function createStep(random: Random, step: number): ScriptedStep {
  const before = createToolCalls(random);
  const ask = before.length > 0 && random.below(10) === 0 ? [] : [createAsk(random, step)];
  const spawn = random.below(12) === 0 ? [createSpawn(random)] : [];
  return {
    text: `Act ${step + 1}.`,
    calls: [...before, ...ask, ...spawn, ...createToolCalls(random)],
    afterMs: randomDelay(random),
  };
}

/** The duration of a model call or a tool: most are short, and some are long enough for faults to happen meanwhile. */
function randomDelay(random: Random): number {
  return random.below(random.below(3) === 0 ? 1_500 : 20);
}

function createToolCalls(random: Random): readonly Call[] {
  const { once, repeatable, gated } = toolNames;
  return Array.from({ length: random.below(3) }, () =>
    createToolCall(random, random.pick([once, once, repeatable, repeatable, gated])),
  );
}

function createToolCall(random: Random, name: string): Call {
  return { name, input: { beforeMs: randomDelay(random), afterMs: randomDelay(random) } };
}

function createAsk(random: Random, step: number): Call {
  const questions = Array.from({ length: 1 + random.below(2) }, (_, index) => ({
    question: `Which way in act ${step + 1}, matter ${index + 1}?`,
    options: [{ label: "Left" }, { label: "Right" }, { label: "Straight on" }],
  }));
  return { name: "ask_user_question", input: { questions } };
}

/** Sub-agents cannot ask. */
function createSubAgentStep(random: Random): ScriptedStep {
  return { calls: [...createToolCalls(random), createToolCall(random, toolNames.once)], afterMs: randomDelay(random) };
}

function createSpawn(random: Random): Call {
  const agents = Array.from({ length: 1 + random.below(2) }, () => ({
    agent: "plain",
    task: JSON.stringify({ script: [{ ...createSubAgentStep(random), text: "I begin." }, { text: "Done." }] }),
  }));
  return { name: "spawn_agents", input: { agents } };
}
