import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../harness/server/api.ts";
import { askCall } from "../harness/server/ask-calls.ts";
import { type ProviderTestServer, startProviderTestServer } from "../harness/server/provider-test-server.ts";
import type { ServerEvent } from "../harness/server/server-events.ts";
import { anthropic } from "../providers/protocol/anthropic.ts";
import type { ProviderReply } from "../providers/protocol/protocol.ts";

const ask = { id: "call_ask", ...askCall("ask_user_question", "Which secret?") };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
let testServer: ProviderTestServer;
let alpha: Api;
let beta: Api;
/** A conversation of alpha that waits for an answer. */
let secret: { readonly id: string; readonly inquiry: string; readonly run: string };

beforeAll(async () => {
  testServer = await startProviderTestServer(anthropic, {
    agents: [
      { name: "worker", spawn: ["helper"] },
      { name: "helper", ask: false },
    ],
    keys: [
      { name: "ann", project: "alpha", scopes: ["answer"], key: "key_of_alpha" },
      { name: "ben", project: "beta", scopes: ["answer"], key: "key_of_beta" },
      { name: "bot", project: "beta", scopes: ["ask"], key: "bot_of_beta" },
    ],
  });
  alpha = createApi(testServer.server, "key_of_alpha");
  beta = createApi(testServer.server, "key_of_beta");
  const id = await begin(alpha, "The plan of alpha", { calls: [ask] });
  const { body } = await alpha.get(`/v1/inquiries?conversation=${id}`);
  secret = { id, inquiry: body.items[0].id, run: body.items[0].runId };
});
afterAll(() => testServer.close());

/** Starts a conversation and waits until it asks. */
async function begin(api: Api, message: string, ...replies: readonly ProviderReply[]): Promise<string> {
  testServer.provider.queueReplies(...replies);
  const { body } = await api.post("/v1/conversations", { agent: "worker", message });
  await api.waitForEvent(body.id, ({ type }) => type === "inquiry.asked");
  return body.id;
}

/** Every route of the API description with a parameter, filled with ids of project alpha. */
async function routesToAlpha(): Promise<readonly (readonly [method: string, path: string])[]> {
  const { body } = await testServer.api.get("/openapi.json");
  return Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) => {
    const named = path
      .replace("{id}", path.includes("inquiries") ? secret.inquiry : path.includes("runs/") ? secret.run : secret.id)
      .replace("{project}", "alpha")
      .replace("{question}", secret.inquiry)
      .replace("{run}", secret.run);
    return named === path ? [] : Object.keys(item).map((method) => [method.toUpperCase(), named] as const);
  });
}

const bodies = [
  ["answers", { answers: [{ question: "q1", options: ["o1"] }] }],
  ["fork", { inquiry: "" }],
  ["messages", { text: "Hello." }],
  // Nothing here belongs to alpha; a refusal may repeat what its own caller sent.
  ["respond", { answers: { "Which one?": "This" }, response: "This" }],
  ["answer", { question_id: "latest", answer: "This" }],
] as const;

