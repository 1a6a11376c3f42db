import * as wire from "@askback/core/wire";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

const yesNo = { question: "Deploy to production?", options: ["Yes", "No"] };

function ask(body: object, headers: Record<string, string> = {}) {
  return server.call("POST", "/v1/inquiries", { as: "agent", body, headers });
}

function answer(id: string, options: readonly string[] = ["o1"]) {
  return server.call("POST", `/v1/inquiries/${id}/answer`, { body: { answers: [{ question: "q1", options }] } });
}

test("[EXTERNAL-1] one POST asks, the inquiry is in the inbox, and the answer comes back with its label", async () => {
  const asked = await ask({ ...yesNo, context: "Version 4.2", agent: "Deployer" });
  expect(asked).toMatchObject({
    status: 201,
    body: {
      agent: "Deployer",
      status: "open",
      contract: "external",
      revision: 1,
      context: "Version 4.2",
      questions: [
        {
          id: "q1",
          text: yesNo.question,
          options: [
            { id: "o1", label: "Yes" },
            { id: "o2", label: "No" },
          ],
        },
      ],
    },
  });
  expect(asked.body).not.toHaveProperty("runId");
  const { id, conversationId } = asked.body;
  const inbox = await server.call("GET", "/v1/inquiries?status=open");
  expect(inbox.body.items.map((item: { id: string }) => item.id)).toContain(id);
  expect(await answer(id)).toMatchObject({ status: 202, body: { resolution: "answered", by: "owner" } });
  expect(await server.call("GET", `/v1/inquiries/${id}`, { as: "agent" })).toMatchObject({
    body: {
      status: "answered",
      resolution: { text: "Yes", answers: [{ question: "q1", options: ["o1"], labels: ["Yes"] }] },
    },
  });
  expect(await server.call("GET", `/v1/conversations/${conversationId}`)).toMatchObject({
    body: { kind: "external", status: "idle", title: yesNo.question },
  });
  const transcript = await server.call("GET", `/v1/conversations/${conversationId}/transcript`);
  expect(transcript.body.items).toMatchObject([
    { role: "agent", blocks: [{ type: "action", inquiry: { id, status: "answered" } }] },
  ]);
});

test("[EXTERNAL-2] the same key returns the same inquiry, also when it is resolved; another question is refused", async () => {
  const first = await ask({ ...yesNo, key: "deploy-7" });
  expect(await ask({ ...yesNo, key: "deploy-7" })).toMatchObject({ status: 200, body: { id: first.body.id } });
  expect(await ask(yesNo, { "idempotency-key": "deploy-7" })).toMatchObject({
    status: 200,
    body: { id: first.body.id },
  });
  await answer(first.body.id);
  const again = await ask({ ...yesNo, key: "deploy-7" });
  expect(again).toMatchObject({ status: 200, body: { id: first.body.id, status: "answered" } });
  expect(await ask({ question: "Delete production?", options: ["Yes", "No"], key: "deploy-7" })).toMatchObject({
    status: 422,
    body: { code: "ask-key-reused", inquiryId: first.body.id },
  });
  const other = await server.call("POST", "/v1/inquiries", { as: "rival", body: { ...yesNo, key: "deploy-7" } });
  expect(other.status).toBe(201);
  expect(other.body.id).not.toBe(first.body.id);
});

test("[EXTERNAL-2] of asks that race under one key one is recorded", async () => {
  const asked = await Promise.all(Array.from({ length: 8 }, () => ask({ ...yesNo, key: "race", thread: "races" })));
  expect(new Set(asked.map(({ body }) => body.id)).size).toBe(1);
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(1);
});

test("[EXTERNAL-3] asks of a thread are one conversation, open side by side; another caller's thread is another one", async () => {
  const asked = [
    await ask({ ...yesNo, thread: "release" }),
    await ask({ question: "Which region?", thread: "release" }),
  ];
  const [first, second] = asked.map(({ body }) => body);
  expect(second.conversationId).toBe(first.conversationId);
  expect(await server.call("GET", `/v1/conversations/${first.conversationId}`)).toMatchObject({
    body: { status: "parked", thread: "release", openInquiries: 2 },
  });
  expect((await answer(first.id)).status).toBe(202);
  const { body: left } = await server.call("GET", `/v1/conversations/${first.conversationId}`);
  expect(left).toMatchObject({ status: "parked", openInquiries: 1, inquiry: { id: second.id } });
  const rival = await server.call("POST", "/v1/inquiries", { as: "rival", body: { ...yesNo, thread: "release" } });
  expect(rival.body.conversationId).not.toBe(first.conversationId);
});

test("[EXTERNAL-4] a message answers the only open inquiry; one that nobody would read is refused", async () => {
  const { body } = await ask({ question: "Which region?", thread: "chat" });
  const say = (text: string, rest = {}) =>
    server.call("POST", `/v1/conversations/${body.conversationId}/messages`, { body: { text, ...rest } });
  expect(await say("Hello", { separate: true })).toMatchObject({ status: 409, body: { code: "message-unread" } });
  expect((await say("Frankfurt")).status).toBe(202);
  expect(await server.call("GET", `/v1/inquiries/${body.id}`, { as: "agent" })).toMatchObject({
    body: { status: "answered-in-chat", resolution: { text: "Frankfurt" } },
  });
  expect(await say("And?")).toMatchObject({ status: 409, body: { code: "message-unread" } });
});

