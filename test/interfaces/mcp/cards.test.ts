import { beforeEach, expect, test } from "vitest";
import {
  answeredRed,
  callTool,
  cardOf,
  colours,
  connectMcpClient,
  inboxOf,
  type McpClient,
  type McpClientOptions,
  textOf,
} from "../../harness/mcp/mcp-client.ts";
import { rawHttp, rawStdio, withCards, withForms, withTasks } from "../../harness/mcp/raw-mcp.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";

let server: ServerProcess = await startServerProcess();
const inbox = inboxOf(server);

beforeEach(async () => {
  for (const { id } of await inbox.open()) await inbox.inquiries.dismiss(id);
});

const openCards = (options: McpClientOptions = {}) =>
  connectMcpClient(server, { canAnswer: true, ...options, capabilities: { ...withCards, ...options.capabilities } });

async function askCard(mcp: McpClient, input: Record<string, unknown> = colours) {
  const result = await callTool(mcp, "ask_user_question", input);
  const { token, inquiry } = cardOf(result);
  return { result, token: token as string, id: inquiry.id as string };
}

const red = { action: "answer", revision: 1, answers: [{ question: "q1", options: ["o1"] }] };
const blue = { ...red, answers: [{ question: "q1", options: ["o2"] }] };

const ways = (["stdio", "http"] as const).flatMap((by) =>
  (["2026-07-28", "2025-11-25", "2025-06-18"] as const).map((version) => ({ by, version })),
);

test.each(ways)(
  "[MCP-15] [MCP-20] by $by a client of $version that shows cards asks, its card answers, and the model reads it",
  async (way) => {
    const mcp = await openCards(way);
    const { tools } = await mcp.client.listTools();
    const metaOf = (name: string) => tools.find((tool) => tool.name === name)?._meta;
    expect(tools.map(({ name }) => name)).toEqual([
      ...["ask_user_question", "AskUserQuestion", "get_answer"],
      ...["read_card", "resolve_card", "save_card_draft"],
    ]);
    for (const name of ["ask_user_question", "AskUserQuestion"])
      expect(metaOf(name)).toEqual({ ui: { resourceUri: "ui://askback/card.html" } });
    for (const name of ["read_card", "resolve_card", "save_card_draft"])
      expect(metaOf(name)).toEqual({ ui: { visibility: ["app"] } });

    const { result, token, id } = await askCard(mcp);
    expect(textOf(result)).toContain(`Call get_answer with {"handle":"${id}"}`);
    expect(JSON.stringify(result.content)).not.toContain(token);
    expect(cardOf(result)).toMatchObject({
      inquiry: { id, status: "open", questions: [{ text: "Which colour?" }] },
      canAnswer: true,
      url: `${server.url}/q/${id}`,
    });
    expect(cardOf(result).inquiry).not.toHaveProperty("origin");
    expect(await inbox.open()).toMatchObject([{ id }]);

    const waiting = callTool(mcp, "get_answer", { handle: id });
    const resolved = await callTool(mcp, "resolve_card", { token, ...red });
    expect(cardOf(resolved)).toMatchObject({
      isAccepted: true,
      inquiry: { resolution: { type: "answered", by: "owner" } },
    });
    expect(textOf(await waiting)).toBe(answeredRed);
    await mcp.client.close();
  },
);

test.each(["stdio", "http"] as const)(
  "[MCP-15] by %s the card is one HTML page that asks for no network and no permission",
  async (by) => {
    const mcp = await openCards({ by });
    expect((await mcp.client.listResources()).resources).toMatchObject([{ uri: "ui://askback/card.html" }]);
    const { contents } = await mcp.client.readResource({ uri: "ui://askback/card.html" });
    expect(contents).toMatchObject([
      { mimeType: "text/html;profile=mcp-app", _meta: { ui: { csp: {}, prefersBorder: false } } },
    ]);
    const html = String(contents[0] && "text" in contents[0] && contents[0].text);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain("default-src 'none'; script-src 'sha256-");
    expect(html.match(/<(link|img|iframe|object|base)\b|<script[^>]+src|@import|url\(/g)).toBeNull();
    await expect(mcp.client.readResource({ uri: "ui://askback/other.html" })).rejects.toThrow();
    await mcp.client.close();
  },
);

test.each(ways)("[MCP-15] by $by a client of $version that shows no cards is offered none", async (way) => {
  const mcp = await connectMcpClient(server, { ...way, canAnswer: true });
  const { tools } = await mcp.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["ask_user_question", "AskUserQuestion", "get_answer"]);
  expect(tools.map(({ _meta }) => _meta)).toEqual([undefined, undefined, undefined]);
  expect((await mcp.client.listResources()).resources).toEqual([]);
  const asked = await callTool(mcp, "AskUserQuestion", colours);
  expect(cardOf(asked)).toBeUndefined();
  await expect(callTool(mcp, "resolve_card", { token: "x", ...red })).rejects.toThrow("resolve_card");
  await mcp.client.close();
});

