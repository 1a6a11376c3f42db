import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anthropic } from "../providers/wire/anthropic.ts";
import { createApi } from "../support/api.ts";
import { type Desk, openDesk } from "../support/desk.ts";

const questions = [
  { question: "Which language?", options: [{ label: "Python" }, { label: "Rust" }] },
  { question: "Which extras?", options: [{ label: "Tests" }, { label: "Docs" }], multiSelect: true },
];
const call = { id: "call_ask", name: "AskUserQuestion", input: { questions } };
const both = { "Which language?": "Rust", "Which extras?": "Tests, Docs" };
const long = "x".repeat(10_001);
const blanks = ["", " ", "\n\t", "\u200b"];
const notTexts = [7, null, true, [], {}, ["Rust"]];

/** What is no JSON object, whatever the route. */
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

interface Dialect {
  readonly name: string;
  readonly path: string;
  /** Bodies that must be refused with 400. */
  readonly bodies: readonly unknown[];
  readonly taken: unknown;
  readonly message: (body: { message?: string; title?: string; detail?: string }) => unknown;
}

let desk: Desk;
let id: string;
let inquiry: string;
let position: number;

beforeAll(async () => {
  desk = await openDesk(anthropic, {
    agents: [{ name: "worker", tools: ["note", "AskUserQuestion"], approve: ["note"] }],
  });
  id = await desk.begin("worker", { calls: [call] });
  inquiry = (await desk.asked(id)).id;
});
beforeEach(async () => {
  position = await desk.position();
});
afterEach(async () => {
  expect(await desk.position()).toBe(position);
  expect((await desk.api.get(`/v1/inquiries/${inquiry}`)).body.status).toBe("open");
});
afterAll(async () => {
  await desk.api.post(`/v1/conversations/${id}/stop`);
  await desk.close();
});

const dialects: readonly Dialect[] = [
  {
    name: "S0 respond",
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
    name: "S2 respond",
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
    name: "S4 answer",
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

describe.each(dialects)("$name", ({ path, bodies, taken, message }) => {
  const url = (conversation = id, question = inquiry) =>
    path.replace("{id}", conversation).replace("{inquiry}", question);

  test("[DIA-7] a bad body is 400 with a message that says why", async () => {
    for (const body of [...bodies, ...noObjects]) {
      const { status, body: said } = await desk.api.post(url(), body);
      expect(status, JSON.stringify(body).slice(0, 200)).toBe(400);
      expect(message(said)).toMatch(/\S.{5,}/);
      expect(JSON.stringify(said).length).toBeLessThan(2_000);
    }
  });

  test("[DIA-7] no body, no JSON, too much, no key and a key that cannot answer are refused", async () => {
    expect((await desk.api.post(url())).status).toBe(400);
    const plain = await desk.api.post(url(), JSON.stringify(taken), { "content-type": "text/plain" });
    expect(plain.status).toBe(415);
    expect((await desk.api.post(url(), `${" ".repeat(600_000)}${JSON.stringify(taken)}`)).status).toBe(413);
    expect((await desk.api.post(url(), taken, { authorization: "Bearer nobody" })).status).toBe(401);
    expect((await createApi(desk.server, desk.server.keys.ask).post(url(), taken)).status).toBe(403);
    expect((await desk.api.post(url(), taken, { origin: "https://evil.example" })).status).toBe(403);
  });

  test("[DIA-7] a conversation or question that is not there is refused, by any name", async () => {
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
      const { status } = await desk.api.post(url(name, name), taken);
      expect([400, 404], name).toContain(status);
    }
  });
});

test("[DIA-7] S4: a question id that is no pending question is 404, in the seed's form", async () => {
  for (const question_id of ["", "LATEST", "00000000-0000-4000-8000-000000000000", inquiry, "latest "])
    expect(await desk.api.post(`/api/v1/sessions/${id}/answer`, { question_id, answer: "Rust\nTests" })).toMatchObject({
      status: 404,
      body: { success: false, message: expect.any(String) },
    });
});

test("[DIA-7] S2: bad filters of the list are 400, and S4 and S0 name no session or conversation", async () => {
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
    expect(await desk.api.get(`${list}?${query}`)).toMatchObject({ status: 400, body: { detail: expect.any(String) } });
  for (const path of ["pending-question", "events"])
    expect(await desk.api.get(`/api/v1/sessions/conv_nothing/${path}`)).toMatchObject({
      status: 404,
      body: { success: false, message: "Session not found" },
    });
  for (const path of ["events", "cancel"]) {
    const method = path === "cancel" ? desk.api.post : desk.api.get;
    expect(await method(`/conversations/conv_nothing/${path}`)).toMatchObject({
      status: 400,
      body: expect.stringMatching(/./),
    });
  }
});

test("[DIA-7] an id to go on from that is none opens the stream as if there were none", async () => {
  for (const last of ["x", "-1", "1e9", "9".repeat(40), "0x10"])
    for (const path of [`/conversations/${id}/events`, `/api/v1/sessions/${id}/events`]) {
      const [first] = await desk.follow(path, () => true, { "last-event-id": last });
      expect(["state_change", "status"]).toContain(first?.type);
    }
});
