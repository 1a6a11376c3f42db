import { createClient } from "@askback/client";
import { beforeEach, expect, test } from "vitest";
import {
  answeredRed,
  callTool,
  colours,
  connectMcpClient,
  inboxOf,
  type Person,
  textOf,
} from "../../harness/mcp/mcp-client.ts";
import { rawHttp, rawStdio, withForms, withTasks } from "../../harness/mcp/raw-mcp.ts";
import { type ServerProcess, startServerProcess, temporaryFolder } from "../../harness/server/server-process.ts";

let server: ServerProcess = await startServerProcess();
const inbox = inboxOf(server);
const ask = { name: "ask_user_question", arguments: colours };
const accept = { answer: { action: "accept", content: { q1: "o1" } } };

/** Kills the server with SIGKILL and starts it again at the same address. */
async function restart(): Promise<void> {
  await server.kill();
  const { dataDir, url } = server;
  server = await startServerProcess({ dataDir, args: ["--port", new URL(url).port] });
}

beforeEach(async () => {
  for (const { id } of await inbox.open()) await inbox.inquiries.dismiss(id);
});

/** Never fills the form in. */
const absent: Person = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("taken back"))));

const waitingClients = [
  ["with a form", { version: "2025-11-25", person: absent }],
  ["for the inbox", { version: "2025-11-25" }],
] as const;

test.each(waitingClients)(
  "[MCP-10] a call that waits %s gets the answer after the server was killed",
  async (_, options) => {
    const mcp = await connectMcpClient(server, options);
    const result = callTool(mcp, "ask_user_question", colours);
    const [asked] = await inbox.untilOpen();
    await restart();
    await inbox.pick(asked?.id ?? "");
    expect(textOf(await result)).toBe(answeredRed);
    await mcp.client.close();
  },
);

test.each(waitingClients)(
  "[MCP-10] after its process was killed while it waited %s, a client that asks the same gets the same question",
  async (_, options) => {
    const folder = temporaryFolder();
    const first = await connectMcpClient(server, { ...options, folder });
    const lost = callTool(first, "ask_user_question", colours);
    const failed = expect(lost).rejects.toThrow();
    const [asked] = await inbox.untilOpen();
    first.kill();
    await failed;
    const second = await connectMcpClient(server, { ...options, folder });
    const waiting = Promise.withResolvers<void>();
    const result = callTool(second, "ask_user_question", colours, { onWaiting: waiting.resolve });
    await waiting.promise;
    await inbox.pick(asked?.id ?? "");
    expect(textOf(await result)).toBe(answeredRed);
    expect(await inbox.open()).toEqual([]);
    await second.client.close();
  },
);

test("[MCP-9] [MCP-10] a question of a process that still runs is not taken over", { tags: "smoke" }, async () => {
  const folder = temporaryFolder();
  const first = await connectMcpClient(server, { version: "2025-11-25", folder });
  const second = await connectMcpClient(server, { version: "2025-11-25", folder });
  const results = [first, second].map((mcp) => callTool(mcp, "ask_user_question", colours));
  const asked = await inbox.untilOpen(2);
  for (const [index, { id }] of asked.entries()) await inbox.pick(id, `o${index + 1}`);
  expect(new Set((await Promise.all(results)).map(textOf)).size).toBe(2);
  await first.client.close();
  await second.client.close();
});

test("[MCP-10] two equal calls of a client whose process was killed get one question each", async () => {
  const folder = temporaryFolder();
  const lost = await connectMcpClient(server, { version: "2025-11-25", folder });
  const failed = [0, 1].map(() => expect(callTool(lost, "ask_user_question", colours)).rejects.toThrow());
  const asked = await inbox.untilOpen(2);
  lost.kill();
  await Promise.all(failed);
  const again = await connectMcpClient(server, { version: "2025-11-25", folder });
  const waiting = [0, 1].map(() => Promise.withResolvers<void>());
  const results = waiting.map(({ resolve: onWaiting }) => callTool(again, "ask_user_question", colours, { onWaiting }));
  await Promise.all(waiting.map(({ promise }) => promise));
  for (const [index, { id }] of asked.entries()) await inbox.pick(id, `o${index + 1}`);
  expect(new Set((await Promise.all(results)).map(textOf)).size).toBe(2);
  expect(await inbox.open()).toEqual([]);
  await again.client.close();
});

