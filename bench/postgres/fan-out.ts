import { setTimeout as delay } from "node:timers/promises";
import { sha256Of } from "@askback/server";
import type { Cluster } from "../../test/harness/postgres/postgres-cluster.ts";
import { percentile, round } from "../statistics.ts";
import { type Child, startChild } from "./child.ts";
import { freshDatabase } from "./databases.ts";
import { progress } from "./progress.ts";
import type { Sizes } from "./sizes.ts";

/** A server returns when it committed the last title; clients return when they received it. */
export type ServerRequest = { readonly type: "committed" } | { readonly type: "stop" };
export type ClientRequest = { readonly type: "receive"; readonly title: string } | { readonly type: "stop" };

export interface ServerResponse {
  readonly url?: string;
  readonly committedAt?: number;
}
export interface ClientResponse {
  readonly receivedAt?: readonly number[];
}

const key = "bench";

/**
 * The time from a commit on one of two servers until each of thousands of clients has its event. Half of the clients
 * subscribe to each server, in a process of their own.
 */
export async function* measureFanOut(cluster: Cluster, { clients, fanOutEvents }: Sizes) {
  const url = await freshDatabase(cluster, "ours");
  const start = () => startChild<ServerRequest, ServerResponse>("./fan-out-server-process.ts", [url, sha256Of(key)]);
  const servers = [await start(), await start()];
  const urls = servers.map(({ ready }) => ready.url ?? "");
  progress(`connecting ${clients} clients to two servers`);
  const clientGroups = await Promise.all(
    urls.map((server) =>
      startChild<ClientRequest, ClientResponse>("./fan-out-client-process.ts", [server, key, String(clients / 2)]),
    ),
  );
  const conversationId = await startConversation(urls[0] ?? "");

  const near: number[] = [];
  const far: number[] = [];
  for (let count = -2; count < fanOutEvents; count += 1) {
    const at = Math.abs(count) % 2;
    const receipts = await publish({
      server: servers[at],
      url: urls[at] ?? "",
      conversationId,
      clientGroups,
      title: `title ${count}.`,
    });
    // Two events come first to warm up.
    if (count < 0) continue;
    near.push(...(receipts[at] ?? []));
    far.push(...(receipts[1 - at] ?? []));
    await delay(50);
  }
  yield {
    part: "fan-out",
    clients,
    servers: 2,
    events: fanOutEvents,
    ...summary("sameServer", near),
    ...summary("otherServer", far),
    ...summary("all", [...near, ...far]),
  };
  for (const clientGroup of clientGroups) await clientGroup.end({ type: "stop" });
  for (const server of servers) await server.end({ type: "stop" });
}

function summary(name: string, times: readonly number[]): Record<string, number> {
  return {
    [`${name}P50Ms`]: round(percentile(times, 0.5), 1),
    [`${name}P99Ms`]: round(percentile(times, 0.99), 1),
  };
}

const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

async function startConversation(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/conversations`, { method: "POST", headers, body: '{"agent":"bench"}' });
  if (!response.ok) throw new Error(`a conversation was not started: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

interface Publication {
  readonly server: Child<ServerRequest, ServerResponse> | undefined;
  readonly url: string;
  readonly conversationId: string;
  readonly clientGroups: readonly Child<ClientRequest, ClientResponse>[];
  readonly title: string;
}

/** Renames the conversation, which is one event; returns how long after the commit each client received it. */
async function publish({
  server,
  url,
  conversationId,
  clientGroups,
  title,
}: Publication): Promise<readonly number[][]> {
  const received = clientGroups.map((clientGroup) => clientGroup.request({ type: "receive", title }));
  const body = JSON.stringify({ title });
  const response = await fetch(`${url}/v1/conversations/${conversationId}`, { method: "PATCH", headers, body });
  if (!response.ok) throw new Error(`the conversation was not renamed: ${await response.text()}`);
  const committedAt = (await server?.request({ type: "committed" }))?.committedAt ?? 0;
  return (await Promise.all(received)).map(({ receivedAt = [] }) => receivedAt.map((at) => at - committedAt));
}
