import type { RawRequest, Targets } from "./malformed-request.ts";
import type { Random } from "./random.ts";

const routes = ({ conversationId, inquiryId }: Targets) => [
  "/v1/conversations",
  `/v1/conversations/${conversationId}/messages`,
  ...["answer", "delegate", "decline", "dismiss"].map((route) => `/v1/inquiries/${inquiryId}/${route}`),
];

/** Routes of the compat APIs except `cancel`, which takes no body. */
const seedRoutes = ({ conversationId, inquiryId }: Targets) => [
  `/conversations/${conversationId}/respond`,
  `/api/projects/default/agent-questions/${inquiryId}/respond`,
  `/api/v1/sessions/${conversationId}/answer`,
];

export function post(
  path: string,
  { authorization, host }: Targets,
  body: string | Buffer,
  type = "application/json",
): RawRequest {
  return { method: "POST", path, headers: { authorization, host, "content-type": type }, body };
}

/** A body that is no JSON, or JSON that no route accepts. */
export function badBody(random: Random, targets: Targets): RawRequest {
  const value = random.json(4);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const json = JSON.stringify(isObject ? { ...value, unknown: 1 } : value);
  const bytes = Buffer.from(json);
  const bodies = [
    () => json,
    () => `${json}${random.pick(["}", "]", ",", "\u0000", " x", json])}`,
    () => json.slice(0, random.below(json.length)) || "{",
    () => Buffer.concat([bytes, Buffer.from([0xff, 0xfe, 0xc0])]),
    () => Buffer.from(Array.from({ length: 1 + random.below(200) }, () => random.below(256))),
    () => random.pick(["[", '{"answers":']).repeat(random.pick([10, 1_000, 20_000])),
    () => `\ufeff${json}`,
    () => "x".repeat(600_000),
  ];
  const index = random.below(100) === 0 ? bodies.length - 1 : random.below(bodies.length - 1);
  const body = bodies[index]?.() ?? json;
  if (random.below(10) === 0)
    return { ...post(`/v1/inquiries/${targets.inquiryId}/draft`, targets, body), method: "PUT" };
  return post(random.pick([...routes(targets), ...seedRoutes(targets)]), targets, body);
}

/** JSON of the right shape with one error. */
export function unfitBody(random: Random, targets: Targets): RawRequest {
  const [start = "", messages = "", answer = "", ...settling] = routes(targets);
  const [respond = "", question = "", session = ""] = seedRoutes(targets);
  const notText = random.pick<unknown>([7, null, true, [], {}, ["x"]]);
  const choices: readonly (readonly [string, unknown])[] = [
    [start, { agent: random.pick<unknown>([notText, "", "nobody", "x".repeat(101)]), message: random.text() }],
    [start, { agent: "scripted", message: random.pick<unknown>([notText, "", " ", "\u200b", "x".repeat(100_001)]) }],
    [start, { agent: "scripted", title: random.pick<unknown>([notText, "x".repeat(201)]) }],
    [start, { agent: "scripted", extra: random.json() }],
    [messages, { text: random.pick<unknown>([notText, "", " \n", "x".repeat(100_001)]) }],
    [messages, { text: "Hello", separate: random.pick<unknown>([null, 1, "true", []]) }],
    [messages, { text: "Hello", answers: random.pick<unknown>([null, "inq", {}, { inquiry: "inq", revision: 0 }]) }],
    [messages, { text: "Hello", to: random.text() }],
    [
      `/v1/inquiries/${targets.inquiryId}/snooze`,
      { until: random.pick<unknown>([7, [], "", "soon", "2020-01-01T00:00:00Z"]) },
    ],
    [
      answer,
      {
        answers: random.pick<unknown>([
          notText,
          [],
          [7],
          [{}],
          [{ question: "q1" }],
          [{ question: "q1", skipped: false }],
        ]),
      },
    ],
    [answer, { answers: [{ question: random.text(), options: [random.text()] }] }],
    [
      answer,
      {
        answers: [
          { question: "q1", options: random.pick<unknown>(["o1", ["o9"], ["o1", "o1"], [7], Array(21).fill("o1")]) },
        ],
      },
    ],
    [answer, { answers: [{ question: "q1", text: random.pick<unknown>([7, "", "x".repeat(10_001)]) }] }],
    [answer, { ...Object(targets.answer), comment: random.pick<unknown>([7, [], "x".repeat(10_001)]) }],
    [answer, { ...Object(targets.answer), hold: random.pick<unknown>(["1", -1, 301, null]) }],
    [answer, { ...Object(targets.answer), revision: random.pick<unknown>([0, 2, -1, 1.5, "1", 1e300]) }],
    [answer, { ...Object(targets.answer), by: "somebody else" }],
    [random.pick(settling), { comment: random.pick<unknown>([7, null, [], "x".repeat(10_001)]) }],
    [random.pick(settling), { reason: random.text() }],
    [
      respond,
      { answers: random.pick<unknown>([notText, { [random.text()]: random.text() }, { "Which database?": notText }]) },
    ],
    // One line too few: the inquiry has two questions.
    [
      question,
      { response: random.pick<unknown>([notText, "", random.text().replaceAll("\n", " "), "x".repeat(10_001)]) },
    ],
    [session, { question_id: random.pick<unknown>([notText, random.text(), "x".repeat(81)]), answer: random.text() }],
    [session, { question_id: "latest", answer: random.pick<unknown>([notText, "", "\n", "a", "x".repeat(40_001)]) }],
  ];
  const [path, body] = random.pick(choices);
  return post(path, targets, JSON.stringify(body));
}
