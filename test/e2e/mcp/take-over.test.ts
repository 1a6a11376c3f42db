import { beforeEach, expect, test } from "vitest";
import {
  answeredRed,
  callTool,
  colours,
  connectMcpClient,
  inboxOf,
  type McpClient,
  textOf,
} from "../../harness/mcp/mcp-client.ts";
import { startServerProcess, temporaryFolder } from "../../harness/server/server-process.ts";
import { startRelay } from "../../harness/terminal/relay.ts";

const server = await startServerProcess();
const inbox = inboxOf(server);
const answeredBlue = '{"answers":{"Which colour?":"Blue"}}';

beforeEach(async () => {
  for (const { id } of await inbox.open()) await inbox.inquiries.dismiss(id);
});

/** A client that gives its calls no ids, as Codex and opencode. */
const connect = (folder: string) => connectMcpClient(server, { version: "2025-11-25", folder });

/** Asks, and says when the call waits for the answer. */
function ask(mcp: McpClient, input: Record<string, unknown> = colours) {
  const waiting = Promise.withResolvers<void>();
  const result = callTool(mcp, "ask_user_question", input, { onWaiting: waiting.resolve });
  return { result, waiting: waiting.promise };
}

/** A client that asks and is killed; returns its question. */
async function askAndDie(folder: string): Promise<string> {
  const mcp = await connect(folder);
  const lost = expect(ask(mcp).result).rejects.toThrow();
  const [asked] = await inbox.untilOpen();
  mcp.kill();
  await lost;
  return asked?.id ?? "";
}

test("[MCP-30] of two processes that ask what one that was killed had asked, one gets its question and the other asks", async () => {
  const folder = temporaryFolder();
  const orphan = await askAndDie(folder);
  const two = await Promise.all([connect(folder), connect(folder)]);
  const asks = two.map((mcp) => ask(mcp));
  const open = await inbox.untilOpen(2);
  expect(open.map(({ id }) => id)).toContain(orphan);
  await Promise.all(asks.map(({ waiting }) => waiting));
  for (const { id } of open) await inbox.pick(id, id === orphan ? "o1" : "o2");
  const texts = await Promise.all(asks.map(async ({ result }) => textOf(await result)));
  expect(texts.sort()).toEqual([answeredBlue, answeredRed]);
  for (const { client } of two) await client.close();
});

test("[MCP-30] a question that was taken over by a process that was killed as well is taken over again", async () => {
  const folder = temporaryFolder();
  const orphan = await askAndDie(folder);
  const second = await connect(folder);
  const lost = ask(second);
  const failed = expect(lost.result).rejects.toThrow();
  await lost.waiting;
  second.kill();
  await failed;
  const third = await connect(folder);
  const { result, waiting } = ask(third);
  await waiting;
  expect((await inbox.open()).map(({ id }) => id)).toEqual([orphan]);
  await inbox.pick(orphan);
  expect(textOf(await result)).toBe(answeredRed);
  await third.client.close();
});

test("[MCP-31] an answer that came while the client was down is for the next call that asks the same, and for that one alone", async () => {
  const folder = temporaryFolder();
  await inbox.pick(await askAndDie(folder));
  const elsewhere = await connect(temporaryFolder());
  const other = ask(elsewhere);
  const [anew] = await inbox.untilOpen();
  await inbox.pick(anew?.id ?? "", "o2");
  expect(textOf(await other.result)).toBe(answeredBlue);
  const second = await connect(folder);
  expect(textOf(await ask(second).result)).toBe(answeredRed);
  const again = ask(second);
  const [next] = await inbox.untilOpen();
  await inbox.pick(next?.id ?? "", "o2");
  expect(textOf(await again.result)).toBe(answeredBlue);
  await second.client.close();
  await elsewhere.client.close();
  // Both were returned, so that the answers are for nobody else, also not after the process has ended.
  const third = await connect(folder);
  const { result } = ask(third);
  const [last] = await inbox.untilOpen();
  await inbox.pick(last?.id ?? "");
  expect(textOf(await result)).toBe(answeredRed);
  await third.client.close();
});

