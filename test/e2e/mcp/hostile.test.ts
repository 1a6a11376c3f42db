import { beforeEach, expect, test } from "vitest";
import { answeredRed, callTool, colours, connectMcpClient, inboxOf, textOf } from "../../harness/mcp/mcp-client.ts";
import { rawHttp, rawStdio, withForms } from "../../harness/mcp/raw-mcp.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";
import { startRelay } from "../../harness/terminal/relay.ts";

const server = await startServerProcess();
const inbox = inboxOf(server);
const ask = { name: "ask_user_question", arguments: colours };
const accept = (option: string) => ({ answer: { action: "accept", content: { q1: option } } });

beforeEach(async () => {
  for (const { id } of await inbox.open()) await inbox.inquiries.dismiss(id);
});

const malformed = [
  ["no questions", {}, "questions: must be an array"],
  ["one option", { questions: [{ question: "Which?", options: [{ label: "A" }] }] }, "needs at least 2 items"],
  [
    "answers of the model's own",
    { ...colours, answers: { "Which colour?": "Red" } },
    "answers come from the user alone",
  ],
  ["an unknown field", { ...colours, deadline: "now" }, 'unknown field "deadline"'],
] as const;

test.each(malformed)(
  "[MCP-3] input with %s is an error written to the model, and nothing is stored",
  async (_, input, text) => {
    const mcp = await connectMcpClient(server, { by: "http" });
    const result = await callTool(mcp, "ask_user_question", input);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(text);
    expect(await inbox.open()).toEqual([]);
  },
);

test("[MCP-3] slips that the contract repairs are repaired", { tags: "smoke" }, async () => {
  const mcp = await connectMcpClient(server, { by: "http" });
  const result = callTool(mcp, "ask_user_question", { questions: JSON.stringify(colours.questions) });
  const [asked] = await inbox.untilOpen();
  await inbox.pick(asked?.id ?? "");
  expect(textOf(await result)).toBe(answeredRed);
});

test("[MCP-11] an unknown handle, that of another program, and malformed input are errors", {
  tags: "smoke",
}, async () => {
  const mcp = await connectMcpClient(server, { by: "http" });
  const headers = { authorization: `Bearer ${server.keys.ask}`, "content-type": "application/json" };
  const asked = await fetch(`${server.url}/v1/inquiries`, {
    method: "POST",
    headers,
    body: JSON.stringify({ question: "Deploy?", options: ["Yes", "No"] }),
  });
  const { id } = (await asked.json()) as { readonly id: string };
  for (const handle of [id, "inq_none", "../me", "\u0000"]) {
    const result = await callTool(mcp, "get_answer", { handle, wait: 0 });
    expect(result.isError, handle).toBe(true);
    expect(textOf(result)).toContain("no question of yours with this handle");
  }
  for (const input of [{}, { handle: 7 }, { handle: id, wait: 3600 }, { handle: id, answer: "Yes" }])
    expect(await callTool(mcp, "get_answer", input)).toMatchObject({ isError: true });
  await expect(callTool(mcp, "no_such_tool", {})).rejects.toThrow("no_such_tool");
});

test.each(["stdio", "http"] as const)(
  "[MCP-11] by %s a replayed request state changes nothing and gets the recorded answer",
  async (by) => {
    const stdio = by === "stdio" ? rawStdio(server, { capabilities: withForms }) : undefined;
    const send = stdio?.send ?? rawHttp(server, { capabilities: withForms });
    const { requestState } = (await send("tools/call", ask)).result;
    const [asked] = await inbox.untilOpen();
    for (const option of ["o1", "o2", "o1"]) {
      const { result } = await send("tools/call", { ...ask, requestState, inputResponses: accept(option) });
      expect(result.content[0].text).toBe(answeredRed);
    }
    expect(await inbox.inquiries.get(asked?.id ?? "")).toMatchObject({
      value: { resolution: { answers: [{ options: ["o1"] }] } },
    });
    await stdio?.kill();
  },
);

test.each(["stdio", "http"] as const)(
  "[MCP-11] by %s a form brings one response: what is sent with it later changes nothing, and a new form is shown",
  async (by) => {
    const stdio = by === "stdio" ? rawStdio(server, { capabilities: withForms }) : undefined;
    const send = stdio?.send ?? rawHttp(server, { capabilities: withForms });
    const respond = async (requestState: string, option: string) =>
      (await send("tools/call", { ...ask, requestState, inputResponses: accept(option) })).result;
    const { requestState } = (await send("tools/call", ask)).result;
    expect(await respond(requestState, "o9")).toMatchObject({ resultType: "input_required" });
    const replayed = await respond(requestState, "o1");
    expect(replayed.inputRequests.answer.params.message).toContain("used before");
    expect(await inbox.open()).toMatchObject([{ status: "open" }]);
    expect((await respond(replayed.requestState, "o1")).content[0].text).toBe(answeredRed);
    await stdio?.kill();
  },
);

test("[MCP-11] a form that lost against an answer which was taken back does not answer when it is sent again", async () => {
  const lost = Promise.withResolvers<void>();
  const relay = await startRelay(server, {
    loses(path) {
      if (path.endsWith("/answer")) lost.resolve();
      return false;
    },
  });
  const { send, kill } = rawStdio({ ...server, url: relay.url }, { capabilities: withForms });
  const { requestState } = (await send("tools/call", ask)).result;
  const [asked] = await inbox.untilOpen();
  const id = asked?.id ?? "";
  await inbox.inquiries.answer(id, { answers: [{ question: "q1", options: ["o2"] }], hold: 300 });
  const red = { ...ask, requestState, inputResponses: accept("o1") };
  const late = send("tools/call", red);
  await lost.promise;
  await inbox.inquiries.retract(id);
  const shown = (await late).result;
  expect(shown).toMatchObject({ resultType: "input_required" });
  const { result } = await send("tools/call", red);
  expect(result.inputRequests.answer.params.message).toContain("used before");
  expect(await inbox.open()).toMatchObject([{ id, status: "open" }]);
  const again = await send("tools/call", { ...red, requestState: shown.requestState });
  expect(again.result.content[0].text).toBe(answeredRed);
  await kill();
});

