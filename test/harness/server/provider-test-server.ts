import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentDefinition, KeySettings } from "@askback/server";
import { expect, inject } from "vitest";
import { anthropic } from "../../providers/protocol/anthropic.ts";
import { openaiChat } from "../../providers/protocol/openai-chat.ts";
import type { PromptMessage, ProviderProtocol, ProviderReply } from "../../providers/protocol/protocol.ts";
import {
  type OpenProviderServer,
  openProviderServer,
  type ProviderServer,
} from "../../providers/protocol/provider-server.ts";
import { type Api, createApi } from "./api.ts";
import { type ServerEvent, serverEvents } from "./server-events.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The provider protocols on which the flows are tested; the quick run has one, since `test/providers` tests each. */
export const testedProtocols: readonly ProviderProtocol[] = [anthropic, openaiChat].slice(0, inject("protocols"));

export type TestAgent = Omit<AgentDefinition, "instructions" | "model">;

export interface ProviderTestServerOptions {
  readonly agents: readonly TestAgent[];
  readonly keys?: readonly (Omit<KeySettings, "sha256"> & { readonly key: string })[];
}

/** A server process whose models are served by a strict loopback provider, and the API as its owner uses it. */
export interface ProviderTestServer {
  readonly server: ServerProcess;
  readonly api: Api;
  readonly provider: ProviderServer;
  /** Starts a conversation whose model gives these replies, one for each request, and returns its id. */
  startConversation(agent: string, ...replies: readonly ProviderReply[]): Promise<string>;
  /** Waits for an inquiry of a conversation, the first by default. */
  waitForInquiry(conversationId: string, count?: number): Promise<ServerEvent["data"]>;
  /** Waits for an event of a type, the first by default. */
  waitForEventType(conversationId: string, type: string, count?: number): Promise<ServerEvent["data"]>;
  /** The messages in the last prompt after the model's previous reply. */
  newMessages(): readonly PromptMessage[];
  /** The lines that the tool `note` wrote. */
  notes(): readonly string[];
  /** The position of the latest event of all. */
  position(): Promise<number>;
  /** Follows a stream and returns its events up to and including the first that matches. */
  follow(path: string, until: (event: ServerEvent) => boolean, headers?: Headers): Promise<ServerEvent[]>;
  /** The same server with other agents, on the same data. */
  restart(options: ProviderTestServerOptions): Promise<ProviderTestServer>;
  /** Stops the server; throws if it logged an error or sent what the provider refuses. */
  close(): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

export async function startProviderTestServer(
  protocol: ProviderProtocol,
  options: ProviderTestServerOptions,
): Promise<ProviderTestServer> {
  return startAt(protocol, await openProviderServer(protocol), options, join(temporaryFolder(), "data"));
}

async function startAt(
  protocol: ProviderProtocol,
  provider: OpenProviderServer,
  { agents, keys = [] }: ProviderTestServerOptions,
  dataDir: string,
): Promise<ProviderTestServer> {
  const noteFile = join(dataDir, "notes");
  const settings = { apiKey: "key", baseURL: provider.baseURL };
  const server = await startServerProcess({
    dataDir,
    config: fileURLToPath(new URL("provider-agents.config.ts", import.meta.url)),
    env: {
      ASKBACK_TEST_NOTES: noteFile,
      ASKBACK_TEST_AGENTS: JSON.stringify({
        agents: agents.map((agent) => ({ instructions: "Work.", model: protocol.model, ...agent })),
        keys: keys.map(({ key, ...rest }) => ({ ...rest, sha256: createHash("sha256").update(key).digest("hex") })),
        providers: { anthropic: settings, acme: settings },
      }),
    },
  });
  const api = createApi(server);
  const authorization = `Bearer ${server.keys.answer}`;

  async function end(): Promise<void> {
    expect(await server.stop()).toBe(0);
    expect(server.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  }

  const testServer: ProviderTestServer = {
    server,
    api,
    provider,
    async startConversation(agent, ...replies) {
      provider.queueReplies(...replies);
      const { status, body } = await api.post("/v1/conversations", { agent, message: "Go." });
      if (status !== 201) throw new Error(`could not start: ${JSON.stringify(body)}`);
      return body.id;
    },
    async waitForInquiry(conversationId, count = 1) {
      return (await testServer.waitForEventType(conversationId, "inquiry.asked", count)).inquiry;
    },
    async waitForEventType(conversationId, type, count = 1) {
      let seen = 0;
      const { data } = await api.waitForEvent(conversationId, (event) => {
        if (event.type === "run.failed" && type !== "run.failed") throw new Error(event.data.error.message);
        seen += event.type === type ? 1 : 0;
        return seen === count;
      });
      return data;
    },
    newMessages() {
      const prompt = provider.prompt();
      return prompt.slice(prompt.findLastIndex(({ role }) => role === "assistant") + 1);
    },
    notes: () => (existsSync(noteFile) ? readFileSync(noteFile, "utf8").trimEnd().split("\n") : []),
    async position() {
      const [snapshot] = await testServer.follow("/v1/events", () => true);
      return snapshot?.data.position;
    },
    async follow(path, until, headers = {}) {
      const events: ServerEvent[] = [];
      for await (const event of serverEvents(`${server.url}${path}`, { authorization, ...headers })) {
        if (event.type !== "comment") events.push(event);
        if (until(event)) return events;
      }
      throw new Error("the stream ended before the event came");
    },
    async restart(changed) {
      await end();
      return startAt(protocol, provider, changed, dataDir);
    },
    async close() {
      await end();
      provider.close();
    },
  };
  return testServer;
}
