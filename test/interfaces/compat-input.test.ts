import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { type ProviderTestServer, startProviderTestServer } from "../harness/server/provider-test-server.ts";
import { anthropic } from "../providers/protocol/anthropic.ts";

const questions = [
  { question: "Which language?", options: [{ label: "Python" }, { label: "Rust" }] },
  { question: "Which extras?", options: [{ label: "Tests" }, { label: "Docs" }], multiSelect: true },
];
const call = { id: "call_ask", name: "AskUserQuestion", input: { questions } };
const both = { "Which language?": "Rust", "Which extras?": "Tests, Docs" };
const long = "x".repeat(10_001);
const blanks = ["", " ", "\n\t", "\u200b"];
const notTexts = [7, null, true, [], {}, ["Rust"]];

/** Bodies that are no JSON object. */
const noObjects = [
  "{",
  "[",
  "nonsense",
  "null",
  "7",
  '"Rust"',
  "[]",
  "[{}]",
  `${"[".repeat(20_000)}`,
  '{"a":1}}',
  "\u0000",
];

interface CompatRoute {
  readonly name: string;
  readonly path: string;
  /** Bodies that must be refused with 400. */
  readonly bodies: readonly unknown[];
  readonly taken: unknown;
  readonly message: (body: { message?: string; title?: string; detail?: string }) => unknown;
}

let testServer: ProviderTestServer;
let id: string;
let inquiry: string;
let position: number;

beforeAll(async () => {
  testServer = await startProviderTestServer(anthropic, {
    agents: [{ name: "worker", tools: ["note", "AskUserQuestion"], approve: ["note"] }],
  });
  id = await testServer.startConversation("worker", { calls: [call] });
  inquiry = (await testServer.waitForInquiry(id)).id;
});
beforeEach(async () => {
  position = await testServer.position();
});
afterEach(async () => {
  expect(await testServer.position()).toBe(position);
  expect((await testServer.api.get(`/v1/inquiries/${inquiry}`)).body.status).toBe("open");
});
afterAll(async () => {
  await testServer.api.post(`/v1/conversations/${id}/stop`);
  await testServer.close();
});

const compatRoutes: readonly CompatRoute[] = [
  {
    name: "conversations API: respond",
    path: "/conversations/{id}/respond",
    bodies: [
      {},
      ...notTexts.map((answers) => ({ answers })),
      ...notTexts.map((text) => ({ answers: { ...both, "Which language?": text } })),
      ...blanks.map((text) => ({ answers: { ...both, "Which extras?": text } })),
      { answers: { ...both, "Which language?": long } },
      { answers: { "Which language?": "Rust" } },
      { answers: { ...both, "Which way?": "Left" } },
      { answers: { ...both, "which language?": "Rust" } },
      '{"answers":{"__proto__":"Rust","Which extras?":"Tests"}}',
      '{"answers":{"constructor":"Rust","toString":"Tests"}}',
    ],
    taken: { answers: both },
    message: (body) => body,
  },
  {
    name: "projects API: respond",
    path: "/api/projects/default/agent-questions/{inquiry}/respond",
    bodies: [
      {},
      ...[...notTexts, ...blanks, long, "Rust", "Rust\n", "Rust\nTests\nmore", "\nTests", "Rust\n "].map(
        (response) => ({ response }),
      ),
    ],
    taken: { response: "Rust\nTests, Docs" },
    message: ({ title, detail }) => detail ?? title,
  },
  {
    name: "sessions API: answer",
    path: "/api/v1/sessions/{id}/answer",
    bodies: [
      {},
      { answer: "Rust\nTests" },
      { question_id: "latest" },
      ...notTexts.map((question_id) => ({ question_id, answer: "Rust\nTests" })),
      ...[...notTexts, ...blanks, "Rust", "Rust\n ", `Rust\n${long}`, "x".repeat(40_001)].map((answer) => ({
        question_id: "latest",
        answer,
      })),
      { question_id: "x".repeat(81), answer: "Rust\nTests" },
    ],
    taken: { question_id: "latest", answer: "Rust\nTests, Docs" },
    message: ({ message }) => message,
  },
];

