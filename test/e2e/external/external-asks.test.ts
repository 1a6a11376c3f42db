import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../../harness/server/api.ts";
import { startTestServer, type TestServer } from "../../harness/server/test-server.ts";

let testServer: TestServer;
let people: Api;
let program: Api;

beforeAll(async () => useServer(await startTestServer()));
afterAll(() => testServer.server.stop());

function useServer(started: TestServer): void {
  testServer = started;
  people = started.api;
  program = createApi(started.server, started.server.keys.ask);
}

/** Kills the server with SIGKILL and starts another one on the same data. */
async function crash(): Promise<void> {
  await testServer.server.kill();
  useServer(await startTestServer({ dataDir: testServer.server.dataDir }));
}

const yesNo = { question: "Deploy to production?", options: ["Yes", "No"] };
const yes = { answers: [{ question: "q1", options: ["o1"] }] };
const no = { answers: [{ question: "q1", options: ["o2"] }] };
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

test("[EXTERNAL-2] after kill -9 the same ask finds its inquiry, open and then answered, with state and thread", {
  tags: "smoke",
}, async () => {
  const body = { ...yesNo, key: "deploy 7", thread: "releases", state: { step: 3, token: "canary" } };
  const asked = await program.post("/v1/inquiries", body);
  expect(asked.status).toBe(201);
  await crash();
  const again = await program.post("/v1/inquiries", body);
  expect(again).toMatchObject({ status: 200, body: asked.body });
  expect(again.body.origin).toEqual({ key: "deploy 7", thread: "releases", state: body.state });
  const receipt = await people.post(`/v1/inquiries/${asked.body.id}/answer`, yes);
  expect(receipt.status).toBe(202);
  await crash();
  expect(await program.post("/v1/inquiries?wait=60", body)).toMatchObject({
    status: 200,
    body: { id: asked.body.id, status: "answered", resolution: { text: "Yes" }, receipt: receipt.body },
  });
  const next = await program.post("/v1/inquiries", { question: "Which region?", thread: "releases" });
  expect(next.body.conversationId).toBe(asked.body.conversationId);
  const changed = await program.post("/v1/inquiries", { ...body, question: "Delete production?" });
  expect(changed).toMatchObject({ status: 422, body: { code: "ask-key-reused", inquiryId: asked.body.id } });
});

test("[EXTERNAL-61] a repeat finds its inquiry with its keys in another order, and with the words that it has by now", async () => {
  const input = { region: { name: "eu", zone: 1 }, force: false };
  const approval = { tool: "deploy", input };
  const asked = await program.post("/v1/inquiries", { approval, key: "in order" });
  const turned = { force: false, region: { zone: 1, name: "eu" } };
  await crash();
  const again = await program.post("/v1/inquiries", { approval: { input: turned, tool: "deploy" }, key: "in order" });
  expect(again).toMatchObject({ status: 200, body: { id: asked.body.id } });
  const other = { tool: "deploy", input: { ...input, force: true } };
  expect(await program.post("/v1/inquiries", { approval: other, key: "in order" })).toMatchObject({ status: 422 });

  const options = ["Yes", "Not yet", "No"];
  const first = { question: "Deploy 4.2?", options: ["Yes", "No"], key: "amended", thread: "amended" };
  const { id } = (await program.post("/v1/inquiries", first)).body;
  const now = { ...first, question: "Deploy 4.3?", options, context: "4.2 is broken." };
  const { question, context } = now;
  const { revision } = (await program.patch(`/v1/inquiries/${id}`, { question, options, context })).body;
  expect(revision).toBeGreaterThan(1);
  await crash();
  for (const body of [first, now])
    expect(await program.post("/v1/inquiries", body)).toMatchObject({ status: 200, body: { id, revision } });
  for (const body of [
    { ...now, thread: "other" },
    { ...now, options: ["Yes"] },
    { ...now, audience: { people: ["owner"] } },
  ])
    expect(await program.post("/v1/inquiries", body)).toMatchObject({ status: 422, body: { inquiryId: id } });
  await people.post(`/v1/inquiries/${id}/answer`, { ...no, revision });
  expect(await program.post("/v1/inquiries", now)).toMatchObject({ status: 200, body: { id, status: "answered" } });
});

test("[EXTERNAL-3] two asks of a thread at once are both kept, and each gets its own answer", async () => {
  const waiting = ["Left?", "Right?"].map((question) =>
    program.post("/v1/inquiries?wait=60", { question, options: ["Yes", "No"], thread: "pair", key: question }),
  );
  const [left, right] = await Promise.all([openInquiry("Left?"), openInquiry("Right?")]);
  expect(left?.conversationId).toBe(right?.conversationId);
  await people.post(`/v1/inquiries/${right?.id}/answer`, no);
  await people.post(`/v1/inquiries/${left?.id}/answer`, yes);
  expect((await Promise.all(waiting)).map(({ body }) => [body.id, body.resolution.text])).toEqual([
    [left?.id, "Yes"],
    [right?.id, "No"],
  ]);
});