test("[MCP-15] a question that is answered already comes with its card", async () => {
  const mcp = await openCards();
  const first = await callTool(mcp, "ask_user_question", colours, { id: "toolu_card" });
  await inbox.pick(cardOf(first).inquiry.id);
  const again = await callTool(mcp, "ask_user_question", colours, { id: "toolu_card" });
  expect(textOf(again)).toBe(answeredRed);
  expect(cardOf(again)).toMatchObject({ inquiry: { status: "answered" } });
  await mcp.client.close();
});

test("[MCP-4] [MCP-15] for a client with tasks and cards the call of get_answer becomes the task, and no form is shown", async () => {
  const capabilities = { extensions: { ...withCards.extensions, ...withTasks.extensions }, ...withForms };
  const send = rawHttp(server, { capabilities });
  const asked = (await send("tools/call", { name: "ask_user_question", arguments: colours })).result;
  const handle = cardOf(asked).inquiry.id;
  const get = (wait: number) => send("tools/call", { name: "get_answer", arguments: { handle, wait } });
  expect((await get(50)).result).toMatchObject({ resultType: "task", status: "working", taskId: handle });
  expect((await get(0)).result.content[0].text).toContain("assume no answer");
  expect((await send("tasks/get", { taskId: handle })).result).toMatchObject({ status: "working" });
  await inbox.pick(handle);
  expect((await send("tasks/get", { taskId: handle })).result).toMatchObject({
    status: "completed",
    result: { content: [{ text: answeredRed }] },
  });
  expect((await get(50)).result.content[0].text).toBe(answeredRed);
});

test.each([
  ["delegate", "delegated"],
  ["decline", "declined"],
  ["dismiss", "dismissed"],
])("[MCP-17] a card can %s", async (action, type) => {
  const mcp = await openCards({ by: "http" });
  const { token, id } = await askCard(mcp);
  const resolved = await callTool(mcp, "resolve_card", { token, action, revision: 1, comment: "Later" });
  expect(cardOf(resolved)).toMatchObject({ inquiry: { resolution: { type, by: "owner" } } });
  expect(await inbox.inquiries.get(id)).toMatchObject({ value: { resolution: { type, comment: "Later" } } });
});

test("[MCP-18] a card that waits learns of an answer in the inbox, and a later answer of its own changes nothing", async () => {
  const mcp = await openCards();
  const { token, id } = await askCard(mcp);
  const waiting = callTool(mcp, "read_card", { token, wait: 10 });
  await inbox.pick(id, "o2");
  expect(cardOf(await waiting)).toMatchObject({ inquiry: { resolution: { answers: [{ options: ["o2"] }] } } });
  const late = cardOf(await callTool(mcp, "resolve_card", { token, ...red }));
  expect(late).toMatchObject({ inquiry: { resolution: { answers: [{ options: ["o2"] }] } } });
  expect(late).not.toHaveProperty("isAccepted");
  expect(late).not.toHaveProperty("problem");
  await mcp.client.close();
});

test("[MCP-18] a card that waits learns of a change of the question, and of an answer that can still be taken back", async () => {
  const mcp = await openCards({ by: "http" });
  const { token, id } = await askCard(mcp);
  const changed = callTool(mcp, "read_card", { token, wait: 10, seen: { revision: 1, status: "open" } });
  await fetch(`${server.url}/v1/inquiries/${id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${server.keys.ask}`, "content-type": "application/json" },
    body: JSON.stringify({ context: "Paint is expensive." }),
  });
  const { revision, status } = cardOf(await changed).inquiry;
  expect([revision > 1, status]).toEqual([true, "open"]);
  const held = callTool(mcp, "read_card", { token, wait: 10, seen: { revision, status } });
  await inbox.inquiries.answer(id, { answers: [{ question: "q1", options: ["o1"] }], hold: 300 });
  expect(cardOf(await held)).toMatchObject({ inquiry: { status: "held" } });
});

test("[MCP-18] an answer that does not fit, or is to an older revision, says why and leaves the question open", async () => {
  const mcp = await openCards({ by: "http" });
  const { token, id } = await askCard(mcp);
  const empty = { action: "answer", revision: 1, answers: [{ question: "q1", skipped: true }] };
  expect(cardOf(await callTool(mcp, "resolve_card", { token, ...empty }))).toMatchObject({
    inquiry: { status: "open" },
    problem: { title: expect.any(String), hint: expect.any(String) },
  });
  await fetch(`${server.url}/v1/inquiries/${id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${server.keys.ask}`, "content-type": "application/json" },
    body: JSON.stringify({ context: "Paint is expensive." }),
  });
  const changed = cardOf(await callTool(mcp, "resolve_card", { token, ...red }));
  expect(changed).toMatchObject({ inquiry: { status: "open", context: "Paint is expensive." }, problem: {} });
  const { revision } = changed.inquiry;
  expect(cardOf(await callTool(mcp, "resolve_card", { token, ...red, revision }))).toMatchObject({
    isAccepted: true,
  });
});

