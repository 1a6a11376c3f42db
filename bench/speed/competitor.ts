import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { generateText, jsonSchema, type ModelMessage, type ToolSet } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { answers, message, questions } from "../bench-runtime.ts";
import { temporaryFolder } from "../temporary-folder.ts";

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

/**
 * What people write by hand: the AI SDK, and a table of their own with a row for each conversation, which holds its
 * messages as JSON and the call that waits. Each step is a commit of its own, as durable as ours. It has no events, no
 * inbox, no checks of the answer, and nothing that continues after a crash.
 */
export function createCompetitor() {
  const file = join(temporaryFolder(), "chats.db");
  const db = new DatabaseSync(file);
  db.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table chats (id text primary key, status text not null, messages text not null, pending text, updated_at integer not null);
    create index chats_by_status on chats (status, updated_at);`);
  const insert = db.prepare("insert into chats values (?, 'working', ?, null, ?)");
  const update = db.prepare("update chats set status = ?, messages = ?, pending = ?, updated_at = ? where id = ?");
  const select = db.prepare("select messages, pending from chats where id = ? and status = 'waiting'");

  async function callModel(messages: ModelMessage[]) {
    const { response, toolCalls } = await generateText({ model, tools, messages });
    return { messages: [...messages, ...response.messages], call: toolCalls[0] };
  }

  async function park(): Promise<string> {
    const id = crypto.randomUUID();
    const begun: ModelMessage[] = [{ role: "user", content: message }];
    insert.run(id, JSON.stringify(begun), Date.now());
    const { messages, call } = await callModel(begun);
    update.run("waiting", JSON.stringify(messages), JSON.stringify(call), Date.now(), id);
    return id;
  }

  async function answer(id: string): Promise<void> {
    const row = select.get(id);
    if (!row) throw new Error(`${id} does not wait`);
    const { toolCallId } = JSON.parse(String(row.pending)) as { toolCallId: string };
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
    const resumed = [...(JSON.parse(String(row.messages)) as ModelMessage[]), given];
    update.run("working", JSON.stringify(resumed), null, Date.now(), id);
    const { messages } = await callModel(resumed);
    update.run("done", JSON.stringify(messages), null, Date.now(), id);
  }

  return {
    file,
    park,
    cycle: async () => answer(await park()),
    close: () => db.close(),
  };
}