test("[EXTERNAL-6] an amended inquiry is the same after a crash, and an answer to what it was before is refused", async () => {
  const { body } = await program.post("/v1/inquiries", { ...yesNo, context: "4.2" });
  const path = `/v1/inquiries/${body.id}`;
  const amended = await program.patch(path, { question: "Deploy 4.3?", context: "4.3", revision: 1 });
  expect(amended).toMatchObject({ status: 200, body: { context: "4.3" } });
  const { revision } = amended.body;
  expect(revision).toBeGreaterThan(1);
  await crash();
  expect((await people.get(path)).body).toMatchObject({ revision, questions: [{ text: "Deploy 4.3?" }] });
  expect(await program.patch(path, { context: "4.4", revision: 1 })).toMatchObject({
    status: 409,
    body: { code: "revision-changed", revision },
  });
  expect(await people.post(`${path}/answer`, { ...yes, revision: 1 })).toMatchObject({
    status: 409,
    body: { code: "revision-changed", revision },
  });
  expect((await people.post(`${path}/answer`, { ...yes, revision })).status).toBe(202);
});

test("[EXTERNAL-8] a deadline that passes while no server runs expires the inquiry, and an extended one does not", async () => {
  // A slow machine gets more time, until a question is asked and extended before its deadline.
  let ms = 750;
  let extended = "";
  let expiring = "";
  const ask = (question: string) => program.post("/v1/inquiries", { question, deadline: inMs(ms), thread: "late" });
  await expect
    .poll(async () => {
      ms *= 2;
      extended = (await ask("B?")).body.id;
      return (await program.post(`/v1/inquiries/${extended}/extend`, { until: inMs(3_600_000) })).status;
    })
    .toBe(202);
  await expect
    .poll(async () => {
      const { status, body } = await ask("A?");
      expiring = body.id;
      return status;
    })
    .toBe(201);
  await crash();
  const expired = await program.get(`/v1/inquiries/${expiring}?wait=60`);
  expect(expired.body).toMatchObject({ status: "expired", resolution: { type: "expired" } });
  expect((await program.get(`/v1/inquiries/${extended}`)).body.status).toBe("open");
  expect(await program.post(`/v1/inquiries/${extended}/withdraw`)).toMatchObject({
    status: 202,
    body: { resolution: "withdrawn" },
  });
});

test("[EXTERNAL-43] a held answer reaches the waiting program when its time is up, also after a crash", async () => {
  const { body } = await program.post("/v1/inquiries", { ...yesNo, thread: "held" });
  await program.post("/v1/inquiries", { ...yesNo, thread: "held", deadline: inMs(3_600_000) });
  const path = `/v1/inquiries/${body.id}`;
  const held = await people.post(`${path}/answer`, { ...yes, hold: 2 });
  expect(held).toMatchObject({ status: 202, body: { heldUntil: expect.any(String) } });
  expect(await program.patch(path, { context: "too late" })).toMatchObject({ status: 409 });
  await crash();
  const { body: delivered } = await program.get(`${path}?wait=60`);
  expect(delivered).toMatchObject({ status: "answered", resolution: { text: "Yes" } });
  const asked = await people.get(`/v1/conversations/${body.conversationId}`);
  expect(asked.body).toMatchObject({ status: "parked", openInquiries: 1 });
});

test("[EXTERNAL-7] a program that waits while the server stops is answered, and finds the resolution at the next one", async () => {
  const body = { ...yesNo, question: "Through a restart?", key: "through a restart" };
  const waiting = program.post("/v1/inquiries?wait=60", body);
  const { id } = await openInquiry(body.question);
  const { dataDir } = testServer.server;
  expect(await testServer.server.stop()).toBe(0);
  expect(await waiting).toMatchObject({ body: { status: "open" } });
  useServer(await startTestServer({ dataDir }));
  const again = program.post("/v1/inquiries?wait=60", body);
  await people.post(`/v1/inquiries/${id}/answer`, no);
  expect((await again).body).toMatchObject({ id, status: "answered", resolution: { text: "No" } });
});

/** The open inquiry that asks this, once it is in the inbox. */
async function openInquiry(text: string): Promise<Found> {
  for (;;) {
    const { body } = await people.get("/v1/inquiries?status=open&limit=200");
    const found = body.items.find((item: Found) => item.questions[0]?.text === text);
    if (found) return found;
  }
}

interface Found {
  readonly id: string;
  readonly conversationId: string;
  readonly questions: readonly { readonly text: string }[];
}
