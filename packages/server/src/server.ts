import { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type EventOf, ownToolNames } from "@askback/core";
import { serve } from "@hono/node-server";
import { agentByName, checkTools } from "./check-agents.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createFeed } from "./feed/feed.ts";
import { createPresence } from "./feed/presence.ts";
import { createApp, type RequestEntry } from "./http/app.ts";
import { createAddresses } from "./http/host-check.ts";
import type { Keys } from "./http/keys.ts";
import { createMetrics } from "./http/metrics.ts";
import { readWebFiles } from "./http/web-files.ts";
import { type AgentDefinition, nameableTools } from "./runtime/agent.ts";
import { createLiveTexts } from "./runtime/live-text.ts";
import { checkModelName, createModelByName, type ProviderSettings } from "./runtime/model/model-by-name.ts";
import { createRuntime } from "./runtime/runtime.ts";
import { shareTexts } from "./runtime/share-texts.ts";
import { connectMcp, type McpServer, type McpTools } from "./runtime/tool/mcp-tools.ts";
import type { Tool } from "./runtime/tool/tool.ts";
import { createToolbox } from "./runtime/tool/toolbox.ts";
import type { Store } from "./store/store.ts";

export interface ServerOptions {
  readonly store: Store;
  readonly keys: Keys;
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  readonly publicUrl?: string;
  /** Pages of these may call, with a key. */
  readonly origins?: readonly string[];
  readonly agents: readonly AgentDefinition[];
  readonly tools?: readonly Tool[];
  readonly mcpServers?: Readonly<Record<string, McpServer>>;
  readonly providers?: Readonly<Record<string, ProviderSettings>>;
  readonly clock?: Clock;
  /** Conversations in work at once. */
  readonly concurrency?: number;
  readonly leaseMs?: number;
  readonly heartbeatMs?: number;
  /** The folder of the built web app; without it only the API is served. */
  readonly web?: string;
  readonly limits?: { readonly bodyBytes?: number; readonly requestsPerSecond?: number; readonly burst?: number };
  readonly log: ServerLog;
}

/** What the server tells its operator: ids, numbers and errors, never what people or agents wrote. */
export interface ServerLog {
  requested(entry: RequestEntry): void;
  failed(what: string, error: unknown, ids: Readonly<Record<string, string>>): void;
  /** A model call that did not work, or a run that ended so; why is in the event, which people can read. */
  troubled(event: EventOf<"model.failed" | "run.failed">): void;
}

export interface RunningServer {
  readonly url: string;
  /** Stops taking requests, lets work under way end, gives the rest back and closes the store. */
  stop(): Promise<void>;
}

const replyLifetimeMs = 24 * 3600 * 1000;
const draftLifetimeMs = 30 * 24 * 3600 * 1000;
const version = "0.1.0";

/** Composes store, feed, runtime and HTTP, and serves. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const agents = agentByName(options.agents);
  const connections = await connectAll(options.mcpServers ?? {});
  try {
    return await serveWith(options, agents, connections);
  } catch (error) {
    await closeAll(connections);
    throw error;
  }
}

async function serveWith(
  options: ServerOptions,
  agents: ReadonlyMap<string, AgentDefinition>,
  connections: readonly McpTools[],
): Promise<RunningServer> {
  const { store, keys, clock = systemClock, log } = options;
  const tools = [...(options.tools ?? []), ...connections.flatMap((connection) => connection.tools)];
  const toolbox = createToolbox(tools, ownToolNames, nameableTools);
  for (const agent of options.agents) {
    const { model } = agent;
    checkTools(agent, toolbox);
    if (typeof model === "string") checkModelName(model, options.providers ?? {});
  }
  const liveTexts = createLiveTexts();
  const feed = createFeed(store, (error) => log.failed("reading the log", error, {}));
  const stopping = new AbortController();
  const metrics = createMetrics({ inWork: () => runtime.inWork, openInquiries: () => store.openInquiryCount() });
  const runtime = createRuntime({
    store,
    clock,
    agents,
    toolbox,
    liveTexts,
    modelByName: createModelByName(options.providers ?? {}),
    ...(options.concurrency !== undefined && { cap: options.concurrency }),
    ...(options.leaseMs !== undefined && { leaseMs: options.leaseMs }),
    failed: (conversationId, error) =>
      log.failed("driving a conversation", error, conversationId === undefined ? {} : { conversationId }),
    refusedStale: metrics.refusedStale,
    recorded(events) {
      metrics.recorded(events);
      for (const event of events) if (event.type === "model.failed" || event.type === "run.failed") log.troubled(event);
    },
  });
  const app = createApp({
    services: { store, runtime, feed, liveTexts, presence: createPresence(store.presence), clock, agents },
    keys,
    addresses: createAddresses(options.publicUrl, options.origins),
    metrics,
    limits: { bodyBytes: 512 * 1024, requestsPerSecond: 200, burst: 1000, ...options.limits },
    streams: { heartbeatMs: options.heartbeatMs ?? 15_000, backlogLimit: 1024 * 1024, stopping: stopping.signal },
    ...(options.web !== undefined && { web: readWebFiles(options.web) }),
    requested: log.requested,
    failed: (requestId, error) => log.failed("answering a request", error, { requestId }),
  });

  const { server, address } = await listen(app.fetch, options.host, options.port);
  runtime.start();
  const forget = () => {
    store.forgetReplies(replyLifetimeMs).catch((error) => log.failed("forgetting old replies", error, {}));
    store.personal.forgetDrafts(draftLifetimeMs).catch((error) => log.failed("forgetting old drafts", error, {}));
  };
  const sharing =
    store.texts && shareTexts(liveTexts, store.texts, (error) => log.failed("sharing live text", error, {}));
  forget();
  const sweeper = setInterval(forget, 3600 * 1000);

  return {
    url: `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${address.port}`,
    async stop() {
      clearInterval(sweeper);
      const closed = new Promise((resolve) => server.close(resolve));
      stopping.abort();
      await runtime.stop(5_000);
      await sharing?.stop();
      if (server instanceof Server) server.closeIdleConnections();
      // A client that does not read its response to the end must not keep the server from ending.
      const patience = setTimeout(() => server instanceof Server && server.closeAllConnections(), 1_000);
      await closed;
      clearTimeout(patience);
      await closeAll(connections);
      await store.close();
    },
  };
}

/** All of them or none: those that were reached are closed again when another was not. */
async function connectAll(servers: Readonly<Record<string, McpServer>>): Promise<readonly McpTools[]> {
  const attempts = await Promise.allSettled(
    Object.entries(servers).map(([name, server]) => connectMcp(name, server, version)),
  );
  const connections = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
  const failed = attempts.find((attempt) => attempt.status === "rejected");
  if (!failed) return connections;
  await closeAll(connections);
  throw failed.reason;
}

async function closeAll(connections: readonly McpTools[]): Promise<void> {
  await Promise.all(connections.map((connection) => connection.close()));
}

type Fetch = Parameters<typeof serve>[0]["fetch"];

function listen(
  fetch: Fetch,
  hostname: string,
  port: number,
): Promise<{ server: ReturnType<typeof serve>; address: AddressInfo }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname, port }, (address) => resolve({ server, address }));
    server.on("error", reject);
  });
}
