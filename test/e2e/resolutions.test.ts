import { contractNames } from "@askback/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyAsk } from "../support/asks.ts";
import { type Desk, deskWires, openDesk } from "../support/desk.ts";

interface Ending {
  readonly name: string;
  /** What comes after the inquiry, for it to be resolved so; nothing for a deadline. */
  readonly request: (id: string, inquiry: string) => readonly [path: string, body?: unknown] | undefined;
  readonly words: RegExp;
  /** Whether the agent goes on at once. */
  readonly goesOn: boolean;
  /** Whether calls that wait behind the ask run. */
  readonly runsRest: boolean;
}

const settle = (how: string) => (_: string, inquiry: string) =>
  [`/v1/inquiries/${inquiry}/${how}`, { comment: "So there" }] as const;
const endings: readonly Ending[] = [
  { name: "declined", request: settle("decline"), words: /declined to answer/, goesOn: true, runsRest: true },
  {
    name: "delegated",
    request: settle("delegate"),
    words: /leaves this decision to you/,
    goesOn: true,
    runsRest: true,
  },
  {
    name: "dismissed",
    request: settle("dismiss"),
    words: /User cancelled the question/,
    goesOn: false,
    runsRest: false,
  },
  {
    name: "expired",
    request: () => undefined,
    words: /Nobody answered before the deadline/,
    goesOn: true,
    runsRest: true,
  },
  {
    name: "withdrawn",
    request: (_, inquiry) => [`/v1/inquiries/${inquiry}/withdraw`],
    words: /withdrawn before anybody answered/,
    goesOn: false,
    runsRest: false,
  },
  {
    name: "stopped",
    request: (id) => [`/v1/conversations/${id}/stop`],
    words: /withdrawn before anybody answered/,
    goesOn: false,
    runsRest: false,
  },
];

const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });

describe.each(deskWires)("$name", (wire) => {
  let desk: Desk;
  beforeAll(async () => {
    const tools = ["note"];
    desk = await openDesk(wire, {
      agents: contractNames.flatMap((contract) => [
        { name: contract, tools, ask: { contract } },
        { name: `${contract}-expired`, tools, ask: { contract, deadlineMs: 100 } },
      ]),
      keys: [{ name: "bot", scopes: ["ask", "answer"], key: "of_a_bot" }],
    });
  });
  afterAll(() => desk.close());

  describe.each(contractNames)("%s", (contract) => {
    test.each(endings)(
      "[DEL-10] $name: one result a call, its own words, no message that people see",
      async ({ name, request, words, goesOn, runsRest }) => {
        const lines = [`before_${contract}_${name}`, `after_${contract}_${name}`] as const;
        const ask = { id: "call_ask", ...anyAsk(contract, "Which way?") };
        const calls = contract === "question" ? [ask] : [note(lines[0]), ask, note(lines[1])];
        const agent = name === "expired" ? `${contract}-expired` : contract;
        const id = await desk.begin(agent, { calls }, { text: "I see." });
        const { id: inquiry } = await desk.asked(id);
        const [path, body] = request(id, inquiry) ?? [];
        if (path) {
          const key = name === "withdrawn" ? "of_a_bot" : desk.server.keys.answer;
          expect(await desk.api.post(path, body, { authorization: `Bearer ${key}` })).toMatchObject({ status: 202 });
        }
        await desk.recorded(id, "inquiry.resolved");
        await desk.api.reached(id, "idle");
        if (!goesOn) {
          await desk.api.post(`/v1/conversations/${id}/messages`, { text: "And now?" });
          await desk.recorded(id, "run.finished", 2);
        }
        const told = desk.told();
        const results = told.filter(({ role }) => role === "result").map((result) => ("id" in result ? result.id : ""));
        expect(results.toSorted()).toEqual(calls.map((call) => call.id).toSorted());
        expect(told.some((some) => some.role !== "assistant" && words.test(some.text))).toBe(true);
        expect(told.some((some) => some.role !== "assistant" && /Left|Right/.test(some.text))).toBe(false);
        if (body) expect(JSON.stringify(told)).toContain("So there");
        if (!goesOn) expect(told.at(-1)).toEqual({ role: "user", text: "And now?" });
        const { items } = (await desk.api.get(`/v1/conversations/${id}/transcript`)).body;
        expect(items.filter(({ role }: { role: string }) => role === "person")).toHaveLength(goesOn ? 1 : 2);
        const block = items[1].blocks.find(({ type }: { type: string }) => type === "action");
        expect(block).toMatchObject({
          status: name === "delegated" ? "success" : "denied",
          extra: { needsUserAction: false },
          received: expect.stringMatching(words),
        });
        const ran = lines.filter((line) => desk.notes().includes(line));
        const early = { question: [], ask_user: [...lines] }[contract] ?? [lines[0]];
        const late = contract === "ask_user_question" && runsRest ? [lines[1]] : [];
        expect(ran).toEqual([...early, ...late]);
      },
    );
  });

  test("[HTTP-4] of answers over all dialects at once one wins, and each is told so in its own way", async () => {
    const id = await desk.begin(
      "ask_user_question",
      { calls: [{ id: "call_ask", ...anyAsk("ask_user_question", "Which way?") }] },
      { text: "Done." },
    );
    const { id: inquiry } = await desk.asked(id);
    const sent = await Promise.all(
      Array.from({ length: 15 }, (_, n) => [
        desk.api.post(`/conversations/${id}/respond`, { answers: { "Which way?": `S0 ${n}` } }),
        desk.api.post(`/api/projects/default/agent-questions/${inquiry}/respond`, { response: `S2 ${n}` }),
        desk.api.post(`/api/v1/sessions/${id}/answer`, { question_id: "latest", answer: `S4 ${n}` }),
        desk.api.post(`/v1/inquiries/${inquiry}/answer`, { answers: [{ question: "q1", text: `V1 ${n}` }] }),
      ]).flat(),
    );
    await desk.api.reached(id, "idle");
    expect(sent.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(new Set(sent.map(({ status }) => status).filter((status) => status >= 300))).toEqual(new Set([400, 409]));
    const { items } = (await desk.api.get(`/v1/inquiries?conversation=${id}`)).body;
    expect(items).toHaveLength(1);
    expect(desk.told()).toMatchObject([
      { text: JSON.stringify({ answers: { "Which way?": items[0].resolution.answers[0].text } }) },
    ]);
  });
});
