import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiResponse } from "../harness/server/api.ts";
import {
  type ProviderTestServer,
  startProviderTestServer,
  testedProtocols,
} from "../harness/server/provider-test-server.ts";

const options = [{ label: "Fast", description: "Without tests" }, { label: "Careful" }, { label: "Both" }];
const approach = { header: "Approach", question: "How shall I do it?", options };
const ask = (input: unknown) => ({ id: "call_ask", name: "question", input });
const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });

/** The stored block of an open question. */
const pending = {
  type: "action",
  action_type: "question_request",
  status: "pending",
  extra: {
    needsUserAction: true,
    questionHeader: "Approach",
    questionText: "How shall I do it?",
    questionOptions: options,
    questionMultiple: false,
    questionCustom: true,
    questionResolution: "asked",
  },
};

/** The stored block of a resolved question, with these fields in `extra`. */
function resolvedBlock(status: "success" | "denied", extra: Readonly<Record<string, unknown>>) {
  return { ...pending, status, extra: { ...pending.extra, needsUserAction: false, ...extra } };
}

describe.each(testedProtocols)("$name", (protocol) => {
  let testServer: ProviderTestServer;
  beforeAll(async () => {
    testServer = await startProviderTestServer(protocol, {
      agents: [{ name: "asker", tools: ["note"], ask: { contract: "question" } }],
    });
  });
  afterAll(() => testServer.close());

  /** A conversation that waits for the answer to this. */
  async function waiting(input: unknown) {
    const id = await testServer.startConversation(
      "asker",
      { text: "A question.", calls: [ask(input)] },
      { text: "Done." },
    );
    const inquiry = await testServer.waitForInquiry(id);
    return { id, path: `/v1/inquiries/${inquiry.id}` };
  }

  async function transcript(id: string): Promise<ApiResponse["body"]> {
    return (await testServer.api.get(`/v1/conversations/${id}/transcript`)).body.items;
  }

  /** The block of the message that asked, reduced to the documented fields. */
  async function block(id: string) {
    const [, asking] = await transcript(id);
    const { inquiry: _, received: _r, content: _c, ...shown } = asking.blocks.at(-1);
    return shown;
  }

  test("[BLOCK-1] [S3-02, S3-06, S3-12, S3-23, S3-27, S3-28, S3-31] the question is a pending block under the message that asked, and the session rests", {
    tags: "smoke",
  }, async () => {
    const { id, path } = await waiting(approach);
    const requests = testServer.provider.requests.length;
    expect(await block(id)).toEqual(pending);
    const [, asking] = await transcript(id);
    expect(asking).toMatchObject({ role: "agent", blocks: [{ type: "text", text: "A question." }, pending] });
    expect(asking.blocks[1].content).toContain("How shall I do it?\n- Fast\n- Careful\n- Both");
    expect(await testServer.api.get(`/v1/conversations/${id}`)).toMatchObject({ body: { status: "parked" } });
    expect(testServer.provider.requests).toHaveLength(requests);
    await testServer.api.post(`${path}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
    await testServer.api.waitForStatus(id, "idle");
  });

  test.each([
    ["a single choice is the next message", approach, { options: ["o2"] }, "Careful"],
    ["several choices, one label a line", { ...approach, multiple: true }, { options: ["o3", "o1"] }, "Fast\nBoth"],
    [
      "own words are the last line of several choices",
      { ...approach, multiple: true },
      { options: ["o2"], text: "but soon" },
      "Careful\nbut soon",
    ],
    ["own words are the only line of a single choice", approach, { text: "Not at all." }, "Not at all."],
  ])("[DELIVERY-4] [S3-01, S3-08, S3-24, S3-32, S3-33, S3-34, S3-37] %s", async (_, input, answer, text) => {
    const { id, path } = await waiting(input);
    const answered = await testServer.api.post(`${path}/answer`, { answers: [{ question: "q1", ...answer }] });
    expect(answered).toMatchObject({ status: 202 });
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.newMessages()).toEqual([
      { role: "result", id: "call_ask", text: expect.stringContaining("Asked.") },
      { role: "user", text },
    ]);
    const multiple = "multiple" in input;
    expect(await block(id)).toEqual(
      resolvedBlock("success", { questionMultiple: multiple, questionResolution: "replied", answerText: text }),
    );
    const [, , reply, done, ...rest] = await transcript(id);
    expect(reply).toMatchObject({ role: "person", by: "owner", blocks: [{ type: "text", text }] });
    expect(done).toMatchObject({ role: "agent", blocks: [{ type: "text", text: "Done." }] });
    expect(rest).toEqual([]);
  });

  test("[DELIVERY-4] [S3-07] with `custom: false` own words are refused and an option is taken", async () => {
    const { id, path } = await waiting({ ...approach, custom: false });
    expect((await block(id)).extra.questionCustom).toBe(false);
    const before = await testServer.position();
    const words = { answers: [{ question: "q1", text: "Something else" }] };
    expect(await testServer.api.post(`${path}/answer`, words)).toMatchObject({
      status: 422,
      body: { code: "answer-misfit" },
    });
    expect(await testServer.position()).toBe(before);
    await testServer.api.post(`${path}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.newMessages().at(-1)).toEqual({ role: "user", text: "Fast" });
  });

  test("[BLOCK-2] [S3-09, S3-25, S3-29] a message of one's own resolves the block with its text and id, and none is added", {
    tags: "smoke",
  }, async () => {
    const { id } = await waiting({ ...approach, custom: false });
    await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Neither.\nWait for me." });
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.newMessages()).toEqual([
      { role: "result", id: "call_ask", text: expect.stringContaining("Asked.") },
      { role: "user", text: "Neither.\nWait for me." },
    ]);
    const messages = await transcript(id);
    expect(messages.filter(({ role }: { role: string }) => role === "person")).toHaveLength(2);
    expect(await block(id)).toEqual(
      resolvedBlock("success", {
        questionCustom: false,
        questionResolution: "replied",
        answerText: "Neither.\nWait for me.",
        answerMessageId: messages[2].id,
      }),
    );
  });

  test.each(["decline", "dismiss"])(
    "[DELIVERY-10] [S3-10, S3-26, S3-27, S3-36] rejected by %s: the block is denied, no message is added",
    async (how) => {
      const { id, path } = await waiting(approach);
      expect(await testServer.api.post(`${path}/${how}`)).toMatchObject({ status: 202 });
      await testServer.api.waitForStatus(id, "idle");
      expect(await block(id)).toEqual(resolvedBlock("denied", { questionResolution: "rejected" }));
      const people = async () =>
        (await transcript(id)).filter(({ role }: { role: string }) => role === "person").length as number;
      expect(await people()).toBe(1);
      if (how === "dismiss") {
        await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Go on." });
        await testServer.waitForEventType(id, "run.finished", 2);
        expect(await people()).toBe(2);
      }
      const [asked, received] = testServer.newMessages();
      expect(asked).toMatchObject({ role: "result", id: "call_ask" });
      expect(received).toMatchObject({
        role: "user",
        text: expect.stringMatching(/^About your question "How shall I do it\?": (The user declined|User cancelled)/),
      });
    },
  );

  test.each([
    ["before it", [note("a"), ask(approach)]],
    ["after it", [ask(approach), note("b")]],
    ["like it", [ask(approach), { ...ask({ ...approach, question: "And then?" }), id: "call_second" }]],
  ])(
    "[CONTRACT-6] [S3-03, S3-04, S3-05, S3-38] with a call %s nothing is asked: an error block is shown and the session goes on",
    async (_, calls) => {
      const id = await testServer.startConversation("asker", { calls }, { text: "I see." });
      await testServer.api.waitForStatus(id, "idle");
      const asks = calls.filter(({ name }) => name === "question");
      const errors = asks.map(({ id: call }) => ({
        role: "result",
        id: call,
        text: expect.stringMatching(/^Not asked: question must be the only tool call of a turn/),
      }));
      expect(testServer.newMessages().filter(({ role }) => role === "result")).toHaveLength(2);
      expect(testServer.newMessages()).toEqual(expect.arrayContaining(errors));
      const [, asking] = await transcript(id);
      expect(asking.blocks.filter(({ type }: { type: string }) => type === "error")).toEqual(
        asks.map((call) => ({
          type: "error",
          text: expect.stringMatching(/^Not asked: question must be the only/),
          call,
        })),
      );
      expect((await testServer.api.get(`/v1/inquiries?conversation=${id}`)).body.items).toEqual([]);
      for (const { name, input } of calls)
        if (name === "note") expect(testServer.notes()).toContain((input as { line: string }).line);
    },
  );

  test("[CONTRACT-3] [S3-46, S3-49] one option is enough, ten are taken, eleven are refused without a pause", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ label: `Option ${n + 1}` }));
    const id = await testServer.startConversation(
      "asker",
      { calls: [ask({ question: "Eleven?", options: many(11) })] },
      { calls: [ask({ question: "Ten?", options: many(10), multiple: true })] },
      { calls: [ask({ question: "One?", options: many(1) })] },
      { text: "Done." },
    );
    const ten = await testServer.waitForInquiry(id);
    expect(ten.questions).toMatchObject([{ text: "Ten?" }]);
    expect(testServer.newMessages()).toMatchObject([
      { role: "result", text: expect.stringContaining("allows at most 10 items") },
    ]);
    const all = ten.questions[0].options.map(({ id: option }: { id: string }) => option);
    await testServer.api.post(`/v1/inquiries/${ten.id}/answer`, { answers: [{ question: "q1", options: all }] });
    const one = await testServer.waitForInquiry(id, 2);
    expect(testServer.newMessages().at(-1)).toEqual({
      role: "user",
      text: many(10)
        .map(({ label }) => label)
        .join("\n"),
    });
    await testServer.api.post(`/v1/inquiries/${one.id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
    await testServer.api.waitForStatus(id, "idle");
  });
});