test("[EXTERNAL-5] the state and what else the asker gave come back to the asker alone, and are stored sealed", async () => {
  const secret = "resume-token-canary";
  const { body } = await ask({
    ...yesNo,
    state: { token: secret },
    key: "sealed",
    webhook: "https://example.com/hook",
  });
  expect(body.origin).toEqual({ key: "sealed", state: { token: secret }, webhook: "https://example.com/hook" });
  expect((await server.call("GET", `/v1/inquiries/${body.id}`)).body).not.toHaveProperty("origin");
  const path = `/v1/inquiries/${body.id}`;
  const amend = () =>
    server.call("PATCH", path, { as: "agent", body: { context: "4.2" }, headers: { "idempotency-key": "amended" } });
  const amended = await amend();
  expect(amended.body).toMatchObject({ revision: expect.any(Number), origin: body.origin });
  expect(wire.Inquiry.keyof().options).toEqual(expect.arrayContaining(Object.keys(amended.body)));
  expect((await amend()).body).toEqual(amended.body);
  const reply = { principal: JSON.stringify(["default", "agent"]), route: `PATCH ${path}`, key: "amended" };
  const { store } = server;
  const stored = [await store.inquiry(body.id), await store.load(body.conversationId), await store.reply(reply)];
  expect(stored).not.toContain(undefined);
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test("[EXTERNAL-5] a state may have 1 MiB and comes back, but for lists; a longer one is refused by its name", async () => {
  const largest = "é".repeat((wire.maxStateBytes - 2) / 2);
  const { status, body } = await ask({ ...yesNo, state: largest, key: "large" });
  expect([status, body.origin.state]).toEqual([201, largest]);
  const { body: read } = await server.call("GET", `/v1/inquiries/${body.id}`, { as: "agent" });
  expect(read.origin.state).toBe(largest);
  const { body: page } = await server.call("GET", "/v1/inquiries?status=open", { as: "agent" });
  const listed = page.items.find(({ id }: { id: string }) => id === body.id);
  expect(listed.origin).toEqual({ key: "large" });
  const tooLong = await ask({ ...yesNo, state: `${largest}x` });
  expect(tooLong).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/state", message: "allows at most 1048576 bytes as JSON" }] },
  });
  // Other bodies have the limit that they had.
  const other = { title: "x".repeat(600_000) };
  expect(await server.call("PATCH", `/v1/inquiries/${body.id}`, { as: "agent", body: other })).toMatchObject({
    status: 413,
  });
});

test("[EXTERNAL-6] the asker changes an open inquiry; an answer to the older revision is refused with the new one", async () => {
  const { body } = await ask({ ...yesNo, context: "4.2" });
  const path = `/v1/inquiries/${body.id}`;
  const amend = (change: object, as: "agent" | "rival" | "owner" = "agent") =>
    server.call("PATCH", path, { as, body: change });
  expect(await amend({ options: ["Yes", "yes"] })).toMatchObject({ status: 422, body: { code: "ask-invalid" } });
  const changed = await amend({ question: "Deploy 4.3?", options: ["No", "Yes", "Later"], context: null });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      revision: expect.any(Number),
      questions: [
        {
          id: "q1",
          text: "Deploy 4.3?",
          options: [
            { id: "o2", label: "No" },
            { id: "o1", label: "Yes" },
            { id: "o3", label: "Later" },
          ],
        },
      ],
    },
  });
  const { revision } = changed.body;
  expect(revision).toBeGreaterThan(1);
  expect(changed.body).not.toHaveProperty("context");
  expect((await amend({ options: ["No", "Yes", "Later"] })).body.revision).toBe(revision);
  const stale = { answers: [{ question: "q1", options: ["o1"] }], revision: 1 };
  expect(await server.call("POST", `${path}/answer`, { body: stale })).toMatchObject({
    status: 409,
    body: { code: "revision-changed", revision },
  });
  expect((await amend({ question: "x" }, "rival")).status).toBe(404);
  expect((await amend({ question: "x" }, "owner")).status).toBe(403);
  await answer(body.id);
  expect(await amend({ question: "Too late?" })).toMatchObject({
    status: 409,
    body: { code: "inquiry-not-open", receipt: { resolution: "answered" } },
  });
});

test("[EXTERNAL-7] `wait` holds the request until somebody resolves the inquiry", async () => {
  const waiting = server.call("POST", "/v1/inquiries?wait=60", { as: "agent", body: { ...yesNo, key: "waits" } });
  await expect.poll(() => server.followers).toBe(1);
  const { body } = await ask({ ...yesNo, key: "waits" });
  await answer(body.id, ["o2"]);
  expect(await waiting).toMatchObject({ status: 201, body: { status: "answered", resolution: { text: "No" } } });
  expect(server.followers).toBe(0);
});

