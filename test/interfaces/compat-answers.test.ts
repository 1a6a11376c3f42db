import { contractNames } from "@askback/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiResponse } from "../harness/server/api.ts";
import { askCall } from "../harness/server/ask-calls.ts";
import { expectedDelivery } from "../harness/server/expected-delivery.ts";
import {
  type ProviderTestServer,
  startProviderTestServer,
  testedProtocols,
} from "../harness/server/provider-test-server.ts";

interface Open {
  readonly id: string;
  readonly inquiry: string;
  readonly question: string;
}
type Answer = (testServer: ProviderTestServer, open: Open, text: string) => Promise<ApiResponse>;

/** An answer as it was read; its labels repeat what its options say. */
const withoutLabels = ({ labels: _, ...answer }: { readonly labels?: readonly string[] }) => answer;

const answers: readonly (readonly [api: string, answer: Answer])[] = [
  [
    "conversations API",
    ({ api }, { id, question }, text) => api.post(`/conversations/${id}/respond`, { answers: { [question]: text } }),
  ],
  [
    "projects API",
    ({ api }, { inquiry }, response) =>
      api.post(`/api/projects/default/agent-questions/${inquiry}/respond`, { response }),
  ],
  [
    "sessions API",
    ({ api }, { id }, answer) => api.post(`/api/v1/sessions/${id}/answer`, { question_id: "latest", answer }),
  ],
];

