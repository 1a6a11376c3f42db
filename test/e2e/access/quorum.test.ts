import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, type ApiResponse, createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { colleagueKey } from "../../harness/server/colleague.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";
import { storeUnderTest } from "../../harness/server/store-under-test.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const allow = { answers: [{ question: "q1", options: ["o1"] }] };
const refuse = { answers: [{ question: "q1", options: ["o2"] }] };

/** On PostgreSQL two servers share the data; on SQLite one has it. */
let servers: readonly ServerProcess[];

beforeAll(async () => {
  const first = await startServerProcess();
  const { dataDir } = first;
  servers = storeUnderTest === "sqlite" ? [first] : [first, await startServerProcess({ dataDir })];
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

function apis(key: (server: ServerProcess) => string): readonly Api[] {
  return servers.map((server) => createApi(server, key(server)));
}
const at = (some: readonly Api[], index: number) => some[index % some.length] as Api;

test("[QUORUM-1] agreements and refusals that race, at every server, have one end, and everybody gets its receipt", {
  tags: "smoke",
}, async () => {
  const [programs, owners, colleagues] = [
    apis(() => callerKey),
    apis(({ keys }) => keys.answer),
    apis(() => colleagueKey),
  ];
  for (let round = 0; round < 6; round += 1) {
    const body = { approval: { tool: "deploy", input: { round } }, quorum: [{ count: 2, keys: true }] };
    const { body: asked } = await at(programs, round).post("/v1/inquiries", body);
    const path = `/v1/inquiries/${asked.id}`;
    const waiting = at(programs, round).get(`${path}?wait=60`);
    const decision = (index: number) => (round % 2 === 1 && index % 6 === 5 ? refuse : allow);
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        at(index % 2 === 0 ? owners : colleagues, index >> 1).post(`${path}/answer`, decision(index)),
      ),
    );
    const { body: ended } = await waiting;
    const isAllowed = ended.receipt.allowed;
    const receipts = sent
      .flatMap(({ body: one }: ApiResponse) => (one.receipt ? [one.receipt] : []))
      .concat(sent.flatMap(({ status, body: one }) => (status === 202 && !one.agreement ? [one] : [])));
    for (const receipt of receipts) expect(receipt).toEqual(ended.receipt);
    if (isAllowed) expect(ended.receipt.agreedBy.toSorted()).toEqual(["colleague", "owner"]);
    if (round % 2 === 0) expect(isAllowed).toBe(true);
    const types: string[] = [];
    await at(owners, round).waitForEvent(ended.conversationId, ({ type }) => {
      types.push(type);
      return type === "inquiry.resolved";
    });
    expect(types.filter((type) => type === "inquiry.agreed").length).toBe(ended.agreements?.length ?? 0);
  }
});

test("[QUORUM-1] [QUORUM-3] [QUORUM-4] a gated tool of an agent runs once, when two others than its starter agree", async () => {
  const testServer = await startTestServer();
  const { server, api: owner } = testServer;
  const [caller, colleague] = [createApi(server, callerKey), createApi(server, colleagueKey)];
  const script = [{ calls: [{ id: "call_a", name: "note", input: { line: "once" } }] }, { text: "Done." }];
  const own = await testServer.startConversation("guarded", script, owner);
  const mine = `/v1/inquiries/${(await own.waitForInquiry()).id}/answer`;
  expect(await owner.post(mine, allow)).toMatchObject({ status: 403, body: { code: "approval-by-asker" } });

  const conversation = await testServer.startConversation("guarded", script, caller);
  const path = `/v1/inquiries/${(await conversation.waitForInquiry()).id}`;
  expect(await colleague.post(`${path}/answer`, { ...allow, comment: "Looks right" })).toMatchObject({
    body: { agreement: { given: 1, needed: 2 } },
  });
  expect(await owner.post(`${path}/answer`, allow)).toMatchObject({
    body: { allowed: true, agreedBy: ["colleague", "owner"] },
  });
  await conversation.waitForStatus("idle");
  const [last] = conversation.newMessages().filter((message) => "person" in message);
  expect(last).toEqual({
    person: expect.stringContaining('"colleague" and "Owner" allowed note.\n"colleague" added: "Looks right"'),
  });
  expect(await conversation.faults()).toEqual([]);
  await server.stop();
});

test("[AUDIENCE-1] [AUDIENCE-2] [AUDIENCE-4] only the audience of an agent's definition answers it, over HTTP and in chat", async () => {
  const testServer = await startTestServer();
  const { server, api: owner } = testServer;
  const colleague = createApi(server, colleagueKey);
  const input = { questions: [{ question: "Which?", options: [{ label: "A" }, { label: "B" }] }] };
  const script = [{ calls: [{ id: "call_a", name: "ask_user_question", input }] }, { text: "Done." }];
  const conversation = await testServer.startConversation("private", script);
  const path = `/v1/inquiries/${(await conversation.waitForInquiry()).id}`;
  expect(await owner.post(`${path}/answer`, allow)).toMatchObject({
    status: 403,
    body: { code: "not-in-audience", audience: { people: ["colleague"] } },
  });
  await owner.post(`/v1/conversations/${conversation.id}/messages`, { text: "Take A" });
  expect((await owner.get(path)).body).toMatchObject({ status: "open", mayAnswer: false });
  expect((await owner.get("/v1/inbox/count")).body.open).toBe(0);
  expect((await colleague.get("/v1/inbox/count")).body.open).toBe(1);
  expect((await owner.get("/v1/inquiries?status=open&waiting=you")).body.items).toEqual([]);
  expect(await colleague.post(`${path}/answer`, allow)).toMatchObject({ status: 202 });
  await conversation.waitForStatus("idle");
  expect(conversation.newMessages()).toContainEqual({ person: "Take A" });
  await server.stop();
});
