import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../support/api.ts";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { openStage, type Scene, type Stage } from "../support/stage.ts";

let stage: Stage;
let api: Api;

beforeAll(async () => {
  stage = await openStage();
  api = stage.api;
});
afterAll(() => stage.server.stop());

const note = { id: "call_b", name: "note", input: { line: "never" } };

async function stopped(scene: Scene, by = api) {
  const answer = await by.post(`/v1/conversations/${scene.id}/stop`);
  expect(answer).toMatchObject({ status: 202, body: { status: "idle", outcome: "stopped" } });
  expect(await api.get(`/v1/runs/${answer.body.runId}`)).toMatchObject({ body: { status: "stopped" } });
}

async function goesOn(scene: Scene) {
  await api.post(`/v1/conversations/${scene.id}/messages`, { text: "Go on." });
  expect(await scene.reached("idle")).toMatchObject({ outcome: "finished" });
  expect(await scene.faults()).toEqual([]);
}

test("[CONV-7] stop while parked withdraws the inquiry; each call of the step has its result afterwards", async () => {
  const scene = await stage.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }, note] }, { text: "Done." }]);
  const inquiry = await scene.asked();
  await stopped(scene);
  expect(await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered })).toMatchObject({
    status: 409,
    body: { receipt: { resolution: "withdrawn", by: "owner" } },
  });
  await goesOn(scene);
  expect(scene.told()).toEqual([
    { result: "call_a", kind: "error-text", text: "This question was withdrawn before anybody answered it." },
    { result: "call_b", kind: "text", text: "Not run: the run was stopped." },
    { person: "Go on." },
  ]);
});

test("[CONV-7] stop in a tool aborts it, and the model is told that it may or may not have happened", async () => {
  const sleep = { id: "call_a", name: "sleep", input: {} };
  const scene = await stage.play("puppet", [{ calls: [sleep, note] }, { text: "Done." }]);
  await scene.event(({ type }) => type === "tool.started");
  await stopped(scene);
  await goesOn(scene);
  expect(scene.told()).toEqual([
    {
      result: "call_a",
      kind: "error-text",
      text: "This tool was interrupted; it may or may not have happened. Check before you repeat it.",
    },
    { result: "call_b", kind: "text", text: "Not run: the run was stopped." },
    { person: "Go on." },
  ]);
});

test("[CONV-7] stop in a reply keeps what had streamed, as an interrupted message", async () => {
  const scene = await stage.play("puppet", [{ text: "Half a sentence", hang: true }, { text: "Done." }]);
  let streamed = "";
  await scene.event(({ type, data }) => {
    if (type === "text.streamed") streamed = data.fromStart ? data.delta : streamed + data.delta;
    return streamed === "Half a sentence";
  });
  await stopped(scene);
  const { body } = await api.get(`/v1/conversations/${scene.id}/transcript`);
  expect(body.items.at(-1)).toMatchObject({
    role: "agent",
    interrupted: true,
    blocks: [{ type: "text", text: "Half a sentence" }],
  });
  await goesOn(scene);
  expect(scene.prompts().at(-1)?.slice(2)).toEqual([
    { role: "assistant", content: [{ type: "text", text: "Half a sentence" }] },
    { role: "user", content: [{ type: "text", text: "Go on." }] },
  ]);
});

test("[CONV-7] there is nothing to stop in a conversation that rests", async () => {
  const scene = await stage.play("puppet", [{ text: "Done." }]);
  await scene.reached("idle");
  const refused = await api.post(`/v1/conversations/${scene.id}/stop`);
  expect(refused).toMatchObject({ status: 409, body: { code: "nothing-to-stop" } });
});

test("[RES-10] the asking side may stop what it started", async () => {
  const agent = createApi(stage.server, stage.server.keys.ask);
  const scene = await stage.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }], agent);
  const inquiry = await scene.asked();
  await stopped(scene, agent);
  expect(await api.get(`/v1/inquiries/${inquiry.id}`)).toMatchObject({
    body: { status: "withdrawn", receipt: { by: "agent" } },
  });
  expect(await scene.faults()).toEqual([]);
});
