import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import type { ScriptReply } from "../harness/server/prompt-scripted-model.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";
import { type CollectedSpan, openTraceCollector, type TraceCollector } from "../harness/server/trace-collector.ts";

let collector: TraceCollector;
let testServer: TestServer;
const asking: readonly ScriptReply[] = [{ calls: [askTwo] }, { text: "Thank you." }];
const note = { id: "call_note", name: "note", input: { line: "noted" } };

beforeAll(async () => {
  collector = await openTraceCollector();
  testServer = await startTestServer({ env: tracingTo(collector) });
});
afterAll(async () => {
  await testServer.server.stop();
  collector.close();
});

function tracingTo({ url }: TraceCollector) {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: "50" };
}

/** Waits for a span of a conversation, by its name and the step it belongs to. */
function spanOf(conversationId: string, name: string, step?: number): Promise<CollectedSpan> {
  return collector.span(
    (span) =>
      span.name === name &&
      span.attributes["gen_ai.conversation.id"] === conversationId &&
      (step === undefined || span.attributes["askback.step"] === step),
  );
}

function spanById(spanId: string | undefined): Promise<CollectedSpan> {
  return collector.span((span) => span.spanId === spanId);
}

const linkTo = ({ traceId, spanId }: CollectedSpan) => [expect.objectContaining({ traceId, spanId })];
const answer = (inquiryId: string, body = {}) =>
  testServer.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers: bothAnswered, ...body });

test("[OPS-5] the caller's trace continues from the request to the model call and the tool", {
  tags: "smoke",
}, async () => {
  const [traceId, parentId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  const { body } = await testServer.api.post(
    "/v1/conversations",
    { agent: "scripted", message: JSON.stringify({ script: [{ calls: [note] }, { text: "Done." }] }) },
    { traceparent: `00-${traceId}-${parentId}-01` },
  );
  const last = await spanOf(body.id, "chat scripted", 2);
  const command = await spanOf(body.id, "command start");
  const request = await spanById(command.parentSpanId);
  expect(request).toMatchObject({ traceId, parentSpanId: parentId, name: "POST /v1/conversations", kind: 2 });
  expect(request.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": "/v1/conversations",
    "http.response.status_code": 201,
  });
  expect(request.resource).toMatchObject({ "service.name": "askback" });
  const tool = await spanOf(body.id, "execute_tool note");
  for (const span of [await spanOf(body.id, "chat scripted", 1), tool, last])
    expect(span).toMatchObject({ traceId, parentSpanId: command.spanId, links: [], isError: false });
  expect(tool.attributes).toMatchObject({ "gen_ai.tool.name": "note", "askback.tool.result": "ok" });
  expect(last.attributes).toEqual({
    "askback.effect": "call-model",
    "askback.run.id": expect.stringMatching(/^run_/),
    "askback.step": 2,
    "askback.attempt": 1,
    "gen_ai.conversation.id": body.id,
    "gen_ai.agent.name": "scripted",
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "scripted",
    "gen_ai.request.model": "scripted",
    "gen_ai.usage.input_tokens": expect.any(Number),
    "gen_ai.usage.output_tokens": expect.any(Number),
    "gen_ai.usage.reasoning.output_tokens": 0,
    "gen_ai.usage.cache_read.input_tokens": 0,
    "gen_ai.response.finish_reasons": { values: [{ stringValue: "stop" }] },
  });
  const line = testServer.server.lines.find((some) => some.includes(traceId));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ msg: "request", trace_id: traceId });
});

test("[OPS-5] an answer begins a trace of its own, linked to the trace of the inquiry", async () => {
  const conversation = await testServer.startConversation("scripted", asking);
  const { id } = await conversation.waitForInquiry();
  const asked = await spanOf(conversation.id, "command start");
  await answer(id);
  const resumed = await spanOf(conversation.id, "chat scripted", 2);
  const command = await spanOf(conversation.id, "command answer");
  expect(resumed).toMatchObject({ traceId: command.traceId, parentSpanId: command.spanId, links: linkTo(asked) });
  expect(command.links).toEqual(linkTo(asked));
  expect(command.traceId).not.toBe(asked.traceId);
  expect((await spanById(command.parentSpanId)).name).toBe("POST /v1/inquiries/:id/answer");
  for (const event of await conversation.log()) expect(event).not.toHaveProperty("trace");
});

test("[OPS-5] a held answer goes on in its own trace when its time is up", async () => {
  const conversation = await testServer.startConversation("scripted", asking);
  await answer((await conversation.waitForInquiry()).id, { hold: 0.2 });
  const command = await spanOf(conversation.id, "command answer");
  expect(await spanOf(conversation.id, "chat scripted", 2)).toMatchObject({
    traceId: command.traceId,
    parentSpanId: command.spanId,
    links: linkTo(await spanOf(conversation.id, "command start")),
  });
});

test("[OPS-5] a deadline begins a trace of its own, linked to the trace of the inquiry", async () => {
  const conversation = await testServer.startConversation("expiring", asking);
  const resumed = await spanOf(conversation.id, "chat scripted", 2);
  const asked = await spanOf(conversation.id, "command start");
  const wake = await spanById(resumed.parentSpanId);
  expect(wake).toMatchObject({ name: "command wake", traceId: resumed.traceId, links: linkTo(asked) });
  expect(wake.parentSpanId || undefined).toBeUndefined();
  expect(resumed.links).toEqual(linkTo(asked));
  expect(wake.traceId).not.toBe(asked.traceId);
});

