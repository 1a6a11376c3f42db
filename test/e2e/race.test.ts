import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, type ApiResponse, createApi } from "../support/api.ts";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { colleagueKey } from "../support/colleague.ts";
import { openStage, type Stage } from "../support/stage.ts";

let stage: Stage;
let api: Api;

beforeAll(async () => {
  stage = await openStage();
  api = stage.api;
});
afterAll(() => stage.server.stop());

const other = [{ question: "q1", options: ["o2"] }, bothAnswered[1]];

/** Wishes for one inquiry; those of one name are identical, so they are granted together or not at all. */
const wishes = [
  { name: "A", route: "answer", body: { answers: bothAnswered }, resolution: "answered" },
  { name: "B", route: "answer", body: { answers: other }, resolution: "answered" },
  { name: "A with a comment", route: "answer", body: { answers: bothAnswered, comment: "!" }, resolution: "answered" },
  { name: "delegate", route: "delegate", body: {}, resolution: "delegated" },
  { name: "decline", route: "decline", body: {}, resolution: "declined" },
  { name: "dismiss", route: "dismiss", body: {}, resolution: "dismissed" },
] as const;

type Wish = (typeof wishes)[number];

async function parked() {
  const scene = await stage.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }]);
  return { scene, path: `/v1/inquiries/${(await scene.asked()).id}` };
}

function make(wish: Wish, path: string, by: Api, headers?: Readonly<Record<string, string>>): Promise<ApiResponse> {
  return by.post(`${path}/${wish.route}`, wish.body, headers);
}

test("[HTTP-4] of 200 commands at once one wins; identical repeats get its receipt, all others 409 with it", async () => {
  for (let round = 0; round < wishes.length; round += 1) {
    const { scene, path } = await parked();
    // Each round lets another wish come first.
    const sent = Array.from({ length: 200 }, (_, index) => wishes[(index + round) % wishes.length] as Wish);
    const responses = await Promise.all(sent.map((wish) => make(wish, path, api)));
    const granted = responses.flatMap((response, index) => (response.status === 202 ? [index] : []));
    const winner = sent[granted[0] ?? -1];
    const receipt = responses[granted[0] ?? -1]?.body;
    expect(receipt).toMatchObject({ resolution: winner?.resolution, by: "owner" });
    for (const [index, { status, body }] of responses.entries()) {
      const isSame = sent[index]?.name === winner?.name;
      expect({ status, receipt: isSame ? body : body.receipt }).toEqual({ status: isSame ? 202 : 409, receipt });
    }
    await scene.reached("idle");
    const resolved = (await scene.log()).filter(({ type }) => type === "inquiry.resolved");
    expect(resolved).toMatchObject([{ resolution: { type: winner?.resolution } }]);
    expect(await scene.faults()).toEqual([]);
  }
});

test("[HTTP-4] with keys of their own, all repeats of the winner replay the same receipt for ever", async () => {
  const { scene, path } = await parked();
  const send = () =>
    Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        make(wishes[index % wishes.length] as Wish, path, api, { "idempotency-key": `${path} ${index}` }),
      ),
    );
  const first = await send();
  await scene.reached("idle");
  const again = await send();
  expect(again.map(({ status, body }) => ({ status, body }))).toEqual(
    first.map(({ status, body }) => ({ status, body })),
  );
  expect(await scene.faults()).toEqual([]);
});

test("[HTTP-4] the same answer from another person is a conflict, whoever was first", async () => {
  const { scene, path } = await parked();
  const colleague = createApi(stage.server, colleagueKey);
  const responses = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const by = index % 2 === 0 ? "owner" : "colleague";
      return { by, ...(await make(wishes[0], path, by === "owner" ? api : colleague)) };
    }),
  );
  const winner = responses.find(({ status }) => status === 202);
  expect(winner?.body.by).toBe(winner?.by);
  for (const { by, status, body } of responses) {
    const isWinner = by === winner?.by;
    expect({ status, receipt: isWinner ? body : body.receipt }).toEqual({
      status: isWinner ? 202 : 409,
      receipt: winner?.body,
    });
  }
  await scene.reached("idle");
  expect(await scene.faults()).toEqual([]);
});

test("[HTTP-4] held answers, retractions, messages and stops at once still leave one resolution", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { scene, path } = await parked();
    const mixed = Array.from({ length: 100 }, (_, index) => {
      const kinds = [
        () => api.post(`${path}/answer`, { answers: bothAnswered, hold: 0.05 }),
        () => api.post(`${path}/retract`),
        () => api.post(`/v1/conversations/${scene.id}/messages`, { text: `Message ${index}` }),
        () => api.post(`${path}/answer`, { answers: other }),
        () => api.post(`/v1/conversations/${scene.id}/stop`),
      ];
      return kinds[(index + round) % kinds.length]?.();
    });
    const responses = await Promise.all(mixed);
    for (const response of responses) expect([202, 409]).toContain(response?.status);
    await scene.reached("idle");
    expect(await scene.faults()).toEqual([]);
  }
});
