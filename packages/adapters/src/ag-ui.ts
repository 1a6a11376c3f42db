import type { Interrupt, ResumeEntry, RunAgentInput, RunFinishedInterruptOutcome } from "@ag-ui/core";
import type { Client } from "@askback/client";
import type { Json } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { askedQuestions } from "./asked-questions.ts";
import { type ModelText, resultOf } from "./model-text.ts";
import { askContract, createPeople, type PeopleOptions, unwrap } from "./people.ts";

/** The result of a call that was interrupted, for an event `TOOL_CALL_RESULT`. */
export interface InterruptedResult extends ModelText {
  readonly toolCallId: string;
}

/** What the next run starts with, or why it must not: send that as `RUN_ERROR`. */
export type Resumed =
  | { readonly type: "results"; readonly results: readonly InterruptedResult[] }
  | { readonly type: "refused"; readonly code: ResumeRefusal; readonly message: string };

export type ResumeRefusal = "interrupt-unknown" | "interrupt-unanswered" | "interrupts-missing" | "already-resumed";

/** What a call asked in an earlier run. */
interface Asked {
  readonly runId: string;
  readonly toolCallId: string;
}

export type InterruptsOptions = Omit<PeopleOptions, "thread">;

/**
 * Interrupts of the AG-UI protocol whose answers are those of Askback. A `payload` is recorded as the answer of the person whose client is
 * given, and else not read: an agent's key cannot answer.
 */
export function createInterrupts(options: InterruptsOptions) {
  const { inquiries } = options.client;

  return {
    /** Asks what the calls of the ask tool say, and returns the outcome for `RUN_FINISHED`. */
    async ask(
      { threadId: thread, runId }: Pick<RunAgentInput, "threadId" | "runId">,
      calls: readonly { readonly toolCallId: string; readonly input: unknown }[],
    ): Promise<RunFinishedInterruptOutcome> {
      const people = createPeople("ag-ui", { ...options, thread });
      const interrupts = await Promise.all(
        calls.map(async ({ toolCallId, input }): Promise<Interrupt> => {
          const read = askContract.read(input as Json);
          if (!read.ok) throw new Error(read.error);
          const state: Asked = { runId, toolCallId };
          return toInterrupt(await people.open(askedQuestions(read.value), { id: toolCallId, state }), toolCallId);
        }),
      );
      return { type: "interrupt", interrupts };
    },

    /** Settles the interrupts that `resume` of the next run's input names: all of those of the run that stopped, each once. */
    async resume(
      { threadId, runId, resume = [] }: Pick<RunAgentInput, "threadId" | "runId" | "resume">,
      person?: Pick<Client, "inquiries">,
    ): Promise<Resumed> {
      const people = createPeople("ag-ui", { ...options, thread: threadId });
      const [first] = resume;
      const known = first && (await inquiries.get(first.interruptId));
      if (!first || !known?.ok || known.value.origin?.thread !== threadId) return refuse("interrupt-unknown");
      const asked = await askedWith(known.value);
      if (resume.some(({ interruptId }) => !asked.some(({ id }) => id === interruptId)))
        return refuse("interrupt-unknown");
      if (asked.some(({ id }) => !resume.some(({ interruptId }) => interruptId === id)))
        return refuse("interrupts-missing");
      if (person) for (const entry of resume) await record(person, entry);
      const settled: wire.Inquiry[] = [];
      for (const { id } of asked) settled.push(unwrap(await inquiries.get(id)));
      if (settled.some(({ resolution }) => !resolution)) return refuse("interrupt-unanswered");
      for (const inquiry of settled) if (!(await people.claim(inquiry, runId))) return refuse("already-resumed");
      return { type: "results", results: settled.map(toResult) };
    },
  };

  /** Everything that the same run asked, in its order. */
  async function askedWith(one: wire.Inquiry): Promise<readonly wire.Inquiry[]> {
    const found: wire.Inquiry[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = {
        conversation: one.conversationId,
        order: "oldest",
        limit: 100,
        ...(cursor && { cursor }),
      } as const;
      const page = unwrap(await inquiries.list(query));
      found.push(...page.items.filter((item) => askedIn(item)?.runId === askedIn(one)?.runId));
      if (page.next === undefined) return found;
      cursor = page.next;
    }
  }
}

/** Records what a person decided in another interface; where somebody was first, their answer counts. */
async function record(
  { inquiries }: Pick<Client, "inquiries">,
  { interruptId, status, payload }: ResumeEntry,
): Promise<void> {
  const reply =
    status === "cancelled" ? await inquiries.dismiss(interruptId) : await inquiries.answer(interruptId, payload);
  if (!reply.ok && reply.error.code !== "already-resolved") unwrap(reply);
}

function askedIn({ origin }: wire.Inquiry): Asked | undefined {
  return origin?.state as Asked | undefined;
}

function toResult(inquiry: wire.Inquiry): InterruptedResult {
  return { toolCallId: askedIn(inquiry)?.toolCallId ?? "", ...resultOf(askContract, inquiry) };
}

function toInterrupt({ id, questions, deadline }: wire.Inquiry, toolCallId: string): Interrupt {
  return {
    id,
    reason: "input_required",
    message: questions.map(({ text }) => text).join("\n"),
    toolCallId,
    responseSchema: answerSchema,
    ...(deadline !== undefined && { expiresAt: deadline }),
    metadata: { questions },
  };
}

/** The payload of a resume entry: the body of an answer of Askback. */
const answerSchema = {
  type: "object",
  required: ["answers"],
  properties: {
    answers: {
      type: "array",
      items: {
        type: "object",
        required: ["question"],
        properties: {
          question: { type: "string" },
          options: { type: "array", items: { type: "string" } },
          text: { type: "string" },
          note: { type: "string" },
          skipped: { const: true },
        },
      },
    },
    comment: { type: "string" },
  },
};

const refusals: Readonly<Record<ResumeRefusal, string>> = {
  "interrupt-unknown":
    "An interrupt is not one of this thread. Resume with the ids of the interrupts that the run stopped with.",
  "interrupt-unanswered": "Nobody has answered yet. Resume when the questions are answered; silence is no answer.",
  "interrupts-missing": "All interrupts of the run must be resumed together. Add an entry for each.",
  "already-resumed": "Another run has resumed these interrupts. Start a new run without `resume`.",
};

function refuse(code: ResumeRefusal): Resumed {
  return { type: "refused", code, message: refusals[code] };
}