test("[OPS-5] a resumed run is linked to the run before, and a fork to where it was asked", async () => {
  const steps = [1, 2].map(() => ({ calls: [note] }));
  const paused = await testServer.startConversation("short", [...steps, { text: "Done." }]);
  await paused.waitForStatus("paused");
  await testServer.api.post(`/v1/conversations/${paused.id}/resume`);
  const resumed = await spanOf(paused.id, "chat scripted", 3);
  expect(resumed.links).toEqual(linkTo(await spanOf(paused.id, "command start")));
  expect(resumed.parentSpanId).toBe((await spanOf(paused.id, "command resume")).spanId);

  const conversation = await testServer.startConversation("scripted", asking);
  const { id: inquiry } = await conversation.waitForInquiry();
  const forked = await testServer.api.post(`/v1/conversations/${conversation.id}/fork`, { inquiry });
  await answer(forked.body.inquiry.id);
  const other = await spanOf(forked.body.id, "chat scripted", 2);
  expect(other.links).toEqual(linkTo(await spanOf(conversation.id, "command start")));
  expect(other.parentSpanId).toBe((await spanOf(forked.body.id, "command answer")).spanId);
});

test("[OPS-5] sub-agents work in the trace of their parent", async () => {
  const { server } = await startTestServer({ config: "none", env: tracingTo(collector) });
  const api = createApi(server);
  const { body } = await api.post("/v1/conversations", { agent: "researcher", message: "Tea" });
  const { inquiry } = await api.waitForStatus(body.id, "parked");
  const answers = [
    { question: "q1", options: ["o1"] },
    { question: "q2", options: ["o1"] },
  ];
  await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers });
  await api.waitForStatus(body.id, "idle");
  const { traceId } = await spanOf(body.id, "command answer");
  const starting = await spanOf(body.id, "start-children");
  const reading = await collector.span((span) => span.name === "chat reader");
  const child = await spanById(reading.parentSpanId);
  expect(child).toMatchObject({ name: "command start", traceId, parentSpanId: starting.spanId });
  const ended = await collector.span(({ name }) => name === "command child-ended");
  expect((await spanById(ended.parentSpanId)).name).toBe("report-to-parent");
  const after = await collector.span((span) => span.traceId === traceId && span.attributes["askback.step"] === 4);
  for (const span of [starting, reading, ended, after]) expect(span.traceId).toBe(traceId);
  expect(await server.stop()).toBe(0);
});

test("[OPS-5] a failure is recorded by its kind", async () => {
  const { body } = await testServer.api.post("/v1/conversations", { agent: "refused", message: "Go." });
  const failed = await spanOf(body.id, "chat scripted");
  expect(failed).toMatchObject({
    isError: true,
    attributes: { "gen_ai.provider.name": "scripted", "error.type": "key" },
  });
  expect(JSON.stringify(failed)).not.toContain("invalid key");
  const refused = await testServer.api.post(`/v1/conversations/${body.id}/resume`);
  expect(refused.status).toBe(409);
  const command = await collector.span(({ attributes }) => attributes["askback.result"] === "nothing-to-resume");
  expect(command.name).toBe("command resume");
});

test("[OPS-5] a caller's decision not to sample is respected, and an invalid trace header is ignored", async () => {
  const traceId = randomBytes(16).toString("hex");
  const start = (traceparent: string) =>
    testServer.api.post("/v1/conversations", { agent: "scripted", message: '{"script":[]}' }, { traceparent });
  const silent = await start(`00-${traceId}-${"1".repeat(16)}-00`);
  await testServer.api.waitForStatus(silent.body.id, "idle");
  for (const nonsense of [`00-${traceId}-${"0".repeat(16)}-01`, `00-${traceId.toUpperCase()}x`, "mark", `${traceId}`]) {
    const { status, body } = await start(nonsense);
    expect(status).toBe(201);
    expect((await spanOf(body.id, "chat scripted")).traceId).not.toBe(traceId);
  }
  expect(collector.bodies.join("")).not.toContain(traceId);
  expect(collector.bodies.join("")).not.toContain(silent.body.id);
});

test("[SEC-11] the trace that a caller names counts only with a valid key", { tags: "smoke" }, async () => {
  const { url, keys } = testServer.server;
  const ids: string[] = [];
  /** Sends a request in a trace of its own, without a key or with a wrong one. */
  const send = async (path: string, headers: Readonly<Record<string, string>>) => {
    const traceId = randomBytes(16).toString("hex");
    const traceparent = `00-${traceId}-${"1".repeat(16)}-01`;
    const { status } = await fetch(`${url}${path}`, { headers: { ...headers, traceparent } });
    ids.push(traceId);
    return status;
  };
  expect(await send("/openapi.json", {})).toBe(200);
  expect(await send("/v1/runs/anonymous", {})).toBe(401);
  expect(await send("/v1/runs/wrong", { authorization: "Bearer wrong" })).toBe(401);
  expect(await send("/v1/runs/known", { authorization: `Bearer ${keys.ask}` })).toBe(404);
  // Spans are sent in the order in which they end, so those before the last were sent as well.
  const last = await collector.span(({ traceId }) => traceId === ids.at(-1));
  expect(last.name).toBe("GET /v1/runs/:id");
  for (const id of ids.slice(0, -1)) expect(collector.bodies.join("")).not.toContain(id);
});