test("[MCP-10] a question of a process that has ended is found among more than a hundred newer ones", async () => {
  const folder = temporaryFolder();
  const first = await connectMcpClient(server, { version: "2025-11-25", folder });
  const lost = callTool(first, "ask_user_question", colours);
  const failed = expect(lost).rejects.toThrow();
  const [asked] = await inbox.untilOpen();
  first.kill();
  await failed;
  const { inquiries } = createClient({ url: server.url, key: server.keys.ask });
  const newer = await Promise.all(
    Array.from({ length: 100 }, (_, index) => inquiries.ask({ question: `Number ${index}?` })),
  );
  const second = await connectMcpClient(server, { version: "2025-11-25", folder });
  const waiting = Promise.withResolvers<void>();
  const result = callTool(second, "ask_user_question", colours, { onWaiting: waiting.resolve });
  await waiting.promise;
  await inbox.pick(asked?.id ?? "");
  expect(textOf(await result)).toBe(answeredRed);
  for (const reply of newer) if (reply.ok) await inquiries.withdraw(reply.value.id);
  await second.client.close();
});

test("[MCP-10] a client that repeats the id of its call gets the answer that came while all was down", async () => {
  const first = await connectMcpClient(server);
  const lost = callTool(first, "ask_user_question", colours, { id: "toolu_9" });
  const failed = expect(lost).rejects.toThrow();
  const [asked] = await inbox.untilOpen();
  first.kill();
  await failed;
  await inbox.pick(asked?.id ?? "");
  await restart();
  const second = await connectMcpClient(server);
  expect(textOf(await callTool(second, "ask_user_question", colours, { id: "toolu_9" }))).toBe(answeredRed);
  await second.client.close();
});

test("[MCP-10] a handle works after server and client were killed", async () => {
  const first = rawStdio(server);
  const call = { name: "AskUserQuestion", arguments: colours };
  const handle = (await first.send("tools/call", call)).result._meta["askback/handle"];
  await first.kill();
  await restart();
  await inbox.pick(handle);
  const second = rawStdio(server);
  const { result } = await second.send("tools/call", { name: "get_answer", arguments: { handle } });
  expect(result.content[0].text).toContain("  A: Red");
  await second.kill();
});

test.each(["stdio", "http"] as const)(
  "[MCP-10] by %s a request state works after server and client were killed",
  async (by) => {
    const open = () => (by === "stdio" ? rawStdio(server, { capabilities: withForms }) : undefined);
    const first = open();
    const send = first?.send ?? rawHttp(server, { capabilities: withForms });
    const { requestState } = (await send("tools/call", ask)).result;
    await first?.kill();
    await restart();
    const second = open();
    const again = second?.send ?? rawHttp(server, { capabilities: withForms });
    const { result } = await again("tools/call", { ...ask, requestState, inputResponses: accept });
    expect(result.content[0].text).toBe(answeredRed);
    await second?.kill();
  },
);

test("[MCP-10] a task is found after server and client were killed, and two tasks are both kept", async () => {
  const first = rawStdio(server, { capabilities: withTasks });
  const created = await Promise.all([first.send("tools/call", ask), first.send("tools/call", ask)]);
  const [one, two] = created.map(({ result }) => result.taskId as string);
  await first.kill();
  await restart();
  await inbox.pick(one ?? "", "o1");
  const second = rawStdio(server, { capabilities: withTasks });
  expect((await second.send("tasks/get", { taskId: one })).result.result.content[0].text).toBe(answeredRed);
  expect((await second.send("tasks/get", { taskId: two })).result.status).toBe("working");
  await second.kill();
});
