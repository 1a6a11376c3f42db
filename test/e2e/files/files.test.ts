import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { hostileFiles, sampleFiles } from "../../../packages/server/src/http/testing/sample-files.ts";
import { runSql } from "../../../packages/server/src/store/postgres/testing/run-sql.ts";
import { createApi } from "../../harness/server/api.ts";
import { askTwo } from "../../harness/server/ask-calls.ts";
import { schemaUrl, storeUnderTest } from "../../harness/server/store-under-test.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const png = sampleFiles["photo.png"];
const notes = sampleFiles["notes.md"];
const askScript = [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Thanks." }, { text: "Thanks again." }];

/** How many contents, uploads and uses there are. */
async function storedCounts(dataDir: string): Promise<readonly number[]> {
  const sql = `select (select count(*) from file_contents) as contents, (select count(*) from files) as files,
    (select count(*) from file_uses) as uses`;
  if (storeUnderTest === "postgres") return toCounts((await runSql(await schemaUrl(dataDir), sql))[0]);
  const db = new DatabaseSync(join(dataDir, "askback.db"), { readOnly: true });
  try {
    return toCounts(db.prepare(sql).get());
  } finally {
    db.close();
  }
}

function toCounts(row: Readonly<Record<string, unknown>> = {}): readonly number[] {
  return [row.contents, row.files, row.uses].map(Number);
}

test("[FILE-9] files survive kill -9 between upload and send, and between send and the model's call", {
  tags: "smoke",
}, async () => {
  const before = await startTestServer();
  const { dataDir } = before.server;
  const conversation = await before.startConversation("viewer", askScript);
  const inquiry = await conversation.waitForInquiry();
  const photo = (await before.api.upload(png, "../../photo.png")).body;
  const text = (await before.api.upload(notes, "notes.md")).body;
  expect(photo).toMatchObject({ name: "photo.png", type: "image/png", size: png.length });
  await before.server.kill();

  const env = { ASKBACK_TEST_PROMPTS: before.promptFile };
  const between = await startTestServer({ dataDir, env });
  const answers = [
    { question: "q1", text: "Like this", files: [photo.id] },
    { question: "q2", skipped: true },
  ];
  const answered = await between.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers, hold: 30 });
  expect(answered.status).toBe(202);
  await between.server.kill();

  const after = await startTestServer({ dataDir, env });
  const api = createApi(after.server);
  await api.post(`/v1/inquiries/${inquiry.id}/deliver`);
  await api.waitForStatus(conversation.id, "idle");
  expect(conversation.prompts().at(-1)?.at(-1)).toMatchObject({
    role: "user",
    content: [
      { type: "text", text: "The files that the user attached to the answer:" },
      { type: "file", mediaType: "image/png", filename: "photo.png", data: { type: "data", data: { ...png } } },
    ],
  });
  await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "", files: [text.id] });
  const log: unknown[] = [];
  await api.waitForEvent(conversation.id, ({ type, data }) => {
    log.push(data);
    return type === "run.finished" && data.runId.endsWith("_2");
  });
  expect(conversation.prompts().at(-1)?.at(-1)).toMatchObject({
    content: [{ type: "text", text: expect.stringContaining(notes.toString()) }],
  });
  const response = await fetch(`${after.server.url}/v1/files/${photo.id}`, {
    headers: { authorization: `Bearer ${after.server.keys.answer}` },
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
  expect(JSON.stringify(log)).toContain(photo.id);
  expect(JSON.stringify(log)).not.toContain(png.toString("base64").slice(0, 20));
  expect(await storedCounts(dataDir)).toEqual([2, 2, 2]);
  await api.delete(`/v1/conversations/${conversation.id}`);
  expect(await storedCounts(dataDir)).toEqual([0, 0, 0]);
  await after.server.stop();
});

test("[FILE-8] a hostile file is refused with a problem, and nothing is stored", { tags: "smoke" }, async () => {
  const { server, api } = await startTestServer();
  for (const { bytes, name, declared } of hostileFiles)
    expect(await api.upload(bytes, name, declared)).toMatchObject({
      status: 415,
      body: { code: "file-type-unsupported", hint: expect.stringMatching(/PNG/) },
    });
  const large = Buffer.concat([png, Buffer.alloc(11 * 1024 * 1024)]);
  // The server ends the connection before the whole body was sent, which some clients see as a failure to send.
  const refused = await api.upload(large, "large.png").catch(() => undefined);
  expect(refused?.status ?? 413).toBe(413);
  expect((await api.upload(Buffer.alloc(0), "empty.txt")).status).toBe(422);
  expect(await storedCounts(server.dataDir)).toEqual([0, 0, 0]);
  const full = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024 - png.length)]);
  const stored = await api.upload(full, "/etc/../..\\full\u202egnp.png");
  expect(stored).toMatchObject({ status: 201, body: { name: "fullgnp.png", size: 10 * 1024 * 1024 } });
  expect(await storedCounts(server.dataDir)).toEqual([1, 1, 0]);
  await server.stop();
});

test("[FILE-11] a model that does not accept a type reads its name, type and size", async () => {
  const { server, api, startConversation } = await startTestServer();
  const conversation = await startConversation("scripted", [{ text: "Go on." }, { text: "I cannot see it." }]);
  await conversation.waitForStatus("idle");
  const { body: file } = await api.upload(png, "photo.png");
  await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "See", files: [file.id] });
  await conversation.waitForEvent(({ type, data }) => type === "run.finished" && data.runId.endsWith("_2"));
  expect(conversation.prompts().at(-1)?.at(-1)).toEqual({
    role: "user",
    content: [
      { type: "text", text: "See" },
      { type: "text", text: `[file: "photo.png", image/png, ${png.length} bytes]` },
    ],
  });
  await server.stop();
});
