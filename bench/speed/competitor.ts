import { generateText, jsonSchema, type ModelMessage, type ToolSet } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { answers, message, questions } from "../bench-runtime.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that asks, and ends when it has the answer. */
const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) =>
    prompt.at(-1)?.role === "tool"
      ? {
          content: [{ type: "text", text: "Done." }],
          finishReason: { unified: "stop", raw: "stop" },
          usage,
          warnings: [],
        }
      : {
          content: [
            { type: "text", text: "Two questions." },
            {
              type: "tool-call",
              toolCallId: "call_1",
              toolName: "ask_user_question",
              input: JSON.stringify({ questions }),
            },
          ],
          finishReason: { unified: "tool-calls", raw: "tool_calls" },
          usage,
          warnings: [],
        },
});

/** Without `execute` the call waits for whoever answers it. */
const tools: ToolSet = {
  ask_user_question: {
    description: "Asks the user.",
    inputSchema: jsonSchema({ type: "object", properties: { questions: { type: "array" } } }),
  },
};

/** A conversation that waits: its messages, and the call without a result, as JSON. */
interface WaitingChat {
  readonly messages: string;
  readonly pending: string;
}

/** The table of their own; each statement is a commit. */
export interface ChatTable {
  insert(id: string, messages: string): Promise<void>;
  update(id: string, status: string, messages: string, pending: string | null): Promise<void>;
  /** A chat that has the status `waiting`. */
  findWaiting(id: string): Promise<WaitingChat | undefined>;
  close(): Promise<void> | void;
}

/**
 * What people write by hand: the AI SDK, and a table of their own with a row for each conversation, which holds its
 * messages as JSON and the call that waits. Each step is a commit of its own, as durable as ours. It has no events, no
 * inbox, no checks of the answer, and nothing that continues after a crash.
 */
export function createCompetitor(chats: ChatTable) {
  async function callModel(messages: ModelMessage[]) {
    const { response, toolCalls } = await generateText({ model, tools, messages });
    return { messages: [...messages, ...response.messages], call: toolCalls[0] };
  }

  async function park(): Promise<string> {
    const id = crypto.randomUUID();
    const begun: ModelMessage[] = [{ role: "user", content: message }];
    await chats.insert(id, JSON.stringify(begun));
    const { messages, call } = await callModel(begun);
    await chats.update(id, "waiting", JSON.stringify(messages), JSON.stringify(call));
    return id;
  }

  async function answer(id: string): Promise<void> {
    const chat = await chats.findWaiting(id);
    if (!chat) throw new Error(`${id} does not wait`);
    const { toolCallId } = JSON.parse(chat.pending) as { toolCallId: string };
    const given: ModelMessage = {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId,
          toolName: "ask_user_question",
          output: { type: "json", value: { answers } },
        },
      ],
    };
    const resumed = [...(JSON.parse(chat.messages) as ModelMessage[]), given];
    await chats.update(id, "working", JSON.stringify(resumed), null);
    const { messages } = await callModel(resumed);
    await chats.update(id, "done", JSON.stringify(messages), null);
  }

  return {
    park,
    cycle: async () => answer(await park()),
    close: chats.close,
  };
}
