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

    test("[APP-2] a gated call runs by the word of its option alone", async () => {
      const open = await opened("gated", { name: "note", input: { line: "by text" } });
      const noted = desk.notes().length;
      for (const text of ["yes", "Allow", "allow once", "Allow once, Refuse", "o1"])
        expect((await answer(desk, open, text)).status).toBe(400);
      expect(desk.notes()).toHaveLength(noted);
      await answer(desk, open, "Allow once");
      await desk.api.reached(open.id, "idle");
      expect(desk.notes().slice(noted)).toEqual(["by text"]);
    });
  });
});