test("[MCP-18] a card keeps a draft, which only its person reads", async () => {
  const mcp = await openCards({ by: "http" });
  const { token, id } = await askCard(mcp);
  const answer = { options: [], text: "Green", isTextChosen: true, note: "", isSkipped: false };
  const draft = { revision: 1, answers: { q1: answer }, comment: "", step: 0 };
  await callTool(mcp, "save_card_draft", { token, draft, device: "Test host" });
  expect(cardOf(await callTool(mcp, "read_card", { token }))).toMatchObject({
    me: "owner",
    draft: { draft, device: "Test host" },
  });
  expect(await inbox.inquiries.draft(id)).toMatchObject({ value: { draft } });
  await callTool(mcp, "save_card_draft", { token });
  expect(cardOf(await callTool(mcp, "read_card", { token }))).not.toHaveProperty("draft");
});

test.each(["stdio", "http"] as const)(
  "[MCP-16] by %s the tools of the card do nothing for a model, which has no token, or one that was changed or is another's",
  async (by) => {
    const mcp = await openCards({ by });
    const [mine, other] = [await askCard(mcp), await askCard(mcp)];
    const [version, body = "", mac] = mine.token.split(".");
    const payload = JSON.parse(Buffer.from(body, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...payload, p: { card: other.id } })).toString("base64url");
    const { requestState } = (
      await rawHttp(server, { capabilities: withForms })("tools/call", {
        name: "ask_user_question",
        arguments: colours,
      })
    ).result;
    const forged = [mine.id, "", "none", `${version}.${changed}.${mac}`, `${mine.token}x`, requestState, 7, undefined];
    for (const token of forged)
      for (const [name, input] of [
        ["read_card", {}],
        ["resolve_card", red],
        ["save_card_draft", { draft: { revision: 1, answers: {}, comment: "x", step: 0 } }],
      ] as const) {
        const result = await callTool(mcp, name, { ...input, token });
        expect(result.isError).toBe(true);
        expect(textOf(result)).toContain("for the card that people see");
        expect(cardOf(result)).toBeUndefined();
      }
    expect((await inbox.open()).map(({ id }) => id)).toEqual(expect.arrayContaining([mine.id, other.id]));
    await callTool(mcp, "resolve_card", { token: mine.token, ...red });
    for (const again of [blue, { action: "decline", revision: 1 }, red])
      expect(cardOf(await callTool(mcp, "resolve_card", { token: mine.token, ...again }))).toMatchObject({
        inquiry: { id: mine.id, resolution: { type: "answered", answers: [{ options: ["o1"] }] } },
      });
    expect(await inbox.inquiries.get(other.id)).toMatchObject({ value: { status: "open" } });
    await mcp.client.close();
  },
);

test("[MCP-16] a token of stdio is not one of HTTP, and a request state is no token", async () => {
  const [stdio, http] = [await openCards(), await openCards({ by: "http" })];
  const { token, id } = await askCard(stdio);
  expect(await callTool(http, "resolve_card", { token, ...red })).toMatchObject({ isError: true });
  expect(await inbox.inquiries.get(id)).toMatchObject({ value: { status: "open" } });
  await stdio.client.close();
});

test.each(["stdio", "http"] as const)(
  "[MCP-16] by %s a card without a key that may answer reads, and answers nothing",
  async (by) => {
    const mcp = await openCards({ by, canAnswer: false });
    const { token, id, result } = await askCard(mcp);
    expect(cardOf(result)).toMatchObject({ canAnswer: false, url: `${server.url}/q/${id}` });
    for (const [name, input] of [
      ["resolve_card", red],
      ["save_card_draft", {}],
    ] as const)
      expect(textOf(await callTool(mcp, name, { token, ...input }))).toContain("answered in Askback");
    expect(cardOf(await callTool(mcp, "read_card", { token }))).toMatchObject({ inquiry: { status: "open" } });
    await inbox.pick(id);
    expect(cardOf(await callTool(mcp, "read_card", { token }))).toMatchObject({ inquiry: { status: "answered" } });
    await mcp.client.close();
  },
);

test.each(["stdio", "http"] as const)(
  "[MCP-20] by %s two cards work after server and MCP process were killed",
  async (by) => {
    const open = () => (by === "stdio" ? rawStdio(server, { capabilities: withCards }) : undefined);
    const call = (name: string, input: object) => ["tools/call", { name, arguments: input }] as const;
    const first = open();
    const send = first?.send ?? rawHttp(server, { capabilities: withCards });
    const asked = await Promise.all([
      send(...call("ask_user_question", colours)),
      send(...call("ask_user_question", colours)),
    ]);
    const cards = asked.map(({ result }) => cardOf(result));
    await first?.kill();
    await server.kill();
    const { dataDir, url } = server;
    server = await startServerProcess({ dataDir, args: ["--port", new URL(url).port] });
    const second = open();
    const again = second?.send ?? rawHttp(server, { capabilities: withCards });
    for (const [index, body] of [red, blue].entries()) {
      const { token, inquiry } = cards[index];
      const { result } = await again(...call("resolve_card", { token, ...body }));
      expect(cardOf(result)).toMatchObject({ isAccepted: true, inquiry: { id: inquiry.id } });
      const read = await again(...call("get_answer", { handle: inquiry.id }));
      expect(read.result.content[0].text).toContain(index === 0 ? "Red" : "Blue");
    }
    await second?.kill();
  },
);
