import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;
const notes = join(temporaryFolder(), "notes");

beforeAll(async () => {
  testServer = await startTestServer({ env: { ASKBACK_TEST_NOTES: notes } });
});
afterAll(() => testServer.server.stop());

async function answeredWith(body: unknown) {
  const conversation = await testServer.startConversation("scripted", [
    { text: "Two questions.", calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  const answered = await testServer.api.post(`/v1/inquiries/${inquiry.id}/answer`, body);
  expect(answered).toMatchObject({
    status: 202,
    body: { resolution: "answered", inquiryId: inquiry.id, by: "owner", runId: expect.stringMatching(/^run_/) },
  });
  await conversation.waitForStatus("idle");
  expect(await conversation.faults()).toEqual([]);
  return conversation;
}

test("[RESOLVE-3] [S0-17, S1-04] the documented tool result reaches the model", { tags: "smoke" }, async () => {
  const conversation = await answeredWith({ answers: bothAnswered });
  const prompt = conversation.prompts().at(-1);
  expect(prompt?.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
  expect(prompt?.slice(2)).toEqual([
    {
      role: "assistant",
      content: [
        { type: "text", text: "Two questions." },
        { type: "tool-call", toolCallId: "call_a", toolName: "ask_user_question", input: askTwo.input },
      ],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "call_a",
          toolName: "ask_user_question",
          output: { type: "text", value: '{"answers":{"Which database?":"SQLite","Which extras?":"Backups, Traces"}}' },
        },
      ],
    },
  ]);
});

test("[RESOLVE-3] labels come in displayed order and own words last", { tags: "smoke" }, async () => {
  const conversation = await answeredWith({
    answers: [
      { question: "q2", options: ["o3", "o1"], text: "Alerts" },
      { question: "q1", text: "DuckDB, in memory" },
    ],
  });
  const [received] = conversation.newMessages();
  expect(received).toMatchObject({ result: "call_a", kind: "text" });
  expect(JSON.parse(received && "text" in received ? received.text : "")).toEqual({
    answers: { "Which database?": "DuckDB, in memory", "Which extras?": "Backups, Traces, Alerts" },
    details: [{ question: "Which extras?", picked: ["Backups", "Traces"], ownWords: "Alerts" }],
  });
});

test("[RESOLVE-4] notes, a comment and skipped questions appear in further fields", { tags: "smoke" }, async () => {
  const conversation = await answeredWith({
    answers: [
      { question: "q1", options: ["o2"], note: "We run it already.\nVersion 17." },
      { question: "q2", skipped: true },
    ],
    comment: "Keep it “simple” 🙂",
  });
  const [received] = conversation.newMessages();
  expect(JSON.parse(received && "text" in received ? received.text : "")).toEqual({
    answers: { "Which database?": "Postgres" },
    details: [{ question: "Which database?", picked: ["Postgres"], note: "We run it already.\nVersion 17." }],
    skipped: ["Which extras?"],
    hint: "The user left the skipped questions unanswered on purpose: do not assume a choice.",
    comment: "Keep it “simple” 🙂",
  });
});

test("[CONV-2] calls run in order around the question, each once", { tags: "smoke" }, async () => {
  const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });
  const conversation = await testServer.startConversation("scripted", [
    { calls: [note("before"), { id: "call_a", ...askTwo }, note("after")] },
    { text: "Done." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  expect(readFileSync(notes, "utf8")).toBe("before\n");
  await testServer.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  await conversation.waitForStatus("idle");
  expect(readFileSync(notes, "utf8")).toBe("before\nafter\n");
  expect(conversation.newMessages()).toEqual([
    { result: "call_before", kind: "text", text: "noted before" },
    { result: "call_a", kind: "text", text: expect.stringMatching(/^\{"answers"/) },
    { result: "call_after", kind: "text", text: "noted after" },
  ]);
  expect(await conversation.faults()).toEqual([]);
});

test("[CONV-14] [S1-08] the transcript for a screen shows the inquiry in its place, with what the model received", {
  tags: "smoke",
}, async () => {
  const conversation = await answeredWith({ answers: bothAnswered });
  const { body } = await testServer.api.get(`/v1/conversations/${conversation.id}/transcript`);
  expect(body.items).toMatchObject([
    { role: "person", by: "owner", delivered: true },
    {
      role: "agent",
      blocks: [
        { type: "text", text: "Two questions." },
        {
          type: "action",
          inquiry: { status: "answered", resolution: { type: "answered", answers: bothAnswered } },
          received: '{"answers":{"Which database?":"SQLite","Which extras?":"Backups, Traces"}}',
        },
      ],
    },
    { role: "agent", blocks: [{ type: "text", text: "Done." }] },
  ]);
});

test("[ASK-8] [S0-23] a bad ask never parks: the model is told what is wrong and asks again", {
  tags: "smoke",
}, async () => {
  const conversation = await testServer.startConversation("scripted", [
    { calls: [{ id: "call_bad", name: "ask_user_question", input: { questions: [] } }] },
    { calls: [{ id: "call_good", ...askTwo }] },
    { text: "Done." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  expect(conversation.newMessages()).toEqual([
    {
      result: "call_bad",
      kind: "error-text",
      text: expect.stringMatching(/needs at least 1 items.*Allowed: .*call ask_user_question again/s),
    },
  ]);
  await testServer.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  await conversation.waitForStatus("idle");
  expect(await conversation.faults()).toEqual([]);
});

test("[ANSWER-2] an answer that does not fit is refused, and the inquiry stays open", { tags: "smoke" }, async () => {
  const conversation = await testServer.startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  const path = `/v1/inquiries/${inquiry.id}/answer`;
  const misfits = [
    [{ question: "q1", options: ["o9"] }, bothAnswered[1]],
    [{ question: "q1", options: ["o1", "o2"] }, bothAnswered[1]],
    [bothAnswered[0]],
    [{ question: "q1", text: "  " }, bothAnswered[1]],
    [
      { question: "q1", skipped: true },
      { question: "q2", skipped: true },
    ],
  ];
  for (const answers of misfits)
    expect(await testServer.api.post(path, { answers })).toMatchObject({
      status: 422,
      body: { code: "answer-misfit" },
    });
  expect(await testServer.api.post(path, { answers: bothAnswered, revision: 2 })).toMatchObject({
    status: 409,
    body: { code: "revision-changed", revision: 1 },
  });
  expect(await testServer.api.get(`/v1/inquiries/${inquiry.id}`)).toMatchObject({ body: { status: "open" } });
  expect(await testServer.api.post(path, { answers: bothAnswered, revision: 1 })).toMatchObject({ status: 202 });
});
