import type { Json } from "@askback/core";
import { askedQuestions } from "./asked-questions.ts";
import { resultOf } from "./model-text.ts";
import { askContract, askInputSchema, createPeople, type PeopleOptions, runElsewhere } from "./people.ts";

/** What Mastra passes to a tool that an agent calls; the result of `suspend` must be returned. */
interface ToolContext {
  readonly agent?:
    | { readonly toolCallId: string; readonly resumeData?: unknown; suspend(payload: SuspendedAsk): Promise<unknown> }
    | undefined;
}

/** The payload of a suspended call: what is asked, and under which inquiry. */
export interface SuspendedAsk {
  readonly inquiryId: string;
  readonly input: unknown;
}

/** An agent of Mastra that can go on with a suspended call. */
interface ResumableAgent<Options, Output> {
  resumeGenerate(resumeData: unknown, options: Options): Promise<Output>;
}

interface SuspendedCall {
  readonly runId: string;
  readonly toolCallId: string;
}

export interface ResumeOptions {
  readonly signal?: AbortSignal;
  /** Names this attempt; the same name again may repeat it. A random one by default. */
  readonly claimant?: string;
}

/** The ask tool of Mastra's agents. `thread` is the id of their thread. */
export function createAskback(options: PeopleOptions) {
  const people = createPeople("mastra", options);

  return {
    /** For `createTool`: a call is suspended with the question, and its result is the answer. What it is resumed with is not read. */
    askTool: {
      id: askContract.name,
      description: askContract.description,
      inputSchema: askInputSchema,
      async execute(input: unknown, { agent }: ToolContext): Promise<unknown> {
        const read = askContract.read(input as Json);
        if (!read.ok) return read.error;
        const asked = askedQuestions(read.value);
        const id = agent?.toolCallId ?? globalThis.crypto.randomUUID();
        if (agent && agent.resumeData === undefined) {
          const inquiry = await people.open(asked, { id });
          return inquiry.resolution
            ? resultOf(askContract, inquiry).text
            : agent.suspend({ inquiryId: inquiry.id, input });
        }
        // A call that is resumed too early waits here, so that nothing but an answer is its result.
        const inquiry = await people.ask(asked, { id });
        if (!(await people.claim(inquiry, claimantIn(agent?.resumeData)))) throw new Error(runElsewhere);
        return resultOf(askContract, inquiry).text;
      },
    },

    /** Waits for the answer to a suspended call and resumes its run; undefined where another attempt did. */
    async resume<Output>(
      agent: ResumableAgent<SuspendedCall, Output>,
      call: SuspendedCall & { readonly payload: SuspendedAsk },
      { signal, claimant = globalThis.crypto.randomUUID() }: ResumeOptions = {},
    ): Promise<Output | undefined> {
      const { runId, toolCallId, payload } = call;
      const read = askContract.read(payload.input as Json);
      if (!read.ok) throw new Error(read.error);
      const inquiry = await people.ask(askedQuestions(read.value), { id: toolCallId, signal });
      if (!(await people.claim(inquiry, claimant))) return undefined;
      return agent.resumeGenerate({ claimant }, { runId, toolCallId });
    },
  };
}

/** The attempt that resumes the call; what else it is resumed with is not read. */
function claimantIn(resumeData: unknown): string | undefined {
  const { claimant } = (resumeData ?? {}) as { readonly claimant?: unknown };
  return typeof claimant === "string" && claimant !== "" ? claimant.slice(0, 255) : undefined;
}
