import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../../harness/server/api.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { colleagueKey } from "../../harness/server/colleague.ts";
import { type ServerEvent, serverEvents } from "../../harness/server/server-events.ts";
import { startTestServer, type TestServer } from "../../harness/server/test-server.ts";

let testServer: TestServer;
/** Everybody who may see the conversation and did not give the answer. */
let others: Readonly<Record<string, Api>>;

beforeAll(async () => {
  testServer = await startTestServer();
  const { server } = testServer;
  others = { agent: createApi(server, server.keys.ask), colleague: createApi(server, colleagueKey) };
});
afterAll(() => testServer.server.stop());

let count = 0;

interface Held {
  readonly id: string;
  readonly inquiry: string;
  readonly run: string;
  /** What every text of the answer begins with. */
  readonly canary: string;
  readonly answers: readonly object[];
}

/** A conversation of the agent's key whose question the owner has answered; the answer can be taken back for minutes. */
async function held(agent = "scripted", call: object = askOne, option?: string): Promise<Held> {
  count += 1;
  const canary = `Canary${count}x`;
  const answer = option === undefined ? { text: `${canary} words`, note: `${canary} note` } : { options: [option] };
  const answers = [{ question: "q1", ...answer }];
  const script = [{ calls: [{ id: "call_a", ...call }] }, { text: "Done." }] as never;
  const conversation = await testServer.startConversation(agent, script, others.agent);
  const { id } = await conversation.waitForInquiry();
  const body = { answers, comment: `${canary} comment`, hold: 300 };
  const { status, body: receipt } = await testServer.api.post(`/v1/inquiries/${id}/answer`, body);
  expect(status).toBe(202);
  return { id: conversation.id, inquiry: id, run: receipt.runId, canary, answers };
}

/** Every route that reads, filled with the ids of a conversation; streams are followed elsewhere. */
async function readingPaths({ id, inquiry, run }: Held): Promise<readonly string[]> {
  const { paths } = (await testServer.api.get("/openapi.json")).body;
  const described = Object.entries(paths as Record<string, object>).flatMap(([path, item]) =>
    "get" in item && !path.endsWith("/events") ? [path] : [],
  );
  const named = described.map((path) =>
    path
      .replace("{id}", path.includes("inquiries") ? inquiry : path.includes("runs/") ? run : id)
      .replace("{project}", "default")
      .replace("{run}", run),
  );
  const formats = ["markdown", "json"].map((format) => `/v1/conversations/${id}/export?format=${format}`);
  const lists = ["/v1/inquiries?status=held", `/v1/inquiries?conversation=${id}`, "/v1/inquiries?resolvedBy=owner"];
  return [...named, ...formats, ...lists];
}

/** Where somebody else reads a word of the answer. */
async function leaks(conversation: Held): Promise<readonly string[]> {
  const paths = await readingPaths(conversation);
  expect(paths.length).toBeGreaterThan(15);
  const found: string[] = [];
  for (const [name, api] of Object.entries(others))
    for (const path of paths) if (contains(conversation, (await api.get(path)).body)) found.push(`${name} ${path}`);
  return found;
}

const isQuestion = ({ type }: { readonly type: string }) => type === "action";

function contains({ canary }: Held, value: unknown): boolean {
  return JSON.stringify(value).includes(canary);
}

/** Follows a stream from the start of the log until an event comes. */
async function followed(
  path: string,
  key: string,
  until: (event: ServerEvent) => boolean,
  onStarted = () => {},
): Promise<ServerEvent[]> {
  const seen: ServerEvent[] = [];
  for await (const event of serverEvents(`${testServer.server.url}${path}`, { authorization: `Bearer ${key}` })) {
    seen.push(event);
    onStarted();
    if (until(event)) return seen;
  }
  throw new Error("the stream ended before the event came");
}

test("[RESOLVE-20] nobody else reads the words of a held answer, on any route, in any format or by a search", {
  tags: "smoke",
}, async () => {
  const conversation = await held();
  expect(await leaks(conversation)).toEqual([]);
  for (const api of [testServer.api, ...Object.values(others)])
    for (const path of ["/v1/inquiries", "/v1/conversations"])
      expect((await api.get(`${path}?q=${conversation.canary}`)).body.items).toEqual([]);
  const { items } = (await others.colleague?.get(`/v1/conversations/${conversation.id}/transcript`))?.body ?? {};
  const blocks = items.flatMap(({ blocks }: { blocks: { type: string }[] }) => blocks);
  expect(blocks.find(isQuestion)).toMatchObject({
    status: "pending",
    content: "Tea or coffee?\n- Tea\n- Coffee\n(answered; the answer can still be taken back)",
    extra: { needsUserAction: false, questionResolution: "asked" },
    inquiry: { status: "held", heldUntil: expect.any(String), receipt: { by: "owner", resolution: "answered" } },
  });
  const question = await others.agent?.get("/api/projects/default/agent-questions?status=answered");
  expect(question?.body.items).toMatchObject([{ response: null, respondedBy: "owner", status: "answered" }]);
  await testServer.api.post(`/v1/inquiries/${conversation.inquiry}/deliver`);
  expect((await others.agent?.get(`/v1/inquiries/${conversation.inquiry}`))?.body.resolution.answers).toEqual(
    conversation.answers,
  );
  expect((await others.colleague?.get(`/v1/inquiries?q=${conversation.canary}`))?.body.items).toHaveLength(1);
});