describe.each(compatRoutes)("$name", ({ path, bodies, taken, message }) => {
  const url = (conversation = id, question = inquiry) =>
    path.replace("{id}", conversation).replace("{inquiry}", question);

  test("[COMPAT-7] a bad body is 400 with a message that says why", async () => {
    for (const body of [...bodies, ...noObjects]) {
      const { status, body: said } = await testServer.api.post(url(), body);
      expect(status, JSON.stringify(body).slice(0, 200)).toBe(400);
      expect(message(said)).toMatch(/\S.{5,}/);
      expect(JSON.stringify(said).length).toBeLessThan(2_000);
    }
  });

  test("[COMPAT-7] no body, no JSON, too much, no key and a key that cannot answer are refused", async () => {
    expect((await testServer.api.post(url())).status).toBe(400);
    const plain = await testServer.api.post(url(), JSON.stringify(taken), { "content-type": "text/plain" });
    expect(plain.status).toBe(415);
    expect((await testServer.api.post(url(), `${" ".repeat(600_000)}${JSON.stringify(taken)}`)).status).toBe(413);
    expect((await testServer.api.post(url(), taken, { authorization: "Bearer nobody" })).status).toBe(401);
    expect((await createApi(testServer.server, testServer.server.keys.ask).post(url(), taken)).status).toBe(403);
    expect((await testServer.api.post(url(), taken, { origin: "https://evil.example" })).status).toBe(403);
  });

  test("[COMPAT-7] a conversation or question that is not there is refused, by any name", async () => {
    const names = [
      "conv_nothing",
      "inq_nothing_1",
      "%00",
      "..%2f",
      "%F0%9F%99%82",
      "'--",
      "a".repeat(81),
      inquiry.slice(0, -1),
      "__proto__",
    ];
    for (const name of names) {
      const { status } = await testServer.api.post(url(name, name), taken);
      expect([400, 404], name).toContain(status);
    }
  });
});

test("[COMPAT-7] sessions API: an id of no pending question is 404, in the documented form", async () => {
  for (const question_id of ["", "LATEST", "00000000-0000-4000-8000-000000000000", inquiry, "latest "])
    expect(
      await testServer.api.post(`/api/v1/sessions/${id}/answer`, { question_id, answer: "Rust\nTests" }),
    ).toMatchObject({
      status: 404,
      body: { success: false, message: expect.any(String) },
    });
});

test("[COMPAT-7] projects API: bad filters of the list are 400; sessions and conversations API: unknown ids are 404 and 400", async () => {
  const list = "/api/projects/default/agent-questions";
  for (const query of [
    "status=open",
    "status=",
    "limit=0",
    "limit=x",
    "limit=201",
    "cursor=x",
    "status=pending&status=answered",
  ])
    expect(await testServer.api.get(`${list}?${query}`)).toMatchObject({
      status: 400,
      body: { detail: expect.any(String) },
    });
  for (const path of ["pending-question", "events"])
    expect(await testServer.api.get(`/api/v1/sessions/conv_nothing/${path}`)).toMatchObject({
      status: 404,
      body: { success: false, message: "Session not found" },
    });
  for (const path of ["events", "cancel"]) {
    const method = path === "cancel" ? testServer.api.post : testServer.api.get;
    expect(await method(`/conversations/conv_nothing/${path}`)).toMatchObject({
      status: 400,
      body: expect.stringMatching(/./),
    });
  }
});

test("[COMPAT-7] an invalid last event id opens the stream as if there were none", async () => {
  for (const last of ["x", "-1", "1e9", "9".repeat(40), "0x10"])
    for (const path of [`/conversations/${id}/events`, `/api/v1/sessions/${id}/events`]) {
      const [first] = await testServer.follow(path, () => true, { "last-event-id": last });
      expect(["state_change", "status"]).toContain(first?.type);
    }
});