describe.each(testedProtocols)("$name", (protocol) => {
  let testServer: ProviderTestServer;
  beforeAll(async () => {
    const tools = ["note"];
    testServer = await startProviderTestServer(protocol, {
      agents: [
        ...contractNames.map((contract) => ({ name: `by-${contract}`, tools, ask: { contract } })),
        { name: "gated", tools, approve: tools },
      ],
    });
  });
  afterAll(() => testServer.close());

  async function opened(agent: string, call: { readonly name: string; readonly input: unknown }): Promise<Open> {
    const id = await testServer.startConversation(agent, { calls: [{ id: "call_ask", ...call }] }, { text: "Done." });
    const inquiry = await testServer.waitForInquiry(id);
    return { id, inquiry: inquiry.id, question: inquiry.questions[0].text };
  }

  test.each([
    [
      "ask_user_question",
      { context: null, questions: [{ header: null, multiSelect: null }] },
      { recommended: null, preview: null },
    ],
    ["AskUserQuestion", { questions: [{ header: null, multiSelect: null }] }, {}],
    ["question", { header: null, multiple: null, custom: null }, {}],
    ["ask_user", {}, { value: null }],
  ] as const)(
    "[ASK-13] [S0-11] %s takes null for each optional field as if it were absent",
    async (contract, fields, more) => {
      const nulls = { description: null, ...more };
      const way = {
        question: "Which way?",
        options: [
          { label: "Left", ...nulls },
          { label: "Right", ...nulls },
        ],
      };
      const input =
        "questions" in fields
          ? { ...fields, questions: fields.questions.map((question) => ({ ...way, ...question })) }
          : { ...way, ...fields };
      const asked = async (call: Parameters<typeof opened>[1]) => {
        const { id, inquiry } = await opened(`by-${contract}`, call);
        const path = `/v1/inquiries/${inquiry}`;
        const { questions, warnings } = (await testServer.api.get(path)).body;
        await testServer.api.post(`${path}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
        await testServer.api.waitForStatus(id, "idle");
        return { questions, warnings };
      };
      const plain = await asked(askCall(contract, "Which way?"));
      expect(await asked({ name: contract, input })).toEqual(plain);
    },
  );

  describe.each(answers)("%s", (_, answer) => {
    test.each(contractNames)("[COMPAT-1] a label as text answers an inquiry of %s", async (contract) => {
      const open = await opened(`by-${contract}`, askCall(contract, "Which way?"));
      const { status } = await answer(testServer, open, " Right ");
      expect([200, 202]).toContain(status);
      await testServer.api.waitForStatus(open.id, "idle");
      expect(testServer.newMessages()).toEqual(expectedDelivery(contract, "call_ask", "Which way?", "Right"));
      expect((await testServer.api.get(`/v1/inquiries/${open.inquiry}`)).body.resolution).toMatchObject({
        answers: [{ question: "q1", options: ["o2"] }],
      });
    });

    test("[COMPAT-1] several labels only where the text is that of one set; else own words, with nothing guessed", async () => {
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
        await answer(testServer, open, text);
        await testServer.api.waitForStatus(open.id, "idle");
        const { resolution } = (await testServer.api.get(`/v1/inquiries/${open.inquiry}`)).body;
        expect(resolution.answers.map(withoutLabels), text).toEqual([{ question: "q1", ...reading }]);
      }
    });

    test("[COMPAT-1] where own words are not allowed a text that is no label is refused, and says what is", async () => {
      const choice = { ...askCall("question", "Which way?").input, custom: false };
      const open = await opened("by-question", { name: "question", input: choice });
      const before = await testServer.position();
      const refused = await answer(testServer, open, "Straight on");
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toMatch(/must be answered by one of its options/);
      expect(await testServer.position()).toBe(before);
      await answer(testServer, open, "Left");
      await testServer.api.waitForStatus(open.id, "idle");
    });
  });

  async function refuse({ id, inquiry }: Open): Promise<void> {
    await testServer.api.post(`/v1/inquiries/${inquiry}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
    await testServer.api.waitForStatus(id, "idle");
  }

  const byId: Answer = async ({ api }, { id }, answer) => {
    const { body } = await api.get(`/api/v1/sessions/${id}/pending-question`);
    return api.post(`/api/v1/sessions/${id}/answer`, { question_id: body.question_id, answer });
  };
  const named = [...answers.filter(([api]) => api === "projects API"), ["sessions API by id", byId] as const];
  const unnamed = answers.filter(([api]) => api !== "projects API");

  test.each(named)("[APPROVAL-2] %s: a gated call runs only if its option is chosen by name", async (_, answer) => {
    const open = await opened("gated", { name: "note", input: { line: "by text" } });
    const noted = testServer.notes().length;
    for (const text of ["yes", "Allow", "allow once", "Allow once, Refuse", "Allow once\nbut not today", "o1"])
      expect((await answer(testServer, open, text)).status).toBe(400);
    expect(testServer.notes()).toHaveLength(noted);
    await answer(testServer, open, "Allow once");
    await testServer.api.waitForStatus(open.id, "idle");
    expect(testServer.notes().slice(noted)).toEqual(["by text"]);
  });

  test.each(unnamed)(
    "[APPROVAL-1] %s: only a request that names the approval resolves it, so no click allows two calls",
    async (_, answer) => {
      const open = await opened("gated", { name: "note", input: { line: "unnamed" } });
      const refused = await answer(testServer, open, "Allow once");
      expect([400, 409]).toContain(refused.status);
      expect(JSON.stringify(refused.body)).toContain(`/v1/inquiries/${open.inquiry}/answer`);
      expect((await testServer.api.get(`/v1/inquiries/${open.inquiry}`)).body.status).toBe("open");
      await refuse(open);
    },
  );

  test("[APPROVAL-1] every compat API shows the exact call beside the option that allows it", async () => {
    const open = await opened("gated", { name: "note", input: { line: "shown\u202e" } });
    const shown = 'Runs exactly this: note {\\"line\\":\\"shown\\\\u202e\\"}';
    const pending = await testServer.api.get(`/api/v1/sessions/${open.id}/pending-question`);
    expect(JSON.stringify(pending.body)).toContain(shown);
    const listed = await testServer.api.get("/api/projects/default/agent-questions?status=pending&limit=200");
    expect(JSON.stringify(listed.body)).toContain(shown);
    await refuse(open);
  });

  const options = [{ label: "Left" }, { label: "Right" }];
  const answerSession = (id: string, answer: string) =>
    testServer.api.post(`/api/v1/sessions/${id}/answer`, { question_id: "latest", answer });
  const resolutionOf = async ({ id, inquiry }: Open) => {
    await testServer.api.waitForStatus(id, "idle");
    return (await testServer.api.get(`/v1/inquiries/${inquiry}`)).body.resolution;
  };

  test("[COMPAT-5] [S4-25] sessions API: several questions take as many lines; any other number is refused with what was expected", async () => {
    const questions = ["First?", "Second?"].map((question) => ({ question, options }));
    const open = await opened("by-AskUserQuestion", { name: "AskUserQuestion", input: { questions } });
    const before = await testServer.position();
    for (const [answer, got] of [
      ["Left", 1],
      ["Left\nRight\nPlease hurry.", 3],
      ["Left\nand then\nRight\nThank you.", 4],
    ] as const)
      expect(await answerSession(open.id, answer)).toMatchObject({
        status: 400,
        body: { success: false, message: `Expected 2 lines, one for each question, but got ${got}.` },
      });
    expect(await testServer.position()).toBe(before);
    await answerSession(open.id, "Left\nStraight on");
    expect(await resolutionOf(open)).toMatchObject({
      answers: [
        { question: "q1", options: ["o1"] },
        { question: "q2", text: "Straight on" },
      ],
    });
  });

  test.each([
    ["a pick and its comment", "Right\nPlease hurry.\nThank you.", { options: ["o2"] }, "Please hurry.\nThank you."],
    ["a pick and blank lines", "Right\n \n", { options: ["o2"] }, undefined],
    ["own words", "Neither.\nRight is blocked.", { text: "Neither.\nRight is blocked." }, undefined],
  ])("[COMPAT-5] [S4-17] sessions API: the lines to one question are %s", async (_, answer, given, comment) => {
    const open = await opened("by-AskUserQuestion", askCall("AskUserQuestion", "Which way?"));
    expect(await answerSession(open.id, answer)).toMatchObject({ status: 200 });
    const { answers: read, comment: said } = await resolutionOf(open);
    expect([read.map(withoutLabels), said]).toEqual([[{ question: "q1", ...given }], comment]);
  });

  test("[COMPAT-5] sessions API: several labels on lines of their own are picks where the contract joins by lines", async () => {
    const input = { question: "Which ways?", options, multiple: true };
    const both = await opened("by-question", { name: "question", input });
    await answerSession(both.id, "Left\nRight");
    expect((await resolutionOf(both)).answers.map(withoutLabels)).toEqual([{ question: "q1", options: ["o1", "o2"] }]);
    const words = await opened("by-question", { name: "question", input });
    await answerSession(words.id, "Left\nor not");
    expect((await resolutionOf(words)).answers).toEqual([{ question: "q1", text: "Left\nor not" }]);
  });

  test("[HTTP-3] a compat API answers the same key once, and repeats the same response", async () => {
    const open = await opened("by-ask_user_question", askCall("ask_user_question", "Which way?"));
    const headers = { "idempotency-key": `once-${open.id}` };
    const body = { answers: { "Which way?": "Right" } };
    const path = `/conversations/${open.id}/respond`;
    const responses = [await testServer.api.post(path, body, headers), await testServer.api.post(path, body, headers)];
    expect(responses.map(({ status, body: said }) => [status, said])).toEqual([
      [200, ""],
      [200, ""],
    ]);
    expect((await testServer.api.post(path, { answers: { "Which way?": "Left" } }, headers)).status).toBe(422);
    await testServer.api.waitForStatus(open.id, "idle");
  });
});
