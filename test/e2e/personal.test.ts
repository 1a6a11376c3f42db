import { afterAll, beforeAll, expect, test } from "vitest";
import { halfAnswered, secretWord } from "../harness/browser/drafts.ts";
import { type Api, createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { colleagueKey } from "../harness/server/colleague.ts";
import { type ServerEvent, serverEvents } from "../harness/server/server-events.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;
let colleague: Api;

beforeAll(async () => {
  testServer = await startTestServer();
  colleague = createApi(testServer.server, colleagueKey);
});
afterAll(() => testServer.server.stop());

async function asked(on: TestServer) {
  const conversation = await on.startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  const { id } = await conversation.waitForInquiry();
  return { conversation, id, path: `/v1/inquiries/${id}` };
}

/** A person's stream of one conversation, after its snapshot. */
async function followed(conversationId: string, key: string): Promise<AsyncGenerator<ServerEvent>> {
  const url = `${testServer.server.url}/v1/events?conversation=${conversationId}`;
  const stream = serverEvents(url, { authorization: `Bearer ${key}` });
  expect((await stream.next()).value).toMatchObject({ type: "snapshot" });
  return stream;
}

test("[PERSONAL-3] two people are told that the other writes, but never what", async () => {
  const { conversation, id, path } = await asked(testServer);
  const [own, others] = [
    await followed(conversation.id, testServer.server.keys.answer),
    await followed(conversation.id, colleagueKey),
  ];
  const written = { draft: halfAnswered, device: "A phone" };
  const notice = (by: string) => ({ conversationId: conversation.id, inquiryId: id, by, device: "A phone" });
  await testServer.api.put(`${path}/draft`, written);
  await colleague.put(`${path}/draft`, { ...written, draft: { ...halfAnswered, comment: "Mine" } });
  for (const stream of [own, others])
    for (const by of ["owner", "colleague"])
      expect((await stream.next()).value).toEqual({ type: "draft.saved", id: undefined, data: notice(by) });
  expect((await testServer.api.get(`${path}/draft`)).body).toMatchObject(written);
  expect((await colleague.get(`${path}/draft`)).body.draft.comment).toBe("Mine");

  await testServer.api.post(`${path}/answer`, { answers: bothAnswered });
  await conversation.waitForStatus("idle");
  expect((await testServer.api.get(`${path}/draft`)).status).toBe(204);
  expect((await colleague.get(`${path}/draft`)).body.draft.comment).toBe("Mine");
  expect(JSON.stringify([await conversation.log(), conversation.prompts(), testServer.server.lines])).not.toContain(
    secretWord,
  );
  await Promise.all([own, others].map((stream) => stream.return(undefined)));
});

test("[PERSONAL-1] a draft and what is snoozed survive a server that is killed", { tags: "smoke" }, async () => {
  const before = await startTestServer();
  const [drafted, snoozed] = [await asked(before), await asked(before)];
  const until = new Date(Date.now() + 3600 * 1000).toISOString();
  const saved = await before.api.put(`${drafted.path}/draft`, { draft: halfAnswered, device: "A phone" });
  expect(saved.status).toBe(200);
  expect(await before.api.post(`${snoozed.path}/snooze`, { until })).toMatchObject({ status: 200 });
  await before.server.kill();

  const { server, api } = await startTestServer({ dataDir: before.server.dataDir });
  expect(await api.get(`${drafted.path}/draft`)).toMatchObject({ status: 200, body: saved.body });
  expect((await api.get(snoozed.path)).body.mine).toEqual({ snoozedUntil: until });
  expect((await api.get("/v1/inbox/count")).body).toEqual({ open: 1, snoozed: 1 });
  await server.stop();
});

test("[PERSONAL-5] the count leaves out what the caller has snoozed, and is the same in a stream's snapshot", async () => {
  const { path } = await asked(testServer);
  const count = async (api: Api) => (await api.get("/v1/inbox/count")).body;
  const [own, others] = [await count(testServer.api), await count(colleague)];
  await testServer.api.post(`${path}/snooze`, { until: new Date(Date.now() + 3600 * 1000).toISOString() });
  const left = { open: own.open - 1, snoozed: own.snoozed + 1 };
  expect(await count(testServer.api)).toEqual(left);
  expect(await count(colleague)).toEqual(others);
  const headers = { authorization: `Bearer ${testServer.server.keys.answer}` };
  const stream = serverEvents(`${testServer.server.url}/v1/events`, headers);
  expect((await stream.next()).value).toMatchObject({ type: "snapshot", data: { openInquiries: left.open } });
  await stream.return(undefined);
  expect((await testServer.api.get("/v1/me")).body).toMatchObject({
    id: "owner",
    project: "default",
    fileBytes: 10 * 1024 * 1024,
  });
});
