import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Api, type ApiResponse, createApi } from "./api.ts";
import { firstMessageOf, promptsIn, type Told, toldIn, unpairedCalls } from "./prompts.ts";
import type { Prompt, PuppetReply } from "./puppet.ts";
import type { ServerEvent } from "./server-events.ts";
import { type ServerProcess, type StartOptions, startServerProcess } from "./server-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A real server whose models are puppets, and a person who uses it. */
export interface Stage {
  readonly server: ServerProcess;
  readonly api: Api;
  /** Where the prompts of the models are written. */
  readonly promptFile: string;
  /** Starts a conversation whose model speaks these lines. */
  play(agent: string, script: readonly PuppetReply[], api?: Api): Promise<Scene>;
}

export interface Scene {
  readonly id: string;
  /** Waits for an inquiry of this conversation, the first unless told otherwise. */
  asked(count?: number): Promise<ServerEvent["data"]>;
  reached(status: string): Promise<ApiResponse["body"]>;
  event(matches: (event: ServerEvent) => boolean): Promise<ServerEvent>;
  /** Every prompt that this conversation's model was sent, oldest first. */
  prompts(): Prompt[];
  /** What the model was told when it was called last. */
  told(): Told[];
  /** Everything recorded so far. */
  log(): Promise<ServerEvent["data"][]>;
  /** Calls without exactly one result and inquiries without exactly one resolution, in the log and in the prompts. */
  faults(): Promise<string[]>;
}

export async function openStage(options: StartOptions = {}): Promise<Stage> {
  const promptFile = options.env?.ASKBACK_TEST_PROMPTS ?? join(temporaryFolder(), "prompts.jsonl");
  const server = await startServerProcess({ ...options, env: { ASKBACK_TEST_PROMPTS: promptFile, ...options.env } });
  const api = createApi(server);
  return {
    server,
    api,
    promptFile,
    async play(agent, script, starter = api) {
      const message = JSON.stringify({ script, scene: randomUUID() });
      const { status, body } = await starter.post("/v1/conversations", { agent, message });
      if (status !== 201) throw new Error(`could not start: ${JSON.stringify(body)}`);
      return createScene(body.id, api, () =>
        promptsIn(promptFile).filter((prompt) => firstMessageOf(prompt) === message),
      );
    },
  };
}

function createScene(id: string, api: Api, prompts: () => Prompt[]): Scene {
  const scene: Scene = {
    id,
    prompts,
    async asked(count = 1) {
      const { data } = await api.event(
        id,
        ({ type, data }) => type === "inquiry.asked" && data.inquiry.id.endsWith(`_${count}`),
      );
      return data.inquiry;
    },
    reached: (status) => api.reached(id, status),
    event: (matches) => api.event(id, matches),
    told: () => toldIn(prompts().at(-1) ?? []),
    async log() {
      const { version } = (await api.get(`/v1/conversations/${id}`)).body;
      const recorded: ServerEvent["data"][] = [];
      await api.event(id, ({ id: position, data }) => {
        if (position !== undefined) recorded.push(data);
        return data.version === version;
      });
      return recorded;
    },
    faults: async () => [...logFaults(await scene.log()), ...prompts().flatMap(unpairedCalls)],
  };
  return scene;
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

/** Names that do not stand exactly once on either side. */
function countFaults(what: string, expected: readonly string[], found: readonly string[]): string[] {
  return [...new Set([...expected, ...found])].flatMap((name) => {
    const count = found.filter((other) => other === name).length;
    return count === 1 && expected.includes(name) ? [] : [`${name} has ${count} times a ${what}`];
  });
}
