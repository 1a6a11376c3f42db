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

async function held(seconds: number) {
  const scene = await stage.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }]);
  const path = `/v1/inquiries/${(await scene.asked()).id}`;
  const receipt = await api.post(`${path}/answer`, { answers: bothAnswered, hold: seconds });
  expect(receipt).toMatchObject({ status: 202, body: { resolution: "answered", by: "owner" } });
  expect(Date.parse(receipt.body.heldUntil) - Date.parse(receipt.body.at)).toBe(seconds * 1000);
  return { scene, path, receipt };
}

const other = [{ question: "q1", options: ["o2"] }, bothAnswered[1]];
const answered = {
  result: "call_a",
  kind: "text",
  text: '{"answers":{"Which database?":"SQLite","Which extras?":"Backups, Traces"}}',
};

test("[RES-11] a held answer has won: others get its receipt with heldUntil", async () => {
  const { scene, path, receipt } = await held(30);
  expect(await api.get(path)).toMatchObject({ body: { status: "held", receipt: receipt.body } });
  expect(await api.post(`${path}/answer`, { answers: bothAnswered })).toMatchObject({
    status: 202,
    body: receipt.body,
  });
  for (const [route, body] of [
    ["answer", { answers: other }],
    ["delegate", {}],
    ["decline", {}],
    ["dismiss", {}],
  ] as const)
    expect(await api.post(`${path}/${route}`, body)).toMatchObject({ status: 409, body: { receipt: receipt.body } });
  const sent = await api.post(`/v1/conversations/${scene.id}/messages`, { text: "Oh, and hurry." });
  expect(sent).toMatchObject({ body: { status: "parked", waitingMessages: 1, inquiry: { status: "held" } } });
  await api.post(`/v1/conversations/${scene.id}/stop`);
  expect(await api.get(path)).toMatchObject({ body: { status: "withdrawn" } });
  expect(await scene.faults()).toEqual([]);
});

test("[RES-12] a held answer is delivered when its time is up", async () => {
  const { scene, path, receipt } = await held(0.2);
  await scene.reached("idle");
  expect(scene.told()).toEqual([answered]);
  const { heldUntil: _, ...final } = receipt.body;
  expect((await api.get(path)).body.receipt).toEqual(final);
  expect(await api.post(`${path}/retract`)).toMatchObject({
    status: 409,
    body: { code: "inquiry-not-held", receipt: final },
  });
  expect(await scene.faults()).toEqual([]);
});

test("[RES-12] a held answer is delivered at once to oblige who gave it, and that again changes nothing", async () => {
  const { scene, path, receipt } = await held(30);
  const { heldUntil: _, ...final } = receipt.body;
  expect(await api.post(`${path}/deliver`)).toEqual(expect.objectContaining({ status: 202, body: final }));
  await scene.reached("idle");
  expect(scene.told()).toEqual([answered]);
  expect(await api.post(`${path}/deliver`)).toMatchObject({ status: 202, body: final });
  expect(await scene.faults()).toEqual([]);
});

test("[RES-12] a held answer is taken back by who gave it, and the inquiry is open again", async () => {
  const { scene, path } = await held(30);
  const reopened = await api.post(`${path}/retract`);
  expect(reopened).toMatchObject({ status: 202, body: { status: "open" } });
  expect(reopened.body).not.toHaveProperty("heldUntil");
  expect(reopened.body).not.toHaveProperty("receipt");
  expect(scene.prompts()).toHaveLength(1);
  await scene.event(({ type }) => type === "inquiry.reopened");
  expect(await api.post(`${path}/retract`)).toMatchObject({ status: 409, body: { code: "inquiry-not-held" } });
  expect(await api.post(`${path}/answer`, { answers: other })).toMatchObject({ status: 202 });
  await scene.reached("idle");
  expect(scene.told()).toEqual([
    { ...answered, text: '{"answers":{"Which database?":"Postgres","Which extras?":"Backups, Traces"}}' },
  ]);
  expect(await scene.faults()).toEqual([]);
});

test("[RES-12] the answers that a held event carries are shown to nobody before they are final", async () => {
  const { scene, path } = await held(30);
  const { data } = await scene.event(({ type }) => type === "inquiry.held");
  expect(data).toMatchObject({ by: "owner", heldUntil: expect.any(String) });
  expect(JSON.stringify(data)).not.toContain('"options"');
  expect(JSON.stringify((await api.get(path)).body)).not.toContain('"answers"');
  await api.post(`${path}/retract`);
});
