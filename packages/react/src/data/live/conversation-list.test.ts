import { type Client, createClient } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { QueryObserver } from "@tanstack/query-core";
import { expect, test } from "vitest";
import { readConversations } from "./conversation-list.ts";
import { createQueries } from "./queries.ts";
import { createServerCache } from "./server-cache.ts";

const conversation = (number: number): Conversation => ({
  id: `conv_${number}`,
  agent: "planner",
  project: "default",
  status: "idle",
  version: 1,
  createdAt: "2026-11-15T09:00:00.000Z",
  createdBy: "owner",
  usage: { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0 },
  waitingMessages: 0,
});

/** A server with so many conversations. */
function serverWith(count: number) {
  const all = Array.from({ length: count }, (_, at) => conversation(at + 1));
  const limits: number[] = [];
  return {
    limits,
    async list({ limit = 50, cursor = "0" }: { readonly limit?: number; readonly cursor?: string } = {}) {
      limits.push(limit);
      const end = Number(cursor) + limit;
      const value = { items: all.slice(Number(cursor), end), ...(end < count && { next: String(end) }) };
      return { ok: true, value } as const;
    },
  };
}

test("[WEB-2] a list has as many items as its limit, over as many pages as that takes", async () => {
  const server = serverWith(900);
  const read = await readConversations(server.list, { q: "", limit: 450 });
  expect(read).toMatchObject({ ok: true, value: { hasMore: true, items: { length: 450 } } });
  expect(server.limits).toEqual([200, 200, 50]);
});

test("[WEB-2] a list that is read to its end has no more", async () => {
  const read = await readConversations(serverWith(9).list, { q: "", limit: 50 });
  expect(read).toMatchObject({ ok: true, value: { hasMore: false, items: { length: 9 } } });
});

test("[WEB-2] a page that cannot be read fails the list", async () => {
  const problem = { type: "about:blank#unavailable", status: 503, code: "unavailable", title: "Not now", hint: "" };
  const list = async () => ({ ok: false, error: problem }) as const;
  expect(await readConversations(list, { q: "", limit: 50 })).toEqual({ ok: false, error: problem });
});

test("[WEB-2] a search goes on over pages that the server ended early", async () => {
  const pages = [{ items: [], next: "1" }, { items: [conversation(1)], next: "2" }, { items: [] }];
  const list = async ({ cursor = "0" } = {}) => ({ ok: true, value: pages[Number(cursor)] ?? { items: [] } }) as const;
  const read = await readConversations(list, { q: "x", limit: 50 });
  expect(read).toEqual({ ok: true, value: { items: [conversation(1)], hasMore: false } });
});

test("[WEB-2] the request of a search that is no longer wanted is aborted", async () => {
  const cache = createServerCache();
  const sent: { readonly q: string | undefined; readonly signal: AbortSignal | undefined }[] = [];
  const list: Client["conversations"]["list"] = async ({ q } = {}, { signal } = {}) => {
    sent.push({ q, signal });
    return new Promise(() => {});
  };
  const client = createClient({ url: "http://localhost", key: "key" });
  const { conversations } = createQueries({ ...client, conversations: { ...client.conversations, list } }, cache);
  const observer = new QueryObserver(cache.queryClient, conversations({ q: "pla", limit: 50 }));
  const stop = observer.subscribe(() => {});
  observer.setOptions(conversations({ q: "plan", limit: 50 }));
  expect(sent.map(({ q, signal }) => [q, signal?.aborted])).toEqual([
    ["pla", true],
    ["plan", false],
  ]);
  stop();
});
