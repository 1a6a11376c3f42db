import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "../../../packages/server/src/notify/testing/receiver.ts";
import { findInCopies } from "../../harness/secrets/stored-copies.ts";
import { formsOf } from "../../harness/secrets/text-forms.ts";
import { createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { runProgram } from "../../harness/server/run-program.ts";
import { storedBytes, storeEnvironment } from "../../harness/server/store-under-test.ts";
import { temporaryFolder } from "../../harness/server/temporary-folder.ts";
import { startTestServer } from "../../harness/server/test-server.ts";
import { openTraceCollector } from "../../harness/server/trace-collector.ts";

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");
const askKey = { name: "ask_user", input: { question: "Which key opens the door?", secret: true } };
const script = [
  { calls: [{ id: "call_a", ...askKey }] },
  { calls: [{ id: "call_b", name: "unlock", input: { key: "$SECRET" } }] },
  { text: "Done." },
];

test("[SECRET-1] [SECRET-2] [SECRET-3] [SECRET-4] what is typed as a secret reaches the tool and the asker, and is nowhere else", {
  tags: "smoke",
}, async () => {
  const canary = `Canary-${randomUUID()}`;
  const hooks = await startReceiver();
  const collector = await openTraceCollector();
  onTestFinished(async () => {
    collector.close();
    await hooks.close();
  });
  const notes = join(temporaryFolder(), "notes");
  const testServer = await startTestServer({
    env: {
      ASKBACK_TEST_WEBHOOK: hooks.url,
      ASKBACK_TEST_NOTES: notes,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    },
  });
  const { server, api } = testServer;
  const caller = createApi(server, callerKey);
  const body = { answers: [{ question: "q1", text: canary }] };

  const conversation = await testServer.startConversation("locked", script, caller);
  const path = `/v1/inquiries/${(await conversation.waitForInquiry()).id}`;
  const draft = { revision: 1, comment: "", step: 0, answers: { q1: { ...emptyAnswer, text: canary } } };
  const saved = await api.put(`${path}/draft`, { draft, device: "laptop" });
  expect(saved).toMatchObject({ status: 200, body: { draft: { answers: { q1: { text: "" } } } } });
  const sent = await api.post(`${path}/answer`, body, { "idempotency-key": "once" });
  expect(sent.status).toBe(202);
  for (const headers of [{ "idempotency-key": "once" }, {}])
    expect(await api.post(`${path}/answer`, body, headers)).toMatchObject({ status: 202, body: sent.body });
  expect(await api.post(`${path}/answer`, { answers: [{ question: "q1", text: "other" }] })).toMatchObject({
    status: 409,
  });
  await conversation.waitForStatus("idle");
  expect(readFileSync(notes, "utf8")).toBe(`${sha256Of(canary)}\n`);
  // Who got it is recorded each time, and never what it was.
  const { body: audited } = await api.get(`${path}/audit`);
  expect(audited.items).toContainEqual(
    expect.objectContaining({
      type: "secret-read",
      facts: { handle: expect.stringMatching(/^sec_/), agent: "locked", tool: "unlock", callId: "call_b" },
    }),
  );
  const [result] = conversation.newMessages();
  expect(result).toMatchObject({ text: '{"opened":true,"with":"[secret]"}' });

  const { body: asked } = await caller.post("/v1/inquiries", { question: "Which token?", secret: true });
  await api.post(`/v1/inquiries/${asked.id}/answer`, body);
  const { body: answered } = await caller.get(`/v1/inquiries/${asked.id}`);
  const handle = answered.resolution.answers[0].secret;
  expect(answered.resolution).toMatchObject({ text: handle, answers: [{ question: "q1", secret: handle }] });
  expect(await caller.post(`/v1/secrets/${handle}`)).toMatchObject({ status: 200, body: { secret: canary } });
  const { body: exchanged } = await api.get(`/v1/inquiries/${asked.id}/audit`);
  expect(exchanged.items).toContainEqual(
    expect.objectContaining({ type: "secret-read", by: expect.any(String), via: "api", facts: { handle } }),
  );

  const reads = [
    `/v1/conversations/${conversation.id}/transcript`,
    `/v1/conversations/${conversation.id}/export?format=markdown`,
    `/v1/conversations/${conversation.id}/export?format=json`,
    `/v1/inquiries?conversation=${conversation.id}`,
    `${path}/draft`,
    `/v1/inquiries/${asked.id}/notices`,
  ];
  for (const read of reads) expect(JSON.stringify((await api.get(read)).body), read).not.toContain(canary);
  expect((await api.get(`/v1/inquiries?q=${canary}`)).body.items).toEqual([]);
  expect((await api.get(`/v1/conversations?q=${canary}`)).body.items).toEqual([]);
  expect(JSON.stringify(await conversation.log())).not.toContain(canary);
  await hooks.until((received) => received.some((message) => message.body.includes(handle)));
  await collector.span(({ name }) => name.includes("unlock"));
  const forms = [...formsOf(canary), sha256Of(canary), sha256Of(JSON.stringify(body))];
  const isInCopies = await findInCopies(server.dataDir);
  expect(isInCopies(handle)).toBe(true);
  expect(forms.filter(isInCopies)).toEqual([]);
  expect(await server.stop()).toBe(0);

  const archive = join(temporaryFolder(), "archive.jsonl");
  const env = { ASKBACK_DATA_DIR: server.dataDir, ...(await storeEnvironment(server.dataDir)) };
  expect(await runProgram(["export", archive], { env })).toMatchObject({ code: 0 });
  const places = {
    store: await storedBytes(server.dataDir),
    log: server.lines.join("\n"),
    prompts: readFileSync(testServer.promptFile, "utf8"),
    webhooks: hooks.received.map((message) => message.body).join("\n"),
    traces: collector.bodies.join("\n"),
    archive: readFileSync(archive, "utf8"),
  };
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(500);
    for (const form of forms) expect(text.includes(form), `${form} in ${place}`).toBe(false);
  }
  expect(places.archive).not.toContain('"route":"secret"');
  expect(places.prompts).toContain("sec_");
});

const emptyAnswer = { options: [], isTextChosen: true, note: "", isSkipped: false };

test("[SECRET-3] nobody but the asker exchanges a handle, and a deletion erases the secret", async () => {
  const { server, api } = await startTestServer();
  const caller = createApi(server, callerKey);
  const other = createApi(server, server.keys.ask);
  const { body: asked } = await caller.post("/v1/inquiries", { question: "Which token?", secret: true });
  const path = `/v1/inquiries/${asked.id}`;
  const held = await api.post(`${path}/answer`, { answers: [{ question: "q1", text: "hunter2" }], hold: 300 });
  expect(held.status).toBe(202);
  await api.post(`${path}/retract`);
  await api.post(`${path}/answer`, { answers: [{ question: "q1", text: "hunter3" }] });
  const { body: answered } = await caller.get(path);
  const exchange = `/v1/secrets/${answered.resolution.answers[0].secret}`;
  expect(await caller.post(exchange)).toMatchObject({ status: 200, body: { secret: "hunter3" } });
  expect(await other.post(exchange)).toMatchObject({ status: 404, body: { code: "secret-unknown" } });
  expect(await api.post(exchange)).toMatchObject({ status: 403 });
  expect(await caller.post("/v1/secrets/sec_unknown")).toMatchObject({ status: 404 });
  expect(await api.delete(`/v1/conversations/${asked.conversationId}`)).toMatchObject({ status: 204 });
  expect(await caller.post(exchange)).toMatchObject({ status: 404 });
  await server.stop();
});
