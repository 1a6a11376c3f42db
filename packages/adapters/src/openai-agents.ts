import type { Json } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { maxStateBytes } from "@askback/core/wire";
import {
  type Agent,
  type RunContext,
  type RunResult,
  RunState,
  type RunToolApprovalItem,
  run,
  tool,
} from "@openai/agents";
import { askedQuestions } from "./asked-questions.ts";
import { permissionOf } from "./model-text.ts";
import { packText, unpackText } from "./packed-text.ts";
import { askContract, askInputSchema, createPeople, type PeopleOptions, unwrap } from "./people.ts";

// biome-ignore lint/suspicious/noExplicitAny: the host's own default for agents of any context and output
type AnyAgent = Agent<any, any>;

/** What is sealed with the last question of a run that waits. */
interface Sealed {
  readonly runState: string;
  /** The inquiry of each interruption that was asked before, by the id of the call. */
  readonly others: Readonly<Record<string, string>>;
  readonly call: string;
}

export interface ResumeOptions {
  readonly signal?: AbortSignal;
  /** Names this attempt; the same name again may repeat it. A random one by default. */
  readonly claimant?: string;
}

/**
 * Keeps the state of runs of the OpenAI Agents SDK while they wait for people. The state is sealed on the server and never handed out to
 * anybody but this program, so nobody can change it; a run is resumed once.
 */
export function createVault(options: PeopleOptions) {
  const { client } = options;
  const people = createPeople("openai-agents", options);

  return {
    /** The ask tool: a call of it interrupts the run, and its result is the answer. */
    askTool: tool({
      name: askContract.name,
      description: askContract.description,
      parameters: askInputSchema as never,
      strict: false,
      needsApproval: true,
      async execute(input: unknown, _context?: RunContext<unknown>, details?: { toolCall?: { callId: string } }) {
        return (await people.answer(input, { id: details?.toolCall?.callId ?? "" })).text;
      },
    }),

    /** Asks people about every interruption of a run, and returns the ticket with which any process resumes it; undefined if there is none. */
    async park(result: Pick<RunResult<unknown, AnyAgent>, "interruptions" | "state">): Promise<string | undefined> {
      const [last, ...earlier] = result.interruptions.toReversed();
      if (!last) return undefined;
      const runState = await packText(result.state.toString());
      const call = callIdOf(last);
      // Refused before anybody is asked: a question without the state of its run leads nowhere.
      checkSize({ runState, others: Object.fromEntries(earlier.map((item) => [callIdOf(item), longestId])), call });
      const others = await Promise.all(
        earlier.map(async (item) => [callIdOf(item), (await people.open(askOf(item), { id: callIdOf(item) })).id]),
      );
      const sealed: Sealed = { runState, others: Object.fromEntries(others), call };
      return (await people.open(askOf(last), { id: callIdOf(last), state: sealed })).id;
    },

    /** Waits for all answers and resumes the run; undefined where another attempt did. */
    async resume(agent: AnyAgent, ticket: string, { signal, claimant }: ResumeOptions = {}) {
      const asked = unwrap(await client.untilResolved(ticket, { signal }));
      const sealed = asked.origin?.state as Sealed | undefined;
      if (!sealed?.runState) throw new Error("Askback: this inquiry is not a ticket of a run");
      if (!(await people.isOf(asked, sealed.call)))
        throw new Error("Askback: this ticket is of a run in another thread; resume it with a vault of that thread");
      const inquiries = new Map([[sealed.call, asked]]);
      for (const [call, id] of Object.entries(sealed.others))
        inquiries.set(call, unwrap(await client.untilResolved(id, { signal })));
      if (!(await people.claim(asked, claimant))) return undefined;
      const state = await RunState.fromString(agent, await unpackText(sealed.runState));
      for (const item of state.getInterruptions()) settle(state, item, inquiries.get(callIdOf(item)));
      return run(agent, state, { ...(signal && { signal }) });
    },
  };
}

/** Ids of inquiries are shorter. */
const longestId = "x".repeat(100);

function checkSize(sealed: Sealed): void {
  const { length } = new TextEncoder().encode(JSON.stringify(sealed));
  if (length <= maxStateBytes) return;
  throw new Error(
    `Askback: the compressed state of this run has ${length} bytes, and ${maxStateBytes} can be kept with a question, so nobody was asked. Shorten the run's history, or keep files and long tool results outside of it.`,
  );
}

function settle(state: RunState<unknown, AnyAgent>, item: RunToolApprovalItem, inquiry: wire.Inquiry | undefined) {
  if (!inquiry) throw new Error(`Askback: nobody was asked about the call ${callIdOf(item)}`);
  // The tool itself reads the answer.
  if (item.name === askContract.name) return state.approve(item);
  const { isAllowed, text } = permissionOf(inquiry);
  if (isAllowed) return state.approve(item);
  return state.reject(item, { ...(text !== undefined && { message: text }) });
}

function callIdOf({ rawItem }: RunToolApprovalItem): string {
  return ("callId" in rawItem ? rawItem.callId : rawItem.id) ?? "";
}

/** What people are asked about an interruption: the questions of the model, or whether the exact call may run. */
function askOf(item: RunToolApprovalItem): wire.AskInquiry {
  const input = parse(item.arguments ?? "{}");
  if (item.name === askContract.name) {
    const read = askContract.read(input as Json);
    // An ask that breaks a rule is shown as it is: the tool tells the model what is wrong when the run goes on.
    if (read.ok) return askedQuestions(read.value);
  }
  return { approval: { tool: item.name ?? "tool", input } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