test.each(["stdio", "http"] as const)(
  "[MCP-11] by %s a request state that was changed, or is for another call, is refused and nothing is answered",
  {
    tags: "smoke",
  },
  async (by) => {
    const stdio = by === "stdio" ? rawStdio(server, { capabilities: withForms }) : undefined;
    const send = stdio?.send ?? rawHttp(server, { capabilities: withForms });
    const { requestState } = (await send("tools/call", ask)).result;
    const other = { ...ask, arguments: { ...colours, context: "Something else" } };
    const [version, body = "", mac] = requestState.split(".");
    const payload = JSON.parse(Buffer.from(body, "base64url").toString());
    // It is sealed: nothing of the inquiry can be read.
    const [asked] = await inbox.untilOpen();
    expect(Buffer.from(payload.p.sealed, "base64url").toString("latin1")).not.toContain(asked?.id ?? "inq");
    expect(Object.keys(payload).sort()).toEqual(["b", "exp", "p"]);
    const changed = Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 1 })).toString("base64url");
    for (const [call, state] of [
      [ask, `${version}.${changed}.${mac}`],
      [ask, `${requestState}x`],
      [ask, "none"],
      [other, requestState],
      [{ ...ask, name: "AskUserQuestion" }, requestState],
    ] as const) {
      const { error } = await send("tools/call", { ...call, requestState: state, inputResponses: accept("o1") });
      expect(error?.code).toBe(-32602);
    }
    expect(await inbox.open()).toMatchObject([{ status: "open" }]);
    await stdio?.kill();
  },
);

test("[MCP-5] an answer to a question that was changed meanwhile is refused, and the new one is shown", {
  tags: "smoke",
}, async () => {
  const send = rawHttp(server, { capabilities: withForms });
  const { requestState } = (await send("tools/call", ask)).result;
  const [asked] = await inbox.untilOpen();
  await fetch(`${server.url}/v1/inquiries/${asked?.id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${server.keys.ask}`, "content-type": "application/json" },
    body: JSON.stringify({ context: "Paint is expensive." }),
  });
  const { result } = await send("tools/call", { ...ask, requestState, inputResponses: accept("o1") });
  expect(result).toMatchObject({ resultType: "input_required" });
  expect(result.inputRequests.answer.params.message).toContain("changed meanwhile");
  const second = await send("tools/call", { ...ask, requestState: result.requestState, inputResponses: accept("o1") });
  expect(second.result.content[0].text).toBe(answeredRed);
});

test("[MCP-9] the order of the keys in the input does not count for a call, its id and its request state", async () => {
  const send = rawHttp(server, { capabilities: withForms });
  const [question] = colours.questions;
  const turned = { questions: [{ options: question?.options, question: question?.question }] };
  const call = { ...ask, _meta: { "claudecode/toolUseId": "toolu_turned" } };
  const { requestState } = (await send("tools/call", call)).result;
  await send("tools/call", { ...call, arguments: turned });
  expect(await inbox.open()).toHaveLength(1);
  const responses = { requestState, inputResponses: accept("o1") };
  const { result } = await send("tools/call", { ...call, arguments: turned, ...responses });
  expect(result.content[0].text).toBe(answeredRed);
});

test("[MCP-8] a state that comes back without the key that answers waits for the answer, and what was filled in counts for nothing", async () => {
  const { requestState } = (await rawHttp(server, { capabilities: withForms })("tools/call", ask)).result;
  const without = rawHttp(server, { capabilities: withForms, canAnswer: false });
  const result = without("tools/call", { ...ask, requestState, inputResponses: accept("o2") });
  const [asked] = await inbox.untilOpen();
  await inbox.pick(asked?.id ?? "");
  expect((await result).result.content?.[0].text).toBe(answeredRed);
});

test("[MCP-9] the same call again is the same question, and another question under its id is refused", {
  tags: "smoke",
}, async () => {
  const send = rawHttp(server, { capabilities: withForms });
  const call = { ...ask, _meta: { "claudecode/toolUseId": "toolu_1" } };
  for (let i = 0; i < 3; i++) await send("tools/call", call);
  expect(await inbox.open()).toHaveLength(1);
  const other = await send("tools/call", {
    ...call,
    arguments: { questions: [{ ...colours.questions[0], question: "Why?" }] },
  });
  expect(other.result).toMatchObject({ isError: true });
  expect(await inbox.open()).toHaveLength(1);
});

test("[MCP-12] /mcp wants a key that asks, and for forms another one that answers", { tags: "smoke" }, async () => {
  const post = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
    const base = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const response = await fetch(`${server.url}/mcp`, { method: "POST", headers: { ...base, ...headers }, body });
    await response.text();
    return response.status;
  };
  const { ask: asking, answer } = server.keys;
  const authorization = `Bearer ${asking}`;
  expect(await post({})).toBe(401);
  expect(await post({ authorization: "Bearer nonsense" })).toBe(401);
  expect(await post({ authorization: `Bearer ${answer}` })).toBe(403);
  expect(await post({ authorization, "askback-answer-key": asking })).toBe(403);
  expect(await post({ authorization, "askback-answer-key": "nonsense" })).toBe(401);
  expect(await post({ authorization, origin: "https://evil.example" })).toBe(403);
  expect(await post({ authorization })).toBe(200);
  expect(await post({ authorization, "askback-answer-key": answer })).toBe(200);
});
