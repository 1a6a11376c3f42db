import { createRandom, type Random } from "../test/support/random.ts";

/** What a model says next, after a while. */
export interface Line {
  readonly text?: string;
  readonly calls?: readonly Call[];
  readonly afterMs?: number;
}

interface Call {
  readonly name: string;
  readonly input: unknown;
}

/** What a model says when its script is over and somebody still writes to it. */
export const afterword = "As I said.";

/** How the person meets an inquiry; `race` is two of them at once with different wishes, `leave` is nobody until it expires. */
export type Reaction = "answer" | "hold" | "decline" | "delegate" | "dismiss" | "chat" | "race" | "leave";

/** One conversation from its first message to its end, as far as the agent and its person decide about it. */
export interface Plot {
  readonly number: number;
  readonly agent: "plain" | "hasty";
  readonly script: readonly Line[];
  /** By the count of the inquiry, over and over. */
  readonly reactions: readonly Reaction[];
  /** Whether the person writes a word while the agent works. */
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
/** What happened to a tool's work can be told by its name and the trace that it leaves. */
export const toolNames = { once: "note_once", again: "note_again", gated: "note_gated" } as const;

/** The plot of a number; the same seed gives the same, whatever happens around it. */
export function plotOf(seed: number, number: number): Plot {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) + number);
  const agent = random.below(5) === 0 ? "hasty" : "plain";
  const acts = Array.from({ length: 1 + random.below(3) }, (_, act) => actOf(random, act));
  const leaves: readonly Reaction[] = agent === "hasty" ? ["leave"] : [];
  return {
    number,
    agent,
    script: [...acts, { text: "That is all.", afterMs: random.below(200) }],
    reactions: Array.from({ length: 4 }, () => random.pick([...reactions, ...leaves])),
    interrupts: random.below(5) === 0,
  };
}

/** One step: an ask in most, and other work before and behind it; without any call the run would end here. */
function actOf(random: Random, act: number): Line {
  const before = toolsOf(random);
  const ask = before.length > 0 && random.below(10) === 0 ? [] : [askOf(random, act)];
  const spawn = random.below(12) === 0 ? [spawnOf(random)] : [];
  return {
    text: `Act ${act + 1}.`,
    calls: [...before, ...ask, ...spawn, ...toolsOf(random)],
    afterMs: whileOf(random),
  };
}

/** How long a model or a tool takes: most are quick, and some take long enough for anything to happen meanwhile. */
function whileOf(random: Random): number {
  return random.below(random.below(3) === 0 ? 1_500 : 20);
}

function toolsOf(random: Random): readonly Call[] {
  const { once, again, gated } = toolNames;
  return Array.from({ length: random.below(3) }, () => noteOf(random, random.pick([once, once, again, again, gated])));
}

function noteOf(random: Random, name: string): Call {
  return { name, input: { beforeMs: whileOf(random), afterMs: whileOf(random) } };
}

function askOf(random: Random, act: number): Call {
  const questions = Array.from({ length: 1 + random.below(2) }, (_, index) => ({
    question: `Which way in act ${act + 1}, matter ${index + 1}?`,
    options: [{ label: "Left" }, { label: "Right" }, { label: "Straight on" }],
  }));
  return { name: "ask_user_question", input: { questions } };
}

/** Sub-agents cannot ask. */
function workOf(random: Random): Line {
  return { calls: [...toolsOf(random), noteOf(random, toolNames.once)], afterMs: whileOf(random) };
}

function spawnOf(random: Random): Call {
  const agents = Array.from({ length: 1 + random.below(2) }, () => ({
    agent: "plain",
    task: JSON.stringify({ script: [{ ...workOf(random), text: "I begin." }, { text: "Done." }] }),
  }));
  return { name: "spawn_agents", input: { agents } };
}