test("[MCP-31] [MCP-21] an answer that can still be taken back is waited for by the next call that asks the same", async () => {
  const folder = temporaryFolder();
  const orphan = await askAndDie(folder);
  const held = { answers: [{ question: "q1", options: ["o1"] }], hold: 300 };
  expect(await inbox.inquiries.answer(orphan, held)).toMatchObject({ ok: true });
  const mcp = await connect(folder);
  const { result, waiting } = ask(mcp);
  await waiting;
  expect(await inbox.open()).toEqual([]);
  await inbox.inquiries.deliver(orphan);
  expect(textOf(await result)).toBe(answeredRed);
  await mcp.client.close();
});

test("[MCP-31] two answers that came while the client was down are for one call each", async () => {
  const folder = temporaryFolder();
  const mcp = await connect(folder);
  const lost = [0, 1].map(() => expect(ask(mcp).result).rejects.toThrow());
  const asked = await inbox.untilOpen(2);
  mcp.kill();
  await Promise.all(lost);
  for (const [index, { id }] of asked.entries()) await inbox.pick(id, `o${index + 1}`);
  const [one, two] = await Promise.all([connect(folder), connect(folder)]);
  const texts = await Promise.all([one, two].map(async (client) => textOf(await ask(client).result)));
  expect(texts.sort()).toEqual([answeredBlue, answeredRed]);
  await one.client.close();
  await two.client.close();
});

test("[MCP-31] what a client got by its handle is not returned again to another call", async () => {
  const folder = temporaryFolder();
  const first = await connect(folder);
  const asked = await callTool(first, "AskUserQuestion", colours);
  const handle = String(asked._meta?.["askback/handle"]);
  await inbox.pick(handle);
  expect(textOf(await callTool(first, "get_answer", { handle }))).toContain("A: Red");
  await first.client.close();
  const second = await connect(folder);
  const again = await callTool(second, "AskUserQuestion", colours);
  expect(again._meta?.["askback/handle"]).not.toBe(handle);
  await second.client.close();
});

test("[MCP-31] a question that a person set aside while the client was down is asked anew", async () => {
  const folder = temporaryFolder();
  const orphan = await askAndDie(folder);
  await inbox.inquiries.dismiss(orphan);
  const mcp = await connect(folder);
  const { result } = ask(mcp);
  const [anew] = await inbox.untilOpen();
  expect(anew?.id).not.toBe(orphan);
  await inbox.pick(anew?.id ?? "");
  expect(textOf(await result)).toBe(answeredRed);
  await mcp.client.close();
});

test("[MCP-32] a call that its client gave up is continued by the next one that asks the same", {
  tags: "smoke",
}, async () => {
  const mcp = await connect(temporaryFolder());
  const giveUp = new AbortController();
  const lost = mcp.client
    .callTool({ name: "ask_user_question", arguments: colours }, { signal: giveUp.signal })
    .catch(() => "given up");
  const [asked] = await inbox.untilOpen();
  giveUp.abort();
  expect(await lost).toBe("given up");
  const { result, waiting } = ask(mcp);
  await waiting;
  expect((await inbox.open()).map(({ id }) => id)).toEqual([asked?.id]);
  await inbox.pick(asked?.id ?? "");
  expect(textOf(await result)).toBe(answeredRed);
  await mcp.client.close();
});

test("[MCP-33] an ask that arrived although its responses were lost is found by the next call that asks the same", async () => {
  let isLossy = true;
  const relay = await startRelay(server, { loses: (path) => isLossy && path === "/v1/inquiries" });
  const behind = { ...server, url: relay.url };
  const mcp = await connectMcpClient(behind, { version: "2025-11-25" });
  const failed = await ask(mcp).result;
  expect(failed.isError).toBe(true);
  isLossy = false;
  const [asked] = await inbox.untilOpen();
  const { result, waiting } = ask(mcp);
  await waiting;
  expect((await inbox.open()).map(({ id }) => id)).toEqual([asked?.id]);
  await inbox.pick(asked?.id ?? "");
  expect(textOf(await result)).toBe(answeredRed);
  // It was returned, so that the call after that asks.
  const next = ask(mcp);
  const [anew] = await inbox.untilOpen();
  expect(anew?.id).not.toBe(asked?.id);
  await inbox.pick(anew?.id ?? "", "o2");
  expect(textOf(await next.result)).toBe(answeredBlue);
  await mcp.client.close();
});
