import type { Json } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { Command } from "@langchain/langgraph";
import { askedQuestions } from "./asked-questions.ts";
import { permissionOf, resultOf } from "./model-text.ts";
import { pendingInterrupts, type ReadableGraph } from "./pending-interrupts.ts";
import { askContract, createPeople, type PeopleOptions } from "./people.ts";

/** What `interrupt` returns in a node when its question is resolved. */
export interface InterruptAnswer {
  /** Whether the agent can continue as planned; an approval is `ok` only if the call may run. */
  readonly status: "ok" | "error";
  /** What a model reads. */
  readonly text: string;
  readonly resolution: wire.Resolution;
}

/** What the bridge needs of a compiled graph with a checkpointer. */
export interface InterruptibleGraph<Config, Output> extends ReadableGraph<Config> {
  // biome-ignore lint/suspicious/noExplicitAny: the input of a graph is its own type, and a command for its state
  invoke(input: any, config: Config): Promise<Output>;
}

export interface BridgeOptions {
  readonly signal?: AbortSignal;
  /** Names this attempt; the same name again may repeat it. A random one by default. */
  readonly claimant?: string;
}

/**
 * Puts the interrupts of a graph before people and resumes each by its id, once, however many processes wait for it. `thread` is the graph's
 * `thread_id`. The value of an interrupt is the input of the ask tool, `{ approval: { tool, input } }`, or any text.
 */
export function createBridge(options: PeopleOptions) {
  const people = createPeople("langgraph", options);

  return {
    /**
     * Waits for the answers to all pending interrupts, and resumes the graph with them; undefined where nothing is pending or another
     * attempt resumed it. Call it again for what the graph asks next, and after a restart.
     */
    async resume<Config, Output>(
      graph: InterruptibleGraph<Config, Output>,
      config: Config,
      { signal, claimant }: BridgeOptions = {},
    ): Promise<Output | undefined> {
      const pending = await pendingInterrupts(graph, config);
      const asked = await Promise.all(
        pending.map(async ({ id, value, used }) => {
          const inquiry = await people.ask(askOf(value), { id: used === 0 ? id : `${id} ${used}`, signal });
          return { id, inquiry };
        }),
      );
      // All attempts wait for the same set, so one inquiry is their lock: the latest, as an earlier resume may have claimed the others.
      const [latest] = asked.map(({ inquiry }) => inquiry).toSorted(byTime);
      if (!latest || !(await people.claim(latest, claimant))) return undefined;
      const resume = Object.fromEntries(asked.map(({ id, inquiry }) => [id, toAnswer(inquiry)]));
      return graph.invoke(new Command({ resume }), config);
    },
  };
}

/** The latest first, in an order that is the same for every attempt. */
function byTime(a: wire.Inquiry, b: wire.Inquiry): number {
  return b.askedAt.localeCompare(a.askedAt) || a.id.localeCompare(b.id);
}

function askOf(value: unknown): wire.AskInquiry {
  if (typeof value === "object" && value !== null && "approval" in value)
    return { approval: value.approval as NonNullable<wire.AskInquiry["approval"]> };
  const read = askContract.read(value as Json);
  if (read.ok) return askedQuestions(read.value);
  return { question: typeof value === "string" ? value : JSON.stringify(value) };
}

function toAnswer(inquiry: wire.Inquiry): InterruptAnswer {
  const resolution = inquiry.resolution as wire.Resolution;
  if (!inquiry.approval) return { ...resultOf(askContract, inquiry), resolution };
  const { isAllowed, text = "Allowed." } = permissionOf(inquiry);
  return { status: isAllowed ? "ok" : "error", text, resolution };
}