test("[PROJECT-1] [S3-48] no route shows or changes what belongs to another project", { tags: "smoke" }, async () => {
  const routes = await routesToAlpha();
  expect(routes.length).toBeGreaterThan(25);
  const before = await testServer.position();
  for (const key of ["key_of_beta", "bot_of_beta", testServer.server.keys.answer, testServer.server.keys.ask]) {
    for (const [method, path] of routes) {
      for (const body of method === "GET" || method === "DELETE"
        ? [undefined]
        : [...bodies.map(([, some]) => some), { title: "Mine" }, {}]) {
        const response = await fetch(`${testServer.server.url}${path}`, {
          method,
          headers: { ...bearer(key), "content-type": "application/json" },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        expect([400, 403, 404], `${method} ${path}: ${response.status} ${text}`).toContain(response.status);
        expect(text).not.toMatch(/secret|alpha|Left|Right/);
      }
    }
  }
  expect(await testServer.position()).toBe(before);
  expect(await alpha.get(`/v1/conversations/${secret.id}`)).toMatchObject({
    body: { status: "parked", waitingMessages: 0 },
  });
});

test("[PROJECT-1] a resource of another project is refused exactly as a missing one", async () => {
  const strip = ({ status, body }: { readonly status: number; readonly body: unknown }) => ({ status, body });
  const nothing = { id: "conv_nothing", inquiry: "inq_nothing_1", run: "run_nothing_1" };
  const paths = ({ id, inquiry, run }: typeof nothing) => [
    `/v1/conversations/${id}`,
    `/v1/inquiries/${inquiry}`,
    `/v1/runs/${run}`,
    `/conversations/${id}/events`,
    `/api/v1/sessions/${id}/pending-question`,
    `/api/v1/sessions/${id}/events`,
    `/api/projects/beta/agent-runs/${run}`,
    `/api/projects/beta/agent-runs/${run}/questions`,
  ];
  for (const [index, path] of paths(secret).entries())
    expect(strip(await beta.get(path))).toEqual(strip(await beta.get(paths(nothing)[index] ?? "")));
});

test("[PROJECT-1] lists and counts hold only what is in the project", async () => {
  const mine = await begin(beta, "The plan of beta", { calls: [{ ...ask, id: "call_beta" }] });
  const ids = async (api: Api, path: string) =>
    (await api.get(path)).body.items.map(({ id, conversationId }: Record<string, string>) => conversationId ?? id);
  for (const path of [
    "/v1/conversations",
    "/v1/conversations?q=plan",
    "/v1/conversations?status=parked",
    "/v1/inquiries",
    "/v1/inquiries?status=open",
  ]) {
    expect(await ids(beta, path)).toEqual([mine]);
    expect(await ids(alpha, path)).toEqual([secret.id]);
    expect(await ids(testServer.api, path)).toEqual([]);
  }
  expect(await ids(beta, "/v1/conversations?q=alpha")).toEqual([]);
  expect(await ids(beta, `/v1/conversations?parent=${secret.id}`)).toEqual([]);
  expect(await ids(beta, `/v1/inquiries?conversation=${secret.id}`)).toEqual([]);
  expect(await ids(beta, `/v1/inquiries?run=${secret.run}`)).toEqual([]);
  for (const [api, open] of [
    [alpha, 1],
    [beta, 1],
    [testServer.api, 0],
  ] as const)
    expect((await api.get("/v1/inbox/count")).body).toEqual({ open, snoozed: 0 });
  const { body } = await beta.get("/api/projects/beta/agent-questions?status=pending");
  expect(body.items.map(({ projectId }: Record<string, string>) => projectId)).toEqual(["beta"]);
  await beta.post(`/v1/conversations/${mine}/stop`);
});

test("[PROJECT-1] a stream sends only what is in the project, and one of another project's conversation is refused", async () => {
  const mine = await begin(beta, "Another plan of beta", { calls: [{ ...ask, id: "call_mine" }] });
  const named = `conversation=${mine}`;
  const isLast = ({ type, data }: ServerEvent) => type === "conversation.renamed" && data.title === "The end";
  const streams = ["/v1/events", `/v1/events?${named}`, "/v1/events?after=0", `/v1/events?${named}&after=0`].map(
    (path) => {
      const opened = Promise.withResolvers<void>();
      const events = testServer.follow(
        path,
        (event) => {
          opened.resolve();
          return isLast(event);
        },
        bearer("key_of_beta"),
      );
      return { opened: opened.promise, events };
    },
  );
  for (const { opened } of streams) await opened;
  const hold = Promise.withResolvers<void>();
  testServer.provider.queueRepliesTo("A live secret", { text: "A secret streams", hold: hold.promise });
  const { body: live } = await alpha.post("/v1/conversations", { agent: "worker", message: "A live secret" });
  await alpha.waitForEvent(live.id, ({ type }) => type === "text.streamed");
  await alpha.patch(`/v1/conversations/${secret.id}`, { title: "The plan of alpha, renamed" });
  hold.resolve();
  await alpha.waitForStatus(live.id, "idle");
  await beta.patch(`/v1/conversations/${mine}`, { title: "The end" });
  for (const { events } of streams) {
    const seen = await events;
    expect(JSON.stringify(seen)).not.toMatch(/alpha|secret streams/);
    expect(JSON.stringify(seen)).not.toContain(secret.id);
    expect(seen.at(-1)?.data.conversationId).toBe(mine);
  }
  const [first] = (await streams[0]?.events) ?? [];
  expect(first).toMatchObject({ type: "snapshot", data: { openInquiries: 1, inquiries: [{ conversationId: mine }] } });
  const [second] = (await streams[1]?.events) ?? [];
  expect(second?.data.conversations.map(({ id }: { id: string }) => id)).toEqual([mine]);
  for (const key of ["key_of_beta", "bot_of_beta"])
    for (const query of [`conversation=${secret.id}`, `${named}&conversation=${secret.id}&after=0`]) {
      const refused = await fetch(`${testServer.server.url}/v1/events?${query}`, { headers: bearer(key) });
      expect(refused.status).toBe(404);
      expect(await refused.json()).toMatchObject({ code: "conversation-unknown" });
    }
  await beta.post(`/v1/conversations/${mine}/stop`);
});

test("[PROJECT-1] sub-agents and forks stay in their project", async () => {
  const spawn = {
    id: "call_spawn",
    name: "spawn_agents",
    input: { agents: [{ agent: "helper", task: "Help alpha." }] },
  };
  testServer.provider.queueRepliesTo("Help alpha", { text: "Helped." });
  const id = await begin(alpha, "Delegate it", { calls: [spawn] }, { calls: [{ ...ask, id: "call_later" }] });
  const [child] = (await alpha.get(`/v1/conversations?parent=${id}`)).body.items;
  expect(child).toMatchObject({ project: "alpha", createdBy: "ann", status: "idle" });
  const { body } = await alpha.get(`/v1/inquiries?conversation=${id}`);
  const forked = await alpha.post(`/v1/conversations/${id}/fork`, { inquiry: body.items[0].id });
  expect(forked.body).toMatchObject({ project: "alpha", createdBy: "ann" });
  for (const hidden of [child.id, forked.body.id])
    expect(await beta.get(`/v1/conversations/${hidden}`)).toMatchObject({ status: 404 });
  expect((await beta.get("/v1/inbox/count")).body).toEqual({ open: 0, snoozed: 0 });
  for (const open of [id, forked.body.id, secret.id]) await alpha.post(`/v1/conversations/${open}/stop`);
  expect((await alpha.get("/v1/inbox/count")).body).toEqual({ open: 0, snoozed: 0 });
});
