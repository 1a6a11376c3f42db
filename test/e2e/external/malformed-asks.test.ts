import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createRandom, type Random } from "../../harness/fuzz/random.ts";
import { type Api, createApi } from "../../harness/server/api.ts";
import { startTestServer, type TestServer } from "../../harness/server/test-server.ts";

const requests = Math.ceil(inject("malformedRequests") / 60);
let testServer: TestServer;
let program: Api;

beforeAll(async () => {
  testServer = await startTestServer();
  program = createApi(testServer.server, testServer.server.keys.ask);
});
afterAll(() => testServer.server.stop());

test("[EXTERNAL-10] neither a character that a database does not take nor deep nesting breaks the server", {
  tags: "smoke",
}, async () => {
  const { id } = (await program.post("/v1/inquiries", { question: "Deploy?" })).body;
  await testServer.api.post(`/v1/inquiries/${id}/decline`, {});
  const claim = (claimant: string) => program.post(`/v1/inquiries/${id}/claim`, { claimant });
  expect((await claim("a\0")).status).toBe(200);
  expect((await claim("a")).body).toMatchObject({ code: "already-claimed" });
  expect((await claim("a\0")).status).toBe(200);
  expect((await program.get("/v1/notices/ntc_%00")).status).toBe(404);
  const webhook = "https://example.com/\0";
  expect((await program.post("/v1/inquiries", { question: "Deploy?", webhook })).body).toMatchObject({
    code: "invalid-request",
    errors: [{ pointer: "/webhook" }],
  });
  for (const depth of [250, 2_000, 20_000, 200_000])
    for (const body of [
      (deep: string) => `{"question":"Deploy?","state":${deep}}`,
      (deep: string) => `{"approval":{"tool":"deploy","input":${deep}}}`,
      (deep: string) => `{"approval":{"tool":"deploy","input":{},"editable":{"schema":{"allOf":${deep}}}}}`,
    ]) {
      const response = await fetch(`${testServer.server.url}/v1/inquiries`, {
        method: "POST",
        headers: { authorization: `Bearer ${testServer.server.keys.ask}`, "content-type": "application/json" },
        body: body("[".repeat(depth) + "]".repeat(depth)),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "invalid-request", errors: [{ pointer: "/" }] });
    }
});

/** An ask or an amendment in which each field is right, odd or wrong. */
function randomFields(random: Random): Record<string, unknown> {
  const text = () => random.pick([() => "Deploy?", random.text, () => random.json(), () => "x".repeat(12_000)])();
  const option = () => random.pick([text, () => ({ label: text(), value: text() }), () => random.json()])();
  const options = () => Array.from({ length: random.below(5) }, option);
  const fields: Readonly<Record<string, () => unknown>> = {
    question: text,
    questions: () => [{ question: text(), options: options() }],
    options,
    header: text,
    context: text,
    multiSelect: () => random.pick<unknown>([true, false, 1]),
    ownWords: () => random.pick<unknown>([true, false, null]),
    approval: () => ({ tool: text(), input: random.json() }),
    deadline: () => random.pick<unknown>(["2099-01-01T00:00:00Z", "soon", 7, null, "+275760-09-13T00:00:00Z"]),
    state: () => random.json(),
    thread: text,
    title: text,
    agent: text,
    key: text,
    webhook: () => random.pick<unknown>(["https://example.com/", "javascript:x", text()]),
    revision: () => random.pick<unknown>([1, 0, -1, "1"]),
    answers: () => random.json(),
  };
  // Few of them together are likely to be right.
  const given = ["question", ...Array.from({ length: random.below(4) }, () => random.pick(Object.keys(fields)))];
  return Object.fromEntries(given.map((name) => [name, fields[name]?.()]));
}

test("[EXTERNAL-10] odd asks and amendments: none breaks the server, and each that is taken can be read", async () => {
  const random = createRandom(20_261_118);
  const counts = new Map<number, number>();
  let inquiryId = (await program.post("/v1/inquiries", { question: "First?" })).body.id;
  for (let count = 0; count < requests; count += 1) {
    const body = randomFields(random);
    const isAmendment = random.below(3) === 0;
    const sent = isAmendment
      ? await program.patch(`/v1/inquiries/${inquiryId}`, body)
      : await program.post("/v1/inquiries", body);
    counts.set(sent.status, (counts.get(sent.status) ?? 0) + 1);
    if (![200, 201, 400, 409, 422].includes(sent.status))
      throw new Error(`${JSON.stringify(body)} got ${sent.status} ${JSON.stringify(sent.body)}`);
    if (sent.status >= 300) {
      expect(sent.body).toMatchObject({ code: expect.any(String), hint: expect.any(String) });
      continue;
    }
    inquiryId = sent.body.id;
    const { body: read } = await program.get(`/v1/inquiries/${inquiryId}`);
    expect(read).toEqual(sent.body);
    const listed = await testServer.api.get(`/v1/conversations/${read.conversationId}`);
    expect(listed.status).toBe(200);
  }
  // Otherwise this would test only one side.
  expect(Math.min(counts.get(201) ?? 0, counts.get(422) ?? 0, counts.get(400) ?? 0)).toBeGreaterThan(requests / 50);
});
