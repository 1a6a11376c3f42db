import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../support/api.ts";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { colleagueKey } from "../support/colleague.ts";
import { halfAnswered, secretWord } from "../support/drafts.ts";
import { type ServerEvent, serverEvents } from "../support/server-events.ts";
import { openStage, type Stage } from "../support/stage.ts";

let stage: Stage;
let colleague: Api;

beforeAll(async () => {
  stage = await openStage();
  colleague = createApi(stage.server, colleagueKey);
});
afterAll(() => stage.server.stop());

async function asked(on: Stage) {
  const scene = await on.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }]);
  const { id } = await scene.asked();
  return { scene, id, path: `/v1/inquiries/${id}` };
}

/** A person's stream of one conversation, after its snapshot. */
async function followed(conversationId: string, key: string): Promise<AsyncGenerator<ServerEvent>> {
  const url = `${stage.server.url}/v1/events?conversation=${conversationId}`;
  const stream = serverEvents(url, { authorization: `Bearer ${key}` });
  expect((await stream.next()).value).toMatchObject({ type: "snapshot" });
  return stream;
}

test("[MINE-3] two people are told that the other writes, and nothing of what, then or later", async () => {
  const { scene, id, path } = await asked(stage);
  const [own, others] = [await followed(scene.id, stage.server.keys.answer), await followed(scene.id, colleagueKey)];
  const written = { draft: halfAnswered, device: "A phone" };
  const told = (by: string) => ({ conversationId: scene.id, inquiryId: id, by, device: "A phone" });
  await stage.api.put(`${path}/draft`, written);
  await colleague.put(`${path}/draft`, { ...written, draft: { ...halfAnswered, comment: "Mine" } });
  for (const stream of [own, others])
    for (const by of ["owner", "colleague"])
      expect((await stream.next()).value).toEqual({ type: "draft.saved", id: undefined, data: told(by) });
  expect((await stage.api.get(`${path}/draft`)).body).toMatchObject(written);
  expect((await colleague.get(`${path}/draft`)).body.draft.comment).toBe("Mine");

  await stage.api.post(`${path}/answer`, { answers: bothAnswered });
  await scene.reached("idle");
  expect((await stage.api.get(`${path}/draft`)).status).toBe(204);
  expect((await colleague.get(`${path}/draft`)).body.draft.comment).toBe("Mine");
  expect(JSON.stringify([await scene.log(), scene.prompts(), stage.server.lines])).not.toContain(secretWord);
  await Promise.all([own, others].map((stream) => stream.return(undefined)));
});

test("[MINE-1] a draft and what is snoozed survive a server that is killed", async () => {
  const before = await openStage();
  const [drafted, snoozed] = [await asked(before), await asked(before)];
  const until = new Date(Date.now() + 3600 * 1000).toISOString();
  const saved = await before.api.put(`${drafted.path}/draft`, { draft: halfAnswered, device: "A phone" });
  expect(saved.status).toBe(200);
  expect(await before.api.post(`${snoozed.path}/snooze`, { until })).toMatchObject({ status: 200 });
  await before.server.kill();

  const { server, api } = await openStage({ dataDir: before.server.dataDir });
  expect(await api.get(`${drafted.path}/draft`)).toMatchObject({ status: 200, body: saved.body });
  expect((await api.get(snoozed.path)).body.mine).toEqual({ snoozedUntil: until });
  expect((await api.get("/v1/inbox/count")).body).toEqual({ open: 1, snoozed: 1 });
  await server.stop();
});

test("[MINE-5] the count leaves out what the caller has snoozed, and is the same in a stream's snapshot", async () => {
  const { path } = await asked(stage);
  const count = async (api: Api) => (await api.get("/v1/inbox/count")).body;
  const [own, others] = [await count(stage.api), await count(colleague)];
  await stage.api.post(`${path}/snooze`, { until: new Date(Date.now() + 3600 * 1000).toISOString() });
  const left = { open: own.open - 1, snoozed: own.snoozed + 1 };
  expect(await count(stage.api)).toEqual(left);
  expect(await count(colleague)).toEqual(others);
  const headers = { authorization: `Bearer ${stage.server.keys.answer}` };
  const stream = serverEvents(`${stage.server.url}/v1/events`, headers);
  expect((await stream.next()).value).toMatchObject({ type: "snapshot", data: { openInquiries: left.open } });
  await stream.return(undefined);
  expect((await stage.api.get("/v1/me")).body).toEqual({ id: "owner", project: "default", scopes: ["answer"] });
});
