import type { AddressInfo } from "node:net";
import { contractNames } from "@askback/core";
import { serve } from "@hono/node-server";
import { type Clock, systemClock } from "./clock.ts";
import { createFeed } from "./feed/feed.ts";
import { createApp, type RequestEntry } from "./http/app.ts";
import { createAddresses } from "./http/host-check.ts";
import type { Keys } from "./http/keys.ts";
import { createMetrics } from "./http/metrics.ts";
import type { AgentDefinition } from "./runtime/agent.ts";
import { createLiveTexts } from "./runtime/live-text.ts";
import { createModelByName, type ProviderSettings } from "./runtime/model/model-by-name.ts";
import { createRuntime } from "./runtime/runtime.ts";
import { connectMcp, type McpServer } from "./runtime/tool/mcp-tools.ts";
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
  readonly agents: readonly AgentDefinition[];
  readonly tools?: readonly Tool[];
  readonly mcpServers?: Readonly<Record<string, McpServer>>;
  readonly providers?: Readonly<Record<string, ProviderSettings>>;
  readonly clock?: Clock;
  /** Conversations in work at once. */
  readonly concurrency?: number;
  readonly leaseMs?: number;
  readonly heartbeatMs?: number;
  readonly limits?: { readonly bodyBytes?: number; readonly requestsPerSecond?: number; readonly burst?: number };
  readonly log: ServerLog;
}

/** What the server tells its operator: ids, numbers and errors, never what people or agents wrote. */
export interface ServerLog {
  requested(entry: RequestEntry): void;
  failed(what: string, error: unknown, ids: Readonly<Record<string, string>>): void;
}

export interface RunningServer {
  readonly url: string;
  /** Stops taking requests, lets work under way end, gives the rest back and closes the store. */
  stop(): Promise<void>;
}

const replyLifetimeMs = 24 * 3600 * 1000;
const version = "0.1.0";

/** Composes store, feed, runtime and HTTP, and serves. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { store, keys, clock = systemClock, log } = options;
  const connections = await Promise.all(
    Object.entries(options.mcpServers ?? {}).map(([name, server]) => connectMcp(name, server, version)),
  );
  const toolbox = createToolbox(
    [...(options.tools ?? []), ...connections.flatMap(({ tools }) => tools)],
    contractNames,
  );
  for (const { tools = [] } of options.agents) toolbox.select(tools);
  const agents = new Map(options.agents.map((agent) => [agent.name, agent]));
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
    recorded: metrics.recorded,
  });
  const app = createApp({
    services: { store, runtime, feed, liveTexts, clock, agents },
    keys,
    addresses: createAddresses(options.publicUrl),
    metrics,
    limits: { bodyBytes: 512 * 1024, requestsPerSecond: 200, burst: 1000, ...options.limits },
    streams: { heartbeatMs: options.heartbeatMs ?? 15_000, backlogLimit: 1024 * 1024, stopping: stopping.signal },
    requested: log.requested,
    failed: (requestId, error) => log.failed("answering a request", error, { requestId }),
  });

  const { server, address } = await listen(app.fetch, options.host, options.port);
  runtime.start();
  const forget = () =>
    store
      .forgetReplies(clock.now() - replyLifetimeMs)
      .catch((error) => log.failed("forgetting old replies", error, {}));
  const sweeper = setInterval(() => void forget(), 3600 * 1000);

  return {
    url: `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${address.port}`,
    async stop() {
      clearInterval(sweeper);
      const closed = new Promise((resolve) => server.close(resolve));
      stopping.abort();
      await runtime.stop(5_000);
      await closed;
      await Promise.all(connections.map((connection) => connection.close()));
      await store.close();
    },
  };
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
