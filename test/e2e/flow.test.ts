import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let stage: Stage;
const notes = join(temporaryFolder(), "notes");

beforeAll(async () => {
  stage = await openStage({ env: { ASKBACK_TEST_NOTES: notes } });
});
afterAll(() => stage.server.stop());

async function answeredWith(body: unknown) {
  const scene = await stage.play("puppet", [
    { text: "Two questions.", calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  const inquiry = await scene.asked();
  const answered = await stage.api.post(`/v1/inquiries/${inquiry.id}/answer`, body);
  expect(answered).toMatchObject({
    status: 202,
    body: { resolution: "answered", inquiryId: inquiry.id, by: "owner", runId: expect.stringMatching(/^run_/) },
  });
  await scene.reached("idle");
  expect(await scene.faults()).toEqual([]);
  return scene;
}

test("[RES-3] the exact tool result of the seeds reaches the model", async () => {
  const scene = await answeredWith({ answers: bothAnswered });
  const prompt = scene.prompts().at(-1);
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

test("[RES-3] labels come in displayed order and own words last", async () => {
  const scene = await answeredWith({
    answers: [
      { question: "q2", options: ["o3", "o1"], text: "Alerts" },
      { question: "q1", text: "DuckDB, in memory" },
    ],
  });
  const [told] = scene.told();
  expect(told).toMatchObject({ result: "call_a", kind: "text" });
  expect(JSON.parse(told && "text" in told ? told.text : "")).toEqual({
    answers: { "Which database?": "DuckDB, in memory", "Which extras?": "Backups, Traces, Alerts" },
    details: [{ question: "Which extras?", picked: ["Backups", "Traces"], ownWords: "Alerts" }],
  });
});

test("[RES-4] notes, a comment and skipped questions appear in further fields", async () => {
  const scene = await answeredWith({
    answers: [
      { question: "q1", options: ["o2"], note: "We run it already.\nVersion 17." },
      { question: "q2", skipped: true },
    ],
    comment: "Keep it “simple” 🙂",
  });
  const [told] = scene.told();
  expect(JSON.parse(told && "text" in told ? told.text : "")).toEqual({
    answers: { "Which database?": "Postgres" },
    details: [{ question: "Which database?", picked: ["Postgres"], note: "We run it already.\nVersion 17." }],
    skipped: ["Which extras?"],
    hint: "The user left the skipped questions unanswered on purpose: do not assume a choice.",
    comment: "Keep it “simple” 🙂",
  });
});

test("[CONV-2] calls run in order around the question, each once", async () => {
  const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });
  const scene = await stage.play("puppet", [
    { calls: [note("before"), { id: "call_a", ...askTwo }, note("after")] },
    { text: "Done." },
  ]);
  const inquiry = await scene.asked();
  expect(readFileSync(notes, "utf8")).toBe("before\n");
  await stage.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  await scene.reached("idle");
  expect(readFileSync(notes, "utf8")).toBe("before\nafter\n");
  expect(scene.told()).toEqual([
    { result: "call_before", kind: "text", text: "noted before" },
    { result: "call_a", kind: "text", text: expect.stringMatching(/^\{"answers"/) },
    { result: "call_after", kind: "text", text: "noted after" },
  ]);
  expect(await scene.faults()).toEqual([]);
});

test("[CONV-14] the transcript for a screen shows the inquiry in its place, with what the model received", async () => {
  const scene = await answeredWith({ answers: bothAnswered });
  const { body } = await stage.api.get(`/v1/conversations/${scene.id}/transcript`);
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

test("[ASK-8] a bad ask never parks: the model is told what is wrong and asks again", async () => {
  const scene = await stage.play("puppet", [
    { calls: [{ id: "call_bad", name: "ask_user_question", input: { questions: [] } }] },
    { calls: [{ id: "call_good", ...askTwo }] },
    { text: "Done." },
  ]);
  const inquiry = await scene.asked();
  expect(scene.told()).toEqual([
    {
      result: "call_bad",
      kind: "error-text",
      text: expect.stringMatching(/needs at least 1 items.*Allowed: .*call ask_user_question again/s),
    },
  ]);
  await stage.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  await scene.reached("idle");
  expect(await scene.faults()).toEqual([]);
});

test("[ANS-2] an answer that does not fit is refused, and the inquiry stays open", async () => {
  const scene = await stage.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }]);
  const inquiry = await scene.asked();
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
    expect(await stage.api.post(path, { answers })).toMatchObject({ status: 422, body: { code: "answer-misfit" } });
  expect(await stage.api.post(path, { answers: bothAnswered, revision: 2 })).toMatchObject({
    status: 409,
    body: { code: "revision-changed", revision: 1 },
  });
  expect(await stage.api.get(`/v1/inquiries/${inquiry.id}`)).toMatchObject({ body: { status: "open" } });
  expect(await stage.api.post(path, { answers: bothAnswered, revision: 1 })).toMatchObject({ status: 202 });
});
