import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../support/api.ts";
import { askTwo } from "../support/asks.ts";
import { serverEvents } from "../support/server-events.ts";
import { openStage, type Stage } from "../support/stage.ts";

let stage: Stage;
let api: Api;

beforeAll(async () => {
  stage = await openStage();
  api = stage.api;
});
afterAll(() => stage.server.stop());

const noteStep = (count: number) => ({
  calls: [{ id: `call_${count}`, name: "note", input: { line: String(count) } }],
});

test("[CONV-5] at the step limit a run pauses; resume is a linked run that carries the steps on", async () => {
  const scene = await stage.play("short", [noteStep(1), noteStep(2), noteStep(3), { text: "Done." }]);
  const paused = await scene.reached("paused");
  expect(paused).toMatchObject({ reason: "step-limit" });
  expect(scene.prompts()).toHaveLength(2);
  const resumed = await api.post(`/v1/conversations/${scene.id}/resume`);
  expect(resumed).toMatchObject({ status: 202, body: { status: "thinking" } });
  await scene.reached("idle");
  expect((await api.get(`/v1/conversations/${scene.id}/runs`)).body.items).toMatchObject([
    { id: paused.runId, status: "paused", steps: 2, reason: "step-limit" },
    { id: resumed.body.runId, status: "finished", steps: 4, resumedFrom: paused.runId },
  ]);
  expect(scene.told()).toEqual([{ result: "call_3", kind: "text", text: "noted 3" }]);
  expect(await api.post(`/v1/conversations/${scene.id}/resume`)).toMatchObject({
    status: 409,
    body: { code: "nothing-to-resume" },
  });
  expect(await scene.faults()).toEqual([]);
});

test("[CONV-5] a message to a paused conversation starts a run of its own", async () => {
  const scene = await stage.play("short", [noteStep(1), noteStep(2), { text: "Done." }]);
  await scene.reached("paused");
  const sent = await api.post(`/v1/conversations/${scene.id}/messages`, { text: "That will do." });
  await scene.reached("idle");
  const run = await api.get(`/v1/runs/${sent.body.runId}`);
  expect(run).toMatchObject({ body: { status: "finished", steps: 1 } });
  expect(run.body).not.toHaveProperty("resumedFrom");
  expect(scene.told()).toMatchObject([{ result: "call_2" }, { person: "That will do." }]);
  expect(await scene.faults()).toEqual([]);
});

test("[CONV-6] a run that failed for good is retried as a linked run", async () => {
  const scene = await stage.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }]);
  await scene.asked();
  expect(await api.post(`/v1/conversations/${scene.id}/retry`)).toMatchObject({
    status: 409,
    body: { code: "nothing-to-retry" },
  });
  const failing = await api.post("/v1/conversations", { agent: "unset", message: "Hello" });
  expect(failing.status).toBe(201);
  const failed = await api.reached(failing.body.id, "failed");
  expect(failed.error).toMatchObject({
    retryable: false,
    message: expect.stringContaining("there is no API key for anthropic"),
  });
  const retried = await api.post(`/v1/conversations/${failing.body.id}/retry`);
  expect(retried).toMatchObject({ status: 202, body: { status: "thinking" } });
  await api.event(failing.body.id, ({ type, data }) => type === "run.failed" && data.runId === retried.body.runId);
  const { body } = await api.get(`/v1/runs/${retried.body.runId}`);
  expect(body).toMatchObject({ status: "failed", resumedFrom: failed.runId });
});

test("[CONV-12] delete withdraws what is open, erases the content and leaves a name", async () => {
  const scene = await stage.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }]);
  const inquiry = await scene.asked();
  const count = await api.get("/v1/inbox/count");
  const runId = (await scene.reached("parked")).runId;
  const followed = serverEvents(`${stage.server.url}/v1/events?conversation=${scene.id}`, {
    authorization: `Bearer ${stage.server.keys.answer}`,
  });
  await followed.next();
  expect(await api.delete(`/v1/conversations/${scene.id}`)).toMatchObject({ status: 204 });
  for await (const { type, data } of followed) {
    if (type === "inquiry.resolved") expect(data.resolution).toMatchObject({ type: "withdrawn", by: "owner" });
    if (type === "conversation.deleted") break;
  }
  expect((await api.get("/v1/inbox/count")).body.open).toBe(count.body.open - 1);
  for (const path of [
    `/v1/conversations/${scene.id}`,
    `/v1/conversations/${scene.id}/transcript`,
    `/v1/conversations/${scene.id}/runs`,
    `/v1/inquiries/${inquiry.id}`,
    `/v1/runs/${runId}`,
  ])
    expect(await api.get(path)).toMatchObject({ status: 404 });
  expect(await api.post(`/v1/conversations/${scene.id}/messages`, { text: "Hello?" })).toMatchObject({ status: 404 });
  expect(await api.delete(`/v1/conversations/${scene.id}`)).toMatchObject({ status: 404 });
  const left = await api.event(scene.id, () => true);
  expect(left).toMatchObject({ type: "conversation.deleted" });
  const listed = await api.get("/v1/conversations?limit=200");
  expect(listed.body.items.map(({ id }: { id: string }) => id)).not.toContain(scene.id);
});
