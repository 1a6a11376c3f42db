import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiResponse } from "../support/api.ts";
import { type Desk, deskWires, openDesk } from "../support/desk.ts";

const options = [{ label: "Fast", description: "Without tests" }, { label: "Careful" }, { label: "Both" }];
const approach = { header: "Approach", question: "How shall I do it?", options };
const ask = (input: unknown) => ({ id: "call_ask", name: "question", input });
const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });

/** The block as the seed stores it, while it waits. */
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

/** The block after its resolution; what is given stands in `extra`. */
function settled(status: "success" | "denied", extra: Readonly<Record<string, unknown>>) {
  return { ...pending, status, extra: { ...pending.extra, needsUserAction: false, ...extra } };
}

describe.each(deskWires)("$name", (wire) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(wire, { agents: [{ name: "asker", tools: ["note"], ask: { contract: "question" } }] });
  });
  afterAll(() => desk.close());

  /** A conversation that waits for the answer to this. */
  async function waiting(input: unknown) {
    const id = await desk.begin("asker", { text: "A question.", calls: [ask(input)] }, { text: "Done." });
    const inquiry = await desk.asked(id);
    return { id, path: `/v1/inquiries/${inquiry.id}` };
  }

  async function transcript(id: string): Promise<ApiResponse["body"]> {
    return (await desk.api.get(`/v1/conversations/${id}/transcript`)).body.items;
  }

  /** The block of the message that asked, without what goes beyond the seed. */
  async function block(id: string) {
    const [, asking] = await transcript(id);
    const { inquiry: _, received: _r, content: _c, ...shown } = asking.blocks.at(-1);
    return shown;
  }

  test("[BLK-1] the question is a pending block under the message that asked, and the session rests", async () => {
    const { id, path } = await waiting(approach);
    const requests = desk.provider.requests.length;
    expect(await block(id)).toEqual(pending);
    const [, asking] = await transcript(id);
    expect(asking).toMatchObject({ role: "agent", blocks: [{ type: "text", text: "A question." }, pending] });
    expect(asking.blocks[1].content).toContain("How shall I do it?\n- Fast\n- Careful\n- Both");
    expect(await desk.api.get(`/v1/conversations/${id}`)).toMatchObject({ body: { status: "parked" } });
    expect(desk.provider.requests).toHaveLength(requests);
    await desk.api.post(`${path}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
    await desk.api.reached(id, "idle");
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
  ])("[DEL-4] %s", async (_, input, answer, text) => {
    const { id, path } = await waiting(input);
    const answered = await desk.api.post(`${path}/answer`, { answers: [{ question: "q1", ...answer }] });
    expect(answered).toMatchObject({ status: 202 });
    await desk.api.reached(id, "idle");
    expect(desk.told()).toEqual([
      { role: "result", id: "call_ask", text: expect.stringContaining("Asked.") },
      { role: "user", text },
    ]);
    const multiple = "multiple" in input;
    expect(await block(id)).toEqual(
      settled("success", { questionMultiple: multiple, questionResolution: "replied", answerText: text }),
    );
    const [, , reply, done, ...rest] = await transcript(id);
    expect(reply).toMatchObject({ role: "person", by: "owner", blocks: [{ type: "text", text }] });
    expect(done).toMatchObject({ role: "agent", blocks: [{ type: "text", text: "Done." }] });
    expect(rest).toEqual([]);
  });

  test("[DEL-4] with `custom: false` own words are refused and an option is taken", async () => {
    const { id, path } = await waiting({ ...approach, custom: false });
    expect((await block(id)).extra.questionCustom).toBe(false);
    const before = await desk.position();
    const words = { answers: [{ question: "q1", text: "Something else" }] };
    expect(await desk.api.post(`${path}/answer`, words)).toMatchObject({
      status: 422,
      body: { code: "answer-misfit" },
    });
    expect(await desk.position()).toBe(before);
    await desk.api.post(`${path}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
    await desk.api.reached(id, "idle");
    expect(desk.told().at(-1)).toEqual({ role: "user", text: "Fast" });
  });

  test("[BLK-2] a message of one's own resolves the block with its text and id, and none is added", async () => {
    const { id } = await waiting({ ...approach, custom: false });
    await desk.api.post(`/v1/conversations/${id}/messages`, { text: "Neither.\nWait for me." });
    await desk.api.reached(id, "idle");
    expect(desk.told()).toEqual([
      { role: "result", id: "call_ask", text: expect.stringContaining("Asked.") },
      { role: "user", text: "Neither.\nWait for me." },
    ]);
    const messages = await transcript(id);
    expect(messages.filter(({ role }: { role: string }) => role === "person")).toHaveLength(2);
    expect(await block(id)).toEqual(
      settled("success", {
        questionCustom: false,
        questionResolution: "replied",
        answerText: "Neither.\nWait for me.",
        answerMessageId: messages[2].id,
      }),
    );
  });

  test.each(["decline", "dismiss"])(
    "[DEL-10] rejected by %s: the block is denied, no message is added",
    async (how) => {
      const { id, path } = await waiting(approach);
      expect(await desk.api.post(`${path}/${how}`)).toMatchObject({ status: 202 });
      await desk.api.reached(id, "idle");
      expect(await block(id)).toEqual(settled("denied", { questionResolution: "rejected" }));
      const people = async () =>
        (await transcript(id)).filter(({ role }: { role: string }) => role === "person").length as number;
      expect(await people()).toBe(1);
      if (how === "dismiss") {
        await desk.api.post(`/v1/conversations/${id}/messages`, { text: "Go on." });
        await desk.recorded(id, "run.finished", 2);
        expect(await people()).toBe(2);
      }
      const [asked, told] = desk.told();
      expect(asked).toMatchObject({ role: "result", id: "call_ask" });
      expect(told).toMatchObject({
        role: "user",
        text: expect.stringMatching(/^About your question "How shall I do it\?": (The user declined|User cancelled)/),
      });
    },
  );

  test.each([
    ["before it", [note("a"), ask(approach)]],
    ["after it", [ask(approach), note("b")]],
    ["like it", [ask(approach), { ...ask({ ...approach, question: "And then?" }), id: "call_second" }]],
  ])("[CTR-6] with a call %s nothing is asked: an error block is shown and the session goes on", async (_, calls) => {
    const id = await desk.begin("asker", { calls }, { text: "I see." });
    await desk.api.reached(id, "idle");
    const asks = calls.filter(({ name }) => name === "question");
    const errors = asks.map(({ id: call }) => ({
      role: "result",
      id: call,
      text: expect.stringMatching(/^Not asked: question must be the only tool call of a turn/),
    }));
    expect(desk.told().filter(({ role }) => role === "result")).toHaveLength(2);
    expect(desk.told()).toEqual(expect.arrayContaining(errors));
    const [, asking] = await transcript(id);
    expect(asking.blocks.filter(({ type }: { type: string }) => type === "error")).toEqual(
      asks.map((call) => ({
        type: "error",
        text: expect.stringMatching(/^Not asked: question must be the only/),
        call,
      })),
    );
    expect((await desk.api.get(`/v1/inquiries?conversation=${id}`)).body.items).toEqual([]);
    for (const { name, input } of calls)
      if (name === "note") expect(desk.notes()).toContain((input as { line: string }).line);
  });

  test("[CTR-3] one option is enough, ten are taken, eleven are refused without a pause", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ label: `Option ${n + 1}` }));
    const id = await desk.begin(
      "asker",
      { calls: [ask({ question: "Eleven?", options: many(11) })] },
      { calls: [ask({ question: "Ten?", options: many(10), multiple: true })] },
      { calls: [ask({ question: "One?", options: many(1) })] },
      { text: "Done." },
    );
    const ten = await desk.asked(id);
    expect(ten.questions).toMatchObject([{ text: "Ten?" }]);
    expect(desk.told()).toMatchObject([{ role: "result", text: expect.stringContaining("allows at most 10 items") }]);
    const all = ten.questions[0].options.map(({ id: option }: { id: string }) => option);
    await desk.api.post(`/v1/inquiries/${ten.id}/answer`, { answers: [{ question: "q1", options: all }] });
    const one = await desk.asked(id, 2);
    expect(desk.told().at(-1)).toEqual({
      role: "user",
      text: many(10)
        .map(({ label }) => label)
        .join("\n"),
    });
    await desk.api.post(`/v1/inquiries/${one.id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
    await desk.api.reached(id, "idle");
  });
});
