import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, type ApiResponse, createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { colleagueKey } from "../harness/server/colleague.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;
let api: Api;

beforeAll(async () => {
  testServer = await startTestServer();
  api = testServer.api;
});
afterAll(() => testServer.server.stop());

const other = [{ question: "q1", options: ["o2"] }, bothAnswered[1]];

/** Commands for one inquiry; those of one name are identical, so all of them succeed or none. */
const commands = [
  { name: "A", route: "answer", body: { answers: bothAnswered }, resolution: "answered" },
  { name: "B", route: "answer", body: { answers: other }, resolution: "answered" },
  { name: "A with a comment", route: "answer", body: { answers: bothAnswered, comment: "!" }, resolution: "answered" },
  { name: "delegate", route: "delegate", body: {}, resolution: "delegated" },
  { name: "decline", route: "decline", body: {}, resolution: "declined" },
  { name: "dismiss", route: "dismiss", body: {}, resolution: "dismissed" },
] as const;

type Command = (typeof commands)[number];

async function parked() {
  const conversation = await testServer.startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  return { conversation, path: `/v1/inquiries/${(await conversation.waitForInquiry()).id}` };
}

function sendCommand(
  command: Command,
  path: string,
  by: Api,
  headers?: Readonly<Record<string, string>>,
): Promise<ApiResponse> {
  return by.post(`${path}/${command.route}`, command.body, headers);
}

test("[HTTP-4] [S2-08, S3-47, S3-51] of 200 commands at once one wins; identical repeats get its receipt, all others 409 with it", {
  tags: "smoke",
}, async () => {
  for (let round = 0; round < commands.length; round += 1) {
    const { conversation, path } = await parked();
    // Each round sends another command first.
    const sent = Array.from({ length: 200 }, (_, index) => commands[(index + round) % commands.length] as Command);
    const responses = await Promise.all(sent.map((command) => sendCommand(command, path, api)));
    const granted = responses.flatMap((response, index) => (response.status === 202 ? [index] : []));
    const winner = sent[granted[0] ?? -1];
    const receipt = responses[granted[0] ?? -1]?.body;
    expect(receipt).toMatchObject({ resolution: winner?.resolution, by: "owner" });
    for (const [index, { status, body }] of responses.entries()) {
      const isSame = sent[index]?.name === winner?.name;
      expect({ status, receipt: isSame ? body : body.receipt }).toEqual({ status: isSame ? 202 : 409, receipt });
    }
    await conversation.waitForStatus("idle");
    const resolved = (await conversation.log()).filter(({ type }) => type === "inquiry.resolved");
    expect(resolved).toMatchObject([{ resolution: { type: winner?.resolution } }]);
    expect(await conversation.faults()).toEqual([]);
  }
});

test("[HTTP-4] with keys of their own, all repeats of the winner replay the same receipt for ever", async () => {
  const { conversation, path } = await parked();
  const send = () =>
    Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        sendCommand(commands[index % commands.length] as Command, path, api, { "idempotency-key": `${path} ${index}` }),
      ),
    );
  const first = await send();
  await conversation.waitForStatus("idle");
  const again = await send();
  expect(again.map(({ status, body }) => ({ status, body }))).toEqual(
    first.map(({ status, body }) => ({ status, body })),
  );
  expect(await conversation.faults()).toEqual([]);
});

test("[HTTP-4] the same answer from another person is a conflict, whoever was first", async () => {
  const { conversation, path } = await parked();
  const colleague = createApi(testServer.server, colleagueKey);
  const responses = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const by = index % 2 === 0 ? "owner" : "colleague";
      return { by, ...(await sendCommand(commands[0], path, by === "owner" ? api : colleague)) };
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
  await conversation.waitForStatus("idle");
  expect(await conversation.faults()).toEqual([]);
});

test("[HTTP-4] held answers, retractions, messages and stops at once still leave one resolution", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { conversation, path } = await parked();
    const mixed = Array.from({ length: 100 }, (_, index) => {
      const kinds = [
        () => api.post(`${path}/answer`, { answers: bothAnswered, hold: 0.05 }),
        () => api.post(`${path}/retract`),
        () => api.post(`/v1/conversations/${conversation.id}/messages`, { text: `Message ${index}` }),
        () => api.post(`${path}/answer`, { answers: other }),
        () => api.post(`/v1/conversations/${conversation.id}/stop`),
      ];
      return kinds[(index + round) % kinds.length]?.();
    });
    const responses = await Promise.all(mixed);
    for (const response of responses) expect([202, 409]).toContain(response?.status);
    await conversation.waitForStatus("idle");
    expect(await conversation.faults()).toEqual([]);
  }
});