test("[EXTERNAL-8] an inquiry whose deadline passes expires; extending and withdrawing are the asker's too", async () => {
  const inAnHour = () => new Date(server.clock.now() + 3_600_000).toISOString();
  const past = new Date(server.clock.now() - 1).toISOString();
  expect(await ask({ ...yesNo, deadline: past })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/deadline" }] },
  });
  const { body } = await ask({ ...yesNo, deadline: inAnHour() });
  const { body: other } = await ask({ ...yesNo, deadline: inAnHour() });
  const later = new Date(server.clock.now() + 7_200_000).toISOString();
  const extended = await server.call("POST", `/v1/inquiries/${body.id}/extend`, {
    as: "agent",
    body: { until: later },
  });
  expect(extended).toMatchObject({ status: 202, body: { deadline: later } });
  server.clock.advance(3_600_001);
  await expect.poll(async () => (await server.store.inquiry(other.id))?.status).toBe("expired");
  expect((await server.store.inquiry(body.id))?.status).toBe("open");
  const withdrawn = await server.call("POST", `/v1/inquiries/${body.id}/withdraw`, { as: "agent" });
  expect(withdrawn).toMatchObject({ status: 202, body: { resolution: "withdrawn", by: "agent" } });
});

test("[EXTERNAL-9] a program gates a call of its own: people see the exact call, and allow or refuse it", async () => {
  const approval = { tool: "delete_branch", input: { branch: "main" } };
  const { body } = await ask({ approval });
  expect(body).toMatchObject({
    contract: "approval",
    approval,
    questions: [{ options: [{ label: "Allow once" }, { label: "Refuse" }] }],
  });
  // The ask is a card of its conversation, which has a name for people, and nothing beside it is said to run.
  const path = `/v1/conversations/${body.conversationId}`;
  expect((await server.call("GET", path)).body.title).toBe("Delete branch");
  const { items } = (await server.call("GET", `${path}/transcript`)).body;
  expect(items.map(({ blocks }: { blocks: { type: string }[] }) => blocks.map(({ type }) => type))).toEqual([
    ["action"],
  ]);
  expect(await answer(body.id)).toMatchObject({ status: 202, body: { allowed: true } });
  const { body: refused } = await ask({ approval });
  expect(await answer(refused.id, ["o2"])).toMatchObject({ status: 202, body: { allowed: false } });
});

test("[EXTERNAL-9] a call that its asker changed is allowed only by who names the revision that they have seen", async () => {
  const { body } = await ask({ approval: { tool: "list_branches", input: {} } });
  const path = `/v1/inquiries/${body.id}`;
  const change = { approval: { tool: "delete_branch", input: { branch: "main" } } };
  const { status, body: changed } = await server.call("PATCH", path, { as: "agent", body: change });
  expect(status).toBe(200);
  const { revision } = changed;
  expect(await answer(body.id)).toMatchObject({ status: 409, body: { code: "revision-changed", revision } });
  const seen = { answers: [{ question: "q1", options: ["o1"] }], revision };
  expect(await server.call("POST", `${path}/answer`, { body: seen })).toMatchObject({ body: { allowed: true } });
});

test.for<[string, object]>([
  ["nothing", {}],
  ["options beside several questions", { questions: [{ question: "b" }], options: ["Yes"] }],
  ["two forms", { question: "a", questions: [{ question: "b" }] }],
  ["equal labels", { question: "a", options: ["Yes", "yes"] }],
  ["a blank question", { question: " \u200b " }],
  ["no way to answer", { question: "a", ownWords: false }],
  ["an unknown field", { question: "a", answers: { a: "Yes" } }],
  ["a webhook that is no address", { question: "a", webhook: "not a url" }],
])("[EXTERNAL-10] %s is refused, and nothing is recorded", async ([, body]) => {
  const before = await server.store.position();
  expect([400, 422]).toContain((await ask(body)).status);
  expect(await server.store.position()).toBe(before);
});

test("[EXTERNAL-10] a program reads what is wrong once, and no name of a tool", async () => {
  const { body } = await ask({ question: "a", options: ["Yes", "yes"] });
  expect(body.detail).toMatch(
    /^Invalid input: nothing was asked\.\n- questions\[0\]\.options: two labels are the same .*\nAllowed/,
  );
  expect(body.detail).toMatch(/\nCorrect this and ask again\.$/);
});

test("[EXTERNAL-10] people cannot ask by a key that answers, and a deleted conversation frees its key and thread", async () => {
  expect((await server.call("POST", "/v1/inquiries", { as: "owner", body: yesNo })).status).toBe(403);
  const { body } = await ask({ ...yesNo, key: "again", thread: "gone" });
  expect((await server.call("DELETE", `/v1/conversations/${body.conversationId}`)).status).toBe(204);
  const again = await ask({ ...yesNo, key: "again", thread: "gone" });
  expect(again.status).toBe(201);
  expect(again.body.conversationId).not.toBe(body.conversationId);
});
