import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Api, type ApiResponse, createApi } from "./api.ts";
import type { Prompt, ScriptReply } from "./prompt-scripted-model.ts";
import { firstMessageOf, type NewMessage, newMessagesIn, promptsIn, unpairedCalls } from "./prompts.ts";
import type { ServerEvent } from "./server-events.ts";
import { type ServerProcess, type StartOptions, startServerProcess } from "./server-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A server process whose models follow a script, and the API as its owner uses it. */
export interface TestServer {
  readonly server: ServerProcess;
  readonly api: Api;
  /** Where the prompts of the models are written. */
  readonly promptFile: string;
  /** Starts a conversation whose model gives these replies. */
  startConversation(agent: string, script: readonly ScriptReply[], api?: Api): Promise<TestConversation>;
}

export interface TestConversation {
  readonly id: string;
  /** Waits for an inquiry of this conversation, the first by default. */
  waitForInquiry(count?: number): Promise<ServerEvent["data"]>;
  waitForStatus(status: string): Promise<ApiResponse["body"]>;
  waitForEvent(matches: (event: ServerEvent) => boolean): Promise<ServerEvent>;
  /** Every prompt that this conversation's model was sent, oldest first. */
  prompts(): Prompt[];
  /** The messages in the last prompt after the model's previous reply. */
  newMessages(): NewMessage[];
  /** Everything recorded so far. */
  log(): Promise<ServerEvent["data"][]>;
  /** Calls without exactly one result and inquiries without exactly one resolution, in the log and in the prompts. */
  faults(): Promise<string[]>;
}

export async function startTestServer(options: StartOptions = {}): Promise<TestServer> {
  const promptFile = options.env?.ASKBACK_TEST_PROMPTS ?? join(temporaryFolder(), "prompts.jsonl");
  const server = await startServerProcess({ ...options, env: { ASKBACK_TEST_PROMPTS: promptFile, ...options.env } });
  const api = createApi(server);
  return {
    server,
    api,
    promptFile,
    async startConversation(agent, script, starter = api) {
      const message = JSON.stringify({ script, id: randomUUID() });
      const { status, body } = await starter.post("/v1/conversations", { agent, message });
      if (status !== 201) throw new Error(`could not start: ${JSON.stringify(body)}`);
      return createConversation(body.id, api, () =>
        promptsIn(promptFile).filter((prompt) => firstMessageOf(prompt) === message),
      );
    },
  };
}

function createConversation(id: string, api: Api, prompts: () => Prompt[]): TestConversation {
  const conversation: TestConversation = {
    id,
    prompts,
    async waitForInquiry(count = 1) {
      const { data } = await api.waitForEvent(
        id,
        ({ type, data }) => type === "inquiry.asked" && data.inquiry.id.split("_")[2] === String(count),
      );
      return data.inquiry;
    },
    waitForStatus: (status) => api.waitForStatus(id, status),
    waitForEvent: (matches) => api.waitForEvent(id, matches),
    newMessages: () => newMessagesIn(prompts().at(-1) ?? []),
    async log() {
      const { version } = (await api.get(`/v1/conversations/${id}`)).body;
      const recorded: ServerEvent["data"][] = [];
      await api.waitForEvent(id, ({ id: position, data }) => {
        if (position !== undefined) recorded.push(data);
        return data.version === version;
      });
      return recorded;
    },
    faults: async () => [...logFaults(await conversation.log()), ...prompts().flatMap(unpairedCalls)],
  };
  return conversation;
}

function logFaults(log: readonly ServerEvent["data"][]): string[] {
  const calls = log.flatMap(({ type, parts }) =>
    type === "model.replied"
      ? parts.flatMap((part: ServerEvent["data"]) => (part.type === "call" ? [part.call.id] : []))
      : [],
  );
  const results = log.flatMap(({ type, result }) => (type === "tool.finished" ? [result.callId] : []));
  const asked = log.flatMap(({ type, inquiry }) => (type === "inquiry.asked" ? [inquiry.id] : []));
  const resolved = log.flatMap(({ type, inquiryId }) => (type === "inquiry.resolved" ? [inquiryId] : []));
  return [...countFaults("result", calls, results), ...countFaults("resolution", asked, resolved)];
}

/** Names that are not exactly once on both sides. */
function countFaults(what: string, expected: readonly string[], found: readonly string[]): string[] {
  return [...new Set([...expected, ...found])].flatMap((name) => {
    const count = found.filter((other) => other === name).length;
    return count === 1 && expected.includes(name) ? [] : [`${name} has ${count} times a ${what}`];
  });
}
