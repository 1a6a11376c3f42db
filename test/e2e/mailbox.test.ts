import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../support/api.ts";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { openStage, type Stage } from "../support/stage.ts";

let stage: Stage;
let api: Api;

beforeAll(async () => {
  stage = await openStage();
  api = stage.api;
});
afterAll(() => stage.server.stop());

const answersFirst = expect.stringMatching(/^\{"answers"/);

test("[CONV-4] a separate message leaves the inquiry open and comes after all results of the step", async () => {
  const note = { id: "call_b", name: "note", input: { line: "after" } };
  const scene = await stage.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }, note] }, { text: "Done." }]);
  const inquiry = await scene.asked();
  const sent = await api.post(`/v1/conversations/${scene.id}/messages`, { text: "By the way.", separate: true });
  expect(sent).toMatchObject({
    status: 202,
    body: { status: "parked", waitingMessages: 1, inquiry: { id: inquiry.id, status: "open" } },
  });
  const waiting = await api.get(`/v1/conversations/${scene.id}/transcript`);
  expect(waiting.body.items.at(-1)).toMatchObject({ role: "person", delivered: false });
  await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  expect(await scene.reached("idle")).toMatchObject({ waitingMessages: 0 });
  expect(scene.told()).toEqual([
    { result: "call_a", kind: "text", text: answersFirst },
    { result: "call_b", kind: "text", text: "noted after" },
    { person: "By the way." },
  ]);
  expect(await scene.faults()).toEqual([]);
});

test("[CONV-4] a message that waits when the question is set aside is the person's next word", async () => {
  const scene = await stage.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }]);
  const inquiry = await scene.asked();
  await api.post(`/v1/conversations/${scene.id}/messages`, { text: "Think again.", separate: true });
  expect(await api.post(`/v1/inquiries/${inquiry.id}/dismiss`)).toMatchObject({ status: 202 });
  expect(await scene.reached("idle")).toMatchObject({ outcome: "finished" });
  expect(scene.told()).toMatchObject([{ result: "call_a", kind: "error-text" }, { person: "Think again." }]);
  expect(await scene.faults()).toEqual([]);
});

test("[CONV-4] messages that came while the model was at work survive a stop and are delivered in order", async () => {
  const scene = await stage.play("puppet", [{ text: "Let me", hang: true }, { text: "Done." }]);
  await scene.event(({ type }) => type === "text.streamed");
  const sent = await api.post(`/v1/conversations/${scene.id}/messages`, { text: "One." });
  expect(sent).toMatchObject({ status: 202, body: { status: "thinking", waitingMessages: 1 } });
  expect(await api.post(`/v1/conversations/${scene.id}/stop`)).toMatchObject({ body: { waitingMessages: 1 } });
  await api.post(`/v1/conversations/${scene.id}/messages`, { text: "Two." });
  expect(await scene.reached("idle")).toMatchObject({ waitingMessages: 0 });
  expect(scene.told()).toEqual([{ person: "One." }, { person: "Two." }]);
  expect(await scene.faults()).toEqual([]);
});

test("[CONV-1] each message to a conversation at rest starts a run, and the model reads all before it", async () => {
  const started = await api.post("/v1/conversations", { agent: "puppet", title: "Empty" });
  expect(started).toMatchObject({ status: 201, body: { status: "idle", title: "Empty" } });
  expect(started.body).not.toHaveProperty("runId");
  const scene = await stage.play("puppet", [{ text: "First." }, { text: "Second." }]);
  await scene.reached("idle");
  await api.post(`/v1/conversations/${scene.id}/messages`, { text: "And now?" });
  await scene.reached("idle");
  expect(scene.prompts().map((prompt) => prompt.map(({ role }) => role))).toEqual([
    ["system", "user"],
    ["system", "user", "assistant", "user"],
  ]);
  const runs = await api.get(`/v1/conversations/${scene.id}/runs`);
  expect(runs.body.items).toMatchObject([{ status: "finished" }, { status: "finished" }]);
});
