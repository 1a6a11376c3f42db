import { contractNames } from "@askback/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiResponse } from "../support/api.ts";
import { anyAsk } from "../support/asks.ts";
import { delivered } from "../support/delivered.ts";
import { type Desk, deskWires, openDesk } from "../support/desk.ts";

interface Open {
  readonly id: string;
  readonly inquiry: string;
  readonly question: string;
}
type Answer = (desk: Desk, open: Open, text: string) => Promise<ApiResponse>;

const answers: readonly (readonly [dialect: string, answer: Answer])[] = [
  [
    "S0",
    ({ api }, { id, question }, text) => api.post(`/conversations/${id}/respond`, { answers: { [question]: text } }),
  ],
  [
    "S2",
    ({ api }, { inquiry }, response) =>
      api.post(`/api/projects/default/agent-questions/${inquiry}/respond`, { response }),
  ],
  ["S4", ({ api }, { id }, answer) => api.post(`/api/v1/sessions/${id}/answer`, { question_id: "latest", answer })],
];

describe.each(deskWires)("$name", (wire) => {
  let desk: Desk;
  beforeAll(async () => {
    const tools = ["note"];
    desk = await openDesk(wire, {
      agents: [
        ...contractNames.map((contract) => ({ name: `by-${contract}`, tools, ask: { contract } })),
        { name: "gated", tools, approve: tools },
      ],
    });
  });
  afterAll(() => desk.close());

  async function opened(agent: string, call: { readonly name: string; readonly input: unknown }): Promise<Open> {
    const id = await desk.begin(agent, { calls: [{ id: "call_ask", ...call }] }, { text: "Done." });
    const inquiry = await desk.asked(id);
    return { id, inquiry: inquiry.id, question: inquiry.questions[0].text };
  }

  describe.each(answers)("%s", (_, answer) => {
    test.each(contractNames)("[DIA-1] a label as text answers an inquiry of %s", async (contract) => {
      const open = await opened(`by-${contract}`, anyAsk(contract, "Which way?"));
      const { status } = await answer(desk, open, " Right ");
      expect([200, 202]).toContain(status);
      await desk.api.reached(open.id, "idle");
      expect(desk.told()).toEqual(delivered(contract, "call_ask", "Which way?", "Right"));
      expect((await desk.api.get(`/v1/inquiries/${open.inquiry}`)).body.resolution).toMatchObject({
        answers: [{ question: "q1", options: ["o2"] }],
      });
    });

    test("[DIA-1] several labels only where the text is that of one set; else own words, with nothing guessed", async () => {
      const options = ["A", "B", "A, B", "C"].map((label) => ({ label }));
      const ask = {
        name: "ask_user_question",
        input: { questions: [{ question: "Which?", options, multiSelect: true }] },
      };
      const readings = [
        ["B, C", { options: ["o2", "o4"] }],
        ["A, B", { options: ["o3"] }],
        ["A, B, C", { text: "A, B, C" }],
        ["C, A", { text: "C, A" }],
        ["A,B", { text: "A,B" }],
        ["a", { text: "a" }],
      ] as const;
      for (const [text, reading] of readings) {
        const open = await opened("by-ask_user_question", ask);
        await answer(desk, open, text);
        await desk.api.reached(open.id, "idle");
        const { resolution } = (await desk.api.get(`/v1/inquiries/${open.inquiry}`)).body;
        expect(resolution.answers, text).toEqual([{ question: "q1", ...reading }]);
      }
    });

    test("[DIA-1] where own words are not allowed a text that is no label is refused, and says what is", async () => {
      const choice = { ...anyAsk("question", "Which way?").input, custom: false };
      const open = await opened("by-question", { name: "question", input: choice });
      const before = await desk.position();
      const refused = await answer(desk, open, "Straight on");
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toMatch(/must be answered by one of its options/);
      expect(await desk.position()).toBe(before);
      await answer(desk, open, "Left");
      await desk.api.reached(open.id, "idle");
    });
  });

  async function refuse({ id, inquiry }: Open): Promise<void> {
    await desk.api.post(`/v1/inquiries/${inquiry}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
    await desk.api.reached(id, "idle");
  }

  const byId: Answer = async ({ api }, { id }, answer) => {
    const { body } = await api.get(`/api/v1/sessions/${id}/pending-question`);
    return api.post(`/api/v1/sessions/${id}/answer`, { question_id: body.question_id, answer });
  };
  const named = [...answers.filter(([dialect]) => dialect === "S2"), ["S4 by id", byId] as const];
  const unnamed = answers.filter(([dialect]) => dialect !== "S2");

  test.each(named)("[APP-2] %s: a gated call runs by the word of its option alone", async (_, answer) => {
    const open = await opened("gated", { name: "note", input: { line: "by text" } });
    const noted = desk.notes().length;
    for (const text of ["yes", "Allow", "allow once", "Allow once, Refuse", "o1"])
      expect((await answer(desk, open, text)).status).toBe(400);
    expect(desk.notes()).toHaveLength(noted);
    await answer(desk, open, "Allow once");
    await desk.api.reached(open.id, "idle");
    expect(desk.notes().slice(noted)).toEqual(["by text"]);
  });

  test.each(unnamed)(
    "[APP-1] %s: what does not name the approval cannot settle it, so no click allows two",
    async (_, answer) => {
      const open = await opened("gated", { name: "note", input: { line: "unnamed" } });
      const refused = await answer(desk, open, "Allow once");
      expect([400, 409]).toContain(refused.status);
      expect(JSON.stringify(refused.body)).toContain(`/v1/inquiries/${open.inquiry}/answer`);
      expect((await desk.api.get(`/v1/inquiries/${open.inquiry}`)).body.status).toBe("open");
      await refuse(open);
    },
  );

  test("[APP-1] every dialect shows the exact call beside the option that allows it", async () => {
    const open = await opened("gated", { name: "note", input: { line: "shown\u202e" } });
    const shown = 'Runs exactly this: note {\\"line\\":\\"shown\\\\u202e\\"}';
    const pending = await desk.api.get(`/api/v1/sessions/${open.id}/pending-question`);
    expect(JSON.stringify(pending.body)).toContain(shown);
    const listed = await desk.api.get("/api/projects/default/agent-questions?status=pending&limit=200");
    expect(JSON.stringify(listed.body)).toContain(shown);
    await refuse(open);
  });

  test("[DIA-5] S4: lines after the answers are the comment", async () => {
    const options = [{ label: "Left" }, { label: "Right" }];
    const questions = ["First?", "Second?"].map((question) => ({ question, options }));
    const open = await opened("by-AskUserQuestion", { name: "AskUserQuestion", input: { questions } });
    const answer = "Left\nRight\nPlease hurry.\nThank you.";
    await desk.api.post(`/api/v1/sessions/${open.id}/answer`, { question_id: "latest", answer });
    await desk.api.reached(open.id, "idle");
    expect((await desk.api.get(`/v1/inquiries/${open.inquiry}`)).body.resolution).toMatchObject({
      answers: [{ options: ["o1"] }, { options: ["o2"] }],
      comment: "Please hurry.\nThank you.",
    });
  });

  test("[HTTP-3] a dialect answers the same key once, and gives the same response again", async () => {
    const open = await opened("by-ask_user_question", anyAsk("ask_user_question", "Which way?"));
    const headers = { "idempotency-key": `once-${open.id}` };
    const body = { answers: { "Which way?": "Right" } };
    const path = `/conversations/${open.id}/respond`;
    const responses = [await desk.api.post(path, body, headers), await desk.api.post(path, body, headers)];
    expect(responses.map(({ status, body: said }) => [status, said])).toEqual([
      [200, ""],
      [200, ""],
    ]);
    expect((await desk.api.post(path, { answers: { "Which way?": "Left" } }, headers)).status).toBe(422);
    await desk.api.reached(open.id, "idle");
  });
});
