import { contractNames } from "@askback/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askCall } from "../harness/server/ask-calls.ts";
import {
  type ProviderTestServer,
  startProviderTestServer,
  testedProtocols,
} from "../harness/server/provider-test-server.ts";

interface Ending {
  readonly name: string;
  /** The request that resolves the inquiry this way; none for a deadline. */
  readonly request: (id: string, inquiry: string) => readonly [path: string, body?: unknown] | undefined;
  readonly words: RegExp;
  /** Whether the agent goes on at once. */
  readonly continues: boolean;
  /** Whether the calls after the ask run. */
  readonly runsRest: boolean;
}

const resolveBy = (how: string) => (_: string, inquiry: string) =>
  [`/v1/inquiries/${inquiry}/${how}`, { comment: "So there" }] as const;
const endings: readonly Ending[] = [
  { name: "declined", request: resolveBy("decline"), words: /declined to answer/, continues: true, runsRest: true },
  {
    name: "delegated",
    request: resolveBy("delegate"),
    words: /leaves this decision to you/,
    continues: true,
    runsRest: true,
  },
  {
    name: "dismissed",
    request: resolveBy("dismiss"),
    words: /User cancelled the question/,
    continues: false,
    runsRest: false,
  },
  {
    name: "expired",
    request: () => undefined,
    words: /Nobody answered before the deadline/,
    continues: true,
    runsRest: true,
  },
  {
    name: "withdrawn",
    request: (_, inquiry) => [`/v1/inquiries/${inquiry}/withdraw`],
    words: /withdrawn before anybody answered/,
    continues: false,
    runsRest: false,
  },
  {
    name: "stopped",
    request: (id) => [`/v1/conversations/${id}/stop`],
    words: /withdrawn before anybody answered/,
    continues: false,
    runsRest: false,
  },
];

const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });

describe.each(testedProtocols)("$name", (protocol) => {
  let testServer: ProviderTestServer;
  beforeAll(async () => {
    const tools = ["note"];
    testServer = await startProviderTestServer(protocol, {
      agents: contractNames.flatMap((contract) => [
        { name: contract, tools, ask: { contract } },
        { name: `${contract}-expired`, tools, ask: { contract, deadlineMs: 100 } },
      ]),
      keys: [{ name: "bot", scopes: ["ask", "answer"], key: "of_a_bot" }],
    });
  });
  afterAll(() => testServer.close());

  describe.each(contractNames)("%s", (contract) => {
    test.each(endings)(
      "[DELIVERY-10] $name: one result a call, its own words, no message that people see",
      async ({ name, request, words, continues, runsRest }) => {
        const lines = [`before_${contract}_${name}`, `after_${contract}_${name}`] as const;
        const ask = { id: "call_ask", ...askCall(contract, "Which way?") };
        const calls = contract === "question" ? [ask] : [note(lines[0]), ask, note(lines[1])];
        const agent = name === "expired" ? `${contract}-expired` : contract;
        const id = await testServer.startConversation(agent, { calls }, { text: "I see." });
        const { id: inquiry } = await testServer.waitForInquiry(id);
        const [path, body] = request(id, inquiry) ?? [];
        if (path) {
          const key = name === "withdrawn" ? "of_a_bot" : testServer.server.keys.answer;
          expect(await testServer.api.post(path, body, { authorization: `Bearer ${key}` })).toMatchObject({
            status: 202,
          });
        }
        await testServer.waitForEventType(id, "inquiry.resolved");
        await testServer.api.waitForStatus(id, "idle");
        if (!continues) {
          await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "And now?" });
          await testServer.waitForEventType(id, "run.finished", 2);
        }
        const received = testServer.newMessages();
        const results = received
          .filter(({ role }) => role === "result")
          .map((result) => ("id" in result ? result.id : ""));
        expect(results.toSorted()).toEqual(calls.map((call) => call.id).toSorted());
        expect(received.some((some) => some.role !== "assistant" && words.test(some.text))).toBe(true);
        expect(received.some((some) => some.role !== "assistant" && /Left|Right/.test(some.text))).toBe(false);
        if (body) expect(JSON.stringify(received)).toContain("So there");
        if (!continues) expect(received.at(-1)).toEqual({ role: "user", text: "And now?" });
        const { items } = (await testServer.api.get(`/v1/conversations/${id}/transcript`)).body;
        expect(items.filter(({ role }: { role: string }) => role === "person")).toHaveLength(continues ? 1 : 2);
        const block = items[1].blocks.find(({ type }: { type: string }) => type === "action");
        expect(block).toMatchObject({
          status: name === "delegated" ? "success" : "denied",
          extra: { needsUserAction: false },
          received: expect.stringMatching(words),
        });
        const ran = lines.filter((line) => testServer.notes().includes(line));
        const early = { question: [], ask_user: [...lines] }[contract] ?? [lines[0]];
        const late = contract === "ask_user_question" && runsRest ? [lines[1]] : [];
        expect(ran).toEqual([...early, ...late]);
      },
    );
  });

  test("[HTTP-4] of answers over all compat APIs at once one wins, and each API reports that in its own form", {
    tags: "smoke",
  }, async () => {
    const id = await testServer.startConversation(
      "ask_user_question",
      { calls: [{ id: "call_ask", ...askCall("ask_user_question", "Which way?") }] },
      { text: "Done." },
    );
    const { id: inquiry } = await testServer.waitForInquiry(id);
    const sent = await Promise.all(
      Array.from({ length: 15 }, (_, n) => [
        testServer.api.post(`/conversations/${id}/respond`, { answers: { "Which way?": `Conversations ${n}` } }),
        testServer.api.post(`/api/projects/default/agent-questions/${inquiry}/respond`, { response: `Projects ${n}` }),
        testServer.api.post(`/api/v1/sessions/${id}/answer`, { question_id: "latest", answer: `Sessions ${n}` }),
        testServer.api.post(`/v1/inquiries/${inquiry}/answer`, { answers: [{ question: "q1", text: `V1 ${n}` }] }),
      ]).flat(),
    );
    await testServer.api.waitForStatus(id, "idle");
    expect(sent.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(new Set(sent.map(({ status }) => status).filter((status) => status >= 300))).toEqual(new Set([400, 409]));
    const { items } = (await testServer.api.get(`/v1/inquiries?conversation=${id}`)).body;
    expect(items).toHaveLength(1);
    expect(testServer.newMessages()).toMatchObject([
      { text: JSON.stringify({ answers: { "Which way?": items[0].resolution.answers[0].text } }) },
    ]);
  });
});
