import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

const questions = [{ question: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] }];
const red = '{"answers":{"Which colour?":"Red"}}';
const blue = '{"answers":{"Which colour?":"Blue"}}';

const version = "2026-07-28";
const name = "ask_user_question";

/** A call by HTTP of a client that gives its calls no ids, and says who it is only in 2026-07-28 and later. */
async function ask({ agent, signal }: { agent?: string; signal?: AbortSignal } = { agent: "Codex" }): Promise<string> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: agent, version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name, arguments: { questions }, ...(agent !== undefined && { _meta: meta }) };
  const modern = { "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": name };
  const response = await server.send("POST", "/mcp", {
    as: "agent",
    headers: {
      accept: "application/json, text/event-stream",
      ...(agent === undefined ? { "mcp-protocol-version": "2025-11-25" } : modern),
    },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    ...(signal && { signal }),
  });
  const text = await response.text();
  return JSON.parse(text.slice(text.indexOf("{"))).result.content[0].text;
}

const openIds = async (): Promise<readonly string[]> =>
  (await server.call("GET", "/v1/inquiries?status=open")).body.items.map(({ id }: { id: string }) => id);

async function untilOpen(count: number): Promise<readonly string[]> {
  await expect.poll(async () => (await openIds()).length).toBe(count);
  return openIds();
}

const pick = (id: string | undefined, option: string) =>
  server.call("POST", `/v1/inquiries/${id}/answer`, { body: { answers: [{ question: "q1", options: [option] }] } });

/** A client that asks and leaves; returns its question. */
async function askAndLeave(client: { agent?: string } = { agent: "Codex" }): Promise<string> {
  const leave = new AbortController();
  const left = ask({ ...client, signal: leave.signal }).catch(() => "left");
  const [id = ""] = await untilOpen(1);
  leave.abort();
  await left;
  return id;
}

beforeEach(async () => {
  for (const id of await openIds()) await server.call("POST", `/v1/inquiries/${id}/dismiss`, { body: {} });
});

test("[MCP-32] by HTTP an open question whose client has left is for the next call that asks the same", async () => {
  const id = await askAndLeave();
  const next = ask();
  const beside = ask();
  const open = await untilOpen(2);
  expect(open).toContain(id);
  for (const one of open) await pick(one, one === id ? "o1" : "o2");
  expect([await next, await beside].sort()).toEqual([blue, red]);
});

test("[MCP-32] by HTTP an answer that nobody got is for the next call that asks the same, and for that one alone", async () => {
  await pick(await askAndLeave(), "o1");
  expect(await ask()).toBe(red);
  const again = ask();
  const [id] = await untilOpen(1);
  await pick(id, "o2");
  expect(await again).toBe(blue);
});

test.each([
  ["another client", { agent: "Cursor" }, { agent: "Codex" }],
  ["a client that does not say who it is", {}, {}],
])("[MCP-34] by HTTP %s asks anew what a client that has left had asked", async (_, first, second) => {
  const open = await askAndLeave(first);
  const next = ask(second);
  const [anew] = (await untilOpen(2)).filter((id) => id !== open);
  await pick(open, "o1");
  await pick(anew, "o2");
  expect(await next).toBe(blue);
  // The first answer was returned to nobody.
  const again = ask(second);
  const [last] = await untilOpen(1);
  await pick(last, "o2");
  expect(await again).toBe(blue);
});

test("[MCP-34] by HTTP an answer is for a client that soon asks again, and not for a question of later", async () => {
  await pick(await askAndLeave(), "o1");
  server.clock.advance(4 * 60_000);
  expect(await ask()).toBe(red);
  await pick(await askAndLeave(), "o1");
  server.clock.advance(6 * 60_000);
  const later = ask();
  const [id] = await untilOpen(1);
  await pick(id, "o2");
  expect(await later).toBe(blue);
});
