import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentDefinition, KeySettings } from "@askback/server";
import { expect } from "vitest";
import { anthropic } from "../providers/wire/anthropic.ts";
import { openaiChat } from "../providers/wire/openai-chat.ts";
import { type OpenProviderServer, openProviderServer, type ProviderServer } from "../providers/wire/provider-server.ts";
import type { Told, Wire, WireReply } from "../providers/wire/wire.ts";
import { type Api, createApi } from "./api.ts";
import { type ServerEvent, serverEvents } from "./server-events.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The wires on which the flows of the seeds are driven. */
export const deskWires: readonly Wire[] = [anthropic, openaiChat];

export type DeskAgent = Omit<AgentDefinition, "instructions" | "model">;

export interface DeskOptions {
  readonly agents: readonly DeskAgent[];
  readonly keys?: readonly (Omit<KeySettings, "sha256"> & { readonly key: string })[];
}

/** A real server process whose models are at a strict loopback provider, and a person who uses it. */
export interface Desk {
  readonly server: ServerProcess;
  readonly api: Api;
  readonly provider: ProviderServer;
  /** Starts a conversation whose model says this, one reply for each request. */
  begin(agent: string, ...replies: readonly WireReply[]): Promise<string>;
  /** Waits for the so-many-th inquiry of a conversation. */
  asked(conversationId: string, count?: number): Promise<ServerEvent["data"]>;
  /** Waits for the so-many-th event of a type. */
  recorded(conversationId: string, type: string, count?: number): Promise<ServerEvent["data"]>;
  /** What the model was told after its own last words. */
  told(): readonly Told[];
  /** The lines that the tool `note` wrote. */
  notes(): readonly string[];
  /** The position of the latest event of all. */
  position(): Promise<number>;
  /** Follows a stream and gives its events up to and with the first that matches. */
  follow(path: string, until: (event: ServerEvent) => boolean, headers?: Headers): Promise<ServerEvent[]>;
  /** The same server with other agents, on the same data. */
  restart(options: DeskOptions): Promise<Desk>;
  /** Stops the server; throws if it logged an error or sent what the provider refuses. */
  close(): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

export async function openDesk(wire: Wire, options: DeskOptions): Promise<Desk> {
  return deskAt(wire, await openProviderServer(wire), options, join(temporaryFolder(), "data"));
}

async function deskAt(
  wire: Wire,
  provider: OpenProviderServer,
  { agents, keys = [] }: DeskOptions,
  dataDir: string,
): Promise<Desk> {
  const noteFile = join(dataDir, "notes");
  const settings = { apiKey: "key", baseURL: provider.baseURL };
  const server = await startServerProcess({
    dataDir,
    config: fileURLToPath(new URL("desk.config.ts", import.meta.url)),
    env: {
      ASKBACK_TEST_NOTES: noteFile,
      ASKBACK_TEST_DESK: JSON.stringify({
        agents: agents.map((agent) => ({ instructions: "Work.", model: wire.model, ...agent })),
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

  const desk: Desk = {
    server,
    api,
    provider,
    async begin(agent, ...replies) {
      provider.willSay(...replies);
      const { status, body } = await api.post("/v1/conversations", { agent, message: "Go." });
      if (status !== 201) throw new Error(`could not start: ${JSON.stringify(body)}`);
      return body.id;
    },
    async asked(conversationId, count = 1) {
      return (await desk.recorded(conversationId, "inquiry.asked", count)).inquiry;
    },
    async recorded(conversationId, type, count = 1) {
      let seen = 0;
      const { data } = await api.event(conversationId, (event) => {
        if (event.type === "run.failed" && type !== "run.failed") throw new Error(event.data.error.message);
        seen += event.type === type ? 1 : 0;
        return seen === count;
      });
      return data;
    },
    told() {
      const told = provider.told();
      return told.slice(told.findLastIndex(({ role }) => role === "assistant") + 1);
    },
    notes: () => (existsSync(noteFile) ? readFileSync(noteFile, "utf8").trimEnd().split("\n") : []),
    async position() {
      const [snapshot] = await desk.follow("/v1/events", () => true);
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
      return deskAt(wire, provider, changed, dataDir);
    },
    async close() {
      await end();
      provider.close();
    },
  };
  return desk;
}
