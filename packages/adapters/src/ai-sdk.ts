import type { Json } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { getToolName, isToolUIPart, jsonSchema, type Tool, type ToolExecutionOptions, tool, type UIMessage } from "ai";
import { askedQuestions } from "./asked-questions.ts";
import { permissionOf, resultOf } from "./model-text.ts";
import { askContract, askInputSchema, createPeople, type PeopleOptions, runElsewhere } from "./people.ts";

const { name, description } = askContract;
const unverified =
  "This call failed, or that it failed cannot be verified. Do not assume that it ran, or that it did not. If you still need it, call again with valid input.";

const inputSchema = jsonSchema<Json>(askInputSchema);

export interface ChatOptions extends PeopleOptions {
  /** The names of the tools that run only if a person allows it, whether or not the agent of this request has them. */
  readonly gated?: readonly string[];
}

export interface Settled<Message extends UIMessage> {
  /** The messages with the answers of people instead of what the browser sent. */
  readonly messages: Message[];
  /** What nobody has resolved yet: call the model only when this is empty. */
  readonly open: readonly wire.Inquiry[];
}

/** The ask tool and approvals of one chat. */
export interface ChatAskback {
  /**
   * For chats, as `ask_user_question`: the run ends with the question, and `settle` brings the answer. It has no `execute`, so nothing waits
   * meanwhile. While it streams the question is in the inbox at once, else with the next `settle`.
   */
  readonly askTool: Tool<Json, string>;
  /** For programs: the call itself waits for the answer. */
  readonly waitingAskTool: Tool<Json, string>;
  /**
   * The same tool, but a call runs only if a person allows it, as it was shown, and once, however often the messages are sent. Its name is
   * one of `gated`, as `settle` has to know it too.
   */
  gate<Input, Output>(toolName: string, gated: Tool<Input, Output>): Tool<Input, Output>;
  /**
   * Replaces every answer and approval in messages of a browser by what people decided in Askback. What the browser says about them is
   * not read; a question or call that it changed is refused.
   */
  settle<Message extends UIMessage>(messages: readonly Message[]): Promise<Settled<Message>>;
}

/** The adapter of the Vercel AI SDK; `thread` is the id of the chat. */
export function createAskback({ gated: names = [], ...options }: ChatOptions): ChatAskback {
  const people = createPeople("ai-sdk", options);
  const gated = new Set(names);

  return {
    askTool: tool({
      description,
      inputSchema,
      outputSchema: jsonSchema<string>({ type: "string" }),
      onInputAvailable: async ({ input, toolCallId, abortSignal }) => {
        await people.answerSoFar(input, { id: toolCallId, signal: abortSignal });
      },
    }),

    waitingAskTool: tool({
      description,
      inputSchema,
      async execute(input: Json, { toolCallId, abortSignal }: ToolExecutionOptions<unknown>) {
        const { status, text } = await people.answer(input, { id: toolCallId, signal: abortSignal });
        if (status === "error") throw new Error(text);
        return text;
      },
    }),

    gate<Input, Output>(toolName: string, free: Tool<Input, Output>): Tool<Input, Output> {
      if (!gated.has(toolName)) throw new Error(`Askback: name ${toolName} in the option "gated" of createAskback`);
      const execute: NonNullable<typeof free.execute> = async (input, call) => {
        const { toolCallId: id, abortSignal: signal } = call;
        const { isAllowed, text, inquiry } = await people.permit(toolName, input, { id, signal });
        if (!isAllowed) throw new Error(text);
        if (!(await people.claim(inquiry))) throw new Error(runElsewhere);
        if (!free.execute) throw new Error(`${toolName} has no execute function`);
        return free.execute(input, call) as Promise<Output>;
      };
      return { ...free, execute } as Tool<Input, Output>;
    },

    async settle<Message extends UIMessage>(messages: readonly Message[]): Promise<Settled<Message>> {
      const open: wire.Inquiry[] = [];
      const settlePart = async (part: Message["parts"][number]) => {
        // A browser can send any call as one of a dynamic tool too.
        if (!isToolUIPart(part) || part.state === "input-streaming") return part;
        const call: ToolPart = part;
        const toolName = getToolName(part);
        if (toolName === name) return settleQuestion(call, open);
        return gated.has(toolName) || call.approval ? settleApproval(call, toolName, open) : part;
      };
      const settled = await Promise.all(
        messages.map(async (message) => {
          const parts = await Promise.all(message.parts.map(settlePart));
          return { ...message, parts } as Message;
        }),
      );
      return { messages: settled, open };
    },
  };

  async function settleQuestion({ toolCallId, input }: ToolPart, open: wire.Inquiry[]) {
    const part = { type: `tool-${name}`, toolCallId, input };
    const read = askContract.read(input as Json);
    if (!read.ok) return { ...part, state: "output-error", errorText: read.error };
    const inquiry = await people.open(askedQuestions(read.value), { id: toolCallId });
    if (!inquiry.resolution) {
      open.push(inquiry);
      return { ...part, state: "input-available" };
    }
    const { status, text } = resultOf(askContract, inquiry);
    return status === "ok"
      ? { ...part, state: "output-available", output: text }
      : { ...part, state: "output-error", errorText: text };
  }

  async function settleApproval(part: ToolPart, toolName: string, open: wire.Inquiry[]) {
    const { type, toolCallId, input, state } = part;
    const hasResult = state === "output-available" || state === "output-error";
    const call = { ...(type === "dynamic-tool" ? { type, toolName } : { type }), toolCallId, input };
    // A call whose input is not valid fails before anybody is asked, and people have nothing to decide.
    if (state === "output-error" && !part.approval) return { ...call, state, errorText: unverified };
    const inquiry = await people.open({ approval: { tool: toolName, input } }, { id: toolCallId });
    const approval = { id: part.approval?.id ?? toolCallId };
    if (!inquiry.resolution) {
      open.push(inquiry);
      return { ...call, state: "approval-requested", approval };
    }
    const { isAllowed, text } = permissionOf(inquiry);
    const response = { ...approval, approved: isAllowed, ...(text !== undefined && { reason: text }) };
    if (!hasResult) return { ...call, state: "approval-responded", approval: response };
    if (!isAllowed) return { ...call, state: "output-denied", approval: response };
    return part.approval ? { ...part, approval: response } : part;
  }
}

/** A part of a message that holds a call and its result. */
interface ToolPart {
  readonly type: string;
  readonly toolCallId: string;
  readonly state: string;
  readonly input?: unknown;
  readonly approval?: { readonly id: string };
}