test("[RESOLVE-20] a refused command of somebody else shows the winner and the time, not the words", async () => {
  const conversation = await held();
  const { id, inquiry } = conversation;
  const { colleague } = others;
  const answer = { answers: [{ question: "q1", options: ["o1"] }] };
  const attempts = [
    ...(["delegate", "decline", "dismiss", "deliver", "retract"] as const).map((name) => [name, {}] as const),
    ["answer", answer] as const,
    ["extend", { until: null }] as const,
    ["see", {}] as const,
  ].map(([name, body]) => [`/v1/inquiries/${inquiry}/${name}`, body] as const);
  const compat = [
    [`/api/projects/default/agent-questions/${inquiry}/respond`, { response: "Tea" }],
    [`/conversations/${id}/respond`, { answers: { "Tea or coffee?": "Tea" } }],
    [`/api/v1/sessions/${id}/answer`, { question_id: "latest", answer: "Tea" }],
  ] as const;
  for (const [path, body] of [...attempts, ...compat]) {
    const response = await colleague?.post(path, body);
    expect(response?.status, path).toBeLessThan(500);
    expect(contains(conversation, response?.body), path).toBe(false);
  }
  const conflict = await colleague?.post(`/v1/inquiries/${inquiry}/answer`, answer);
  expect(conflict).toMatchObject({ status: 409, body: { receipt: { by: "owner", heldUntil: expect.any(String) } } });
  await testServer.api.post(`/v1/conversations/${id}/stop`);
});

test("[RESOLVE-20] streams send the words when the answer is delivered, and not before", async () => {
  const conversation = await held();
  const { id, inquiry } = conversation;
  const { server, api } = testServer;
  const isFinal = ({ type }: ServerEvent) => type === "inquiry.resolved" || type === "question_answered";
  const started: Promise<void>[] = [];
  const follow = (path: string, key: string, until = isFinal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    started.push(promise);
    return followed(path, key, until, resolve);
  };
  const streams = [colleagueKey, server.keys.ask].flatMap((key) => [
    follow(`/v1/events?conversation=${id}&after=0`, key),
    follow(`/v1/events?conversation=${id}`, key),
    follow(`/api/v1/sessions/${id}/events`, key),
    follow(`/conversations/${id}/events`, key, ({ type }) => type === "agent_done"),
  ]);
  // A stream that begins after the delivery would start with its result.
  await Promise.all(started);
  await api.post(`/v1/inquiries/${inquiry}/deliver`);
  const sent = await Promise.all(streams);
  expect(sent.map((events) => contains(conversation, events.slice(0, -1)))).toEqual(sent.map(() => false));
  const final = sent.filter((events) => events.some(isFinal));
  expect(final.map((events) => contains(conversation, events.at(-1)))).toEqual([true, true, true, true, true, true]);
});

test("[RESOLVE-20] an answer that was taken back is never shown, neither by the log nor in a fork", async () => {
  const conversation = await held();
  const { id, inquiry } = conversation;
  const forkOf = async () => (await others.colleague?.post(`/v1/conversations/${id}/fork`, { inquiry }))?.body.id;
  const forks = [await forkOf()];
  expect((await testServer.api.post(`/v1/inquiries/${inquiry}/retract`)).status).toBe(202);
  forks.push(await forkOf());
  expect(await leaks(conversation)).toEqual([]);
  await testServer.api.patch(`/v1/conversations/${id}`, { title: "Renamed" });
  const isLast = ({ type }: ServerEvent) => type === "conversation.renamed";
  const log = await followed(`/v1/events?conversation=${id}&after=0`, colleagueKey, isLast);
  expect(log.map(({ type }) => type)).toContain("inquiry.reopened");
  expect(contains(conversation, log)).toBe(false);
  for (const fork of forks) {
    const transcript = await others.colleague?.get(`/v1/conversations/${fork}/transcript`);
    expect(transcript?.status).toBe(200);
    expect(contains(conversation, transcript?.body)).toBe(false);
    await testServer.api.post(`/v1/conversations/${fork}/stop`);
  }
  await testServer.api.post(`/v1/conversations/${id}/stop`);
});

test("[RESOLVE-20] whether a held answer allows a call is not shown either", async () => {
  const call = { name: "note", input: { line: "Hello" } };
  for (const option of ["o1", "o2"]) {
    const { id, inquiry } = await held("careful", call, option);
    const { body } = (await others.colleague?.get(`/v1/inquiries/${inquiry}`)) ?? {};
    expect(body).toMatchObject({ status: "held", receipt: { by: "owner" } });
    expect(body.receipt).not.toHaveProperty("allowed");
    const { items } = (await others.colleague?.get(`/v1/conversations/${id}/transcript`))?.body ?? {};
    const blocks = items.flatMap(({ blocks }: { blocks: { type: string }[] }) => blocks);
    expect(blocks.find(isQuestion)).toMatchObject({ status: "pending", extra: { questionResolution: "asked" } });
    await testServer.api.post(`/v1/inquiries/${inquiry}/deliver`);
    const receipt = (await others.colleague?.get(`/v1/inquiries/${inquiry}`))?.body.receipt;
    expect(receipt.allowed).toBe(option === "o1");
  }
});
