import { contractNames } from "@askback/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ProviderTestServer,
  startProviderTestServer,
  testedProtocols,
} from "../harness/server/provider-test-server.ts";

const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });
const result = (line: string, text: unknown) => ({ role: "result", id: `call_${line}`, text });
const allowed = { answers: [{ question: "q1", options: ["o1"] }] };
const refused = { answers: [{ question: "q1", options: ["o2"], note: "Not on Fridays." }] };

describe.each(testedProtocols)("$name", (protocol) => {
  let testServer: ProviderTestServer;
  beforeAll(async () => {
    const gated = { tools: ["note", "sleep"], approve: ["no*"] };
    testServer = await startProviderTestServer(protocol, {
      agents: [
        { name: "gated", ...gated, ask: { limit: 1 } },
        { name: "corrected", tools: ["note"], approve: [{ tool: "no*", edit: true }] },
        { name: "expiring", ...gated, ask: { deadlineMs: 200 } },
        ...contractNames.map((contract) => ({ name: `by-${contract}`, ...gated, ask: { contract } })),
      ],
    });
  });
  afterAll(() => testServer.close());

  async function waiting(line: string, agent = "gated") {
    const id = await testServer.startConversation(agent, { text: "May I?", calls: [note(line)] }, { text: "Done." });
    return { id, path: `/v1/inquiries/${(await testServer.waitForInquiry(id)).id}` };
  }

  test("[APPROVAL-1] a gated call parks on an inquiry that shows exactly that call, and takes no own words", {
    tags: "smoke",
  }, async () => {
    const { id, path } = await waiting("exact");
    const { body } = await testServer.api.get(path);
    expect(body).toMatchObject({
      contract: "approval",
      status: "open",
      approval: { tool: "note", input: { line: "exact" } },
      questions: [{ text: "May the agent run note?", multiSelect: false, ownWords: false }],
    });
    expect(body.questions[0].options.map(({ label }: { label: string }) => label)).toEqual(["Allow once", "Refuse"]);
    expect((await testServer.api.get(`/v1/runs/${body.runId}`)).body).toMatchObject({
      status: "waiting",
      reason: "awaiting-approval",
      inquiryId: body.id,
    });
    const before = await testServer.position();
    const words = { answers: [{ question: "q1", text: "Yes, and everything else too" }] };
    expect(await testServer.api.post(`${path}/answer`, words)).toMatchObject({
      status: 422,
      body: { code: "answer-misfit" },
    });
    expect(await testServer.position()).toBe(before);
    expect(testServer.notes()).not.toContain("exact");
    await testServer.api.post(`${path}/answer`, allowed);
    await testServer.api.waitForStatus(id, "idle");
  });

  test("[APPROVAL-2] allowed: it runs once, as recorded, and the transcript shows who allowed it and its result", {
    tags: "smoke",
  }, async () => {
    const { id, path } = await waiting("allowed");
    const sent = await Promise.all(Array.from({ length: 10 }, () => testServer.api.post(`${path}/answer`, allowed)));
    expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(202));
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.notes().filter((line) => line === "allowed")).toHaveLength(1);
    expect(testServer.newMessages()).toEqual([result("allowed", "noted allowed")]);
    const { items } = (await testServer.api.get(`/v1/conversations/${id}/transcript`)).body;
    expect(items[1].blocks).toMatchObject([
      { type: "text", text: "May I?" },
      {
        type: "action",
        status: "success",
        content: 'May the agent run note?\n- Allow once\n- Refuse\nnote {"line":"allowed"}\nAllow once',
        inquiry: { resolution: { by: "owner" } },
      },
      { type: "tool", call: note("allowed"), result: { status: "ok", text: "noted allowed" } },
    ]);
  });

  test("[APPROVAL-11] a call that a person changed runs as changed, and the model reads what was changed", async () => {
    const { id, path } = await waiting("asked", "corrected");
    expect((await testServer.api.get(path)).body.approval.editable.schema).toMatchObject({ type: "object" });
    const edited = (line: unknown) => ({ ...allowed, input: { line } });
    expect(await testServer.api.post(`${path}/answer`, edited(7))).toMatchObject({
      status: 422,
      body: { code: "answer-misfit", detail: expect.stringMatching(/^input: .*line/s) },
    });
    expect((await testServer.api.post(`${path}/answer`, edited("corrected"))).body).toMatchObject({ edited: true });
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.notes().filter((line) => line === "asked" || line === "corrected")).toEqual(["corrected"]);
    expect(testServer.newMessages()).toEqual([
      result(
        "asked",
        'The user changed the input of this call before allowing it, and it ran as changed:\n- line: "corrected" (was "asked")\n\nnoted corrected',
      ),
    ]);
    const held = await waiting("unchanged");
    expect(await testServer.api.post(`${held.path}/answer`, edited("other"))).toMatchObject({ status: 422 });
    await testServer.api.post(`${held.path}/answer`, refused);
    await testServer.api.waitForStatus(held.id, "idle");
  });

  test.each([
    ["refuse", "answer", refused, /^Not run: the user refused this call. Their reason: Not on Fridays\.$/],
    ["delegate", "delegate", {}, /^Not run: .*no permission to run it\.$/],
    ["decline", "decline", {}, /^Not run: it needed the user's approval\. The user declined/],
  ])("[APPROVAL-2] %s: it does not run, and the model is told why", async (line, route, body, words) => {
    const { id, path } = await waiting(line);
    expect(await testServer.api.post(`${path}/${route}`, body)).toMatchObject({ status: 202 });
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.newMessages()).toEqual([result(line, expect.stringMatching(words))]);
    expect(testServer.notes()).not.toContain(line);
  });

  test("[APPROVAL-2] with a message instead, a dismissal, a stop or an expired deadline it does not run either", async () => {
    const notRun = (line: string) => result(line, expect.stringMatching(/^Not run: it needed the user's approval\./));
    const chat = await waiting("chat");
    await testServer.api.post(`/v1/conversations/${chat.id}/messages`, { text: "Yes, run it." });
    await testServer.api.waitForStatus(chat.id, "idle");
    expect(testServer.newMessages()).toEqual([notRun("chat"), { role: "user", text: "Yes, run it." }]);
    const silent = await waiting("silent", "expiring");
    await testServer.api.waitForStatus(silent.id, "idle");
    expect(testServer.newMessages()).toEqual([notRun("silent")]);
    for (const how of ["dismiss", "stop"]) {
      const { id, path } = await waiting(how);
      await testServer.api.post(how === "stop" ? `/v1/conversations/${id}/stop` : `${path}/dismiss`);
      expect((await testServer.api.get(`/v1/conversations/${id}`)).body.status).toBe("idle");
      await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "And now?" });
      await testServer.waitForEventType(id, "run.finished", 2);
      expect(testServer.newMessages()).toEqual([notRun(how), { role: "user", text: "And now?" }]);
    }
    for (const line of ["chat", "silent", "dismiss", "stop"]) expect(testServer.notes()).not.toContain(line);
  });

  test("[APPROVAL-3] several gated calls of a step are asked for one after another, in order", async () => {
    const lines = ["one", "two", "three"];
    const id = await testServer.startConversation("gated", { calls: lines.map(note) }, { text: "Done." });
    for (const [index, line] of lines.entries()) {
      const inquiry = await testServer.waitForInquiry(id, index + 1);
      expect(inquiry.approval.input).toEqual({ line });
      expect((await testServer.api.get("/v1/inbox/count")).body).toEqual({ open: 1, snoozed: 0 });
      await testServer.api.post(`/v1/inquiries/${inquiry.id}/answer`, line === "two" ? refused : allowed);
    }
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.newMessages()).toEqual([
      result("one", "noted one"),
      result("two", expect.stringMatching(/^Not run: the user refused/)),
      result("three", "noted three"),
    ]);
    expect(testServer.notes().slice(-2)).toEqual(["one", "three"]);
  });

  test("[APPROVAL-4] approvals do not count as asks: they use up no limit, and the same call may be approved again", async () => {
    const options = [{ label: "Yes" }, { label: "No" }];
    const ask = {
      id: "call_ask",
      name: "ask_user_question",
      input: { questions: [{ question: "Shall I?", options }] },
    };
    const again = { ...note("same"), id: "call_again" };
    const id = await testServer.startConversation(
      "gated",
      { calls: [note("same")] },
      { calls: [again] },
      { calls: [ask] },
      { text: "Done." },
    );
    for (const count of [1, 2, 3]) {
      const inquiry = await testServer.waitForInquiry(id, count);
      expect(inquiry.contract).toBe(count === 3 ? "ask_user_question" : "approval");
      await testServer.api.post(`/v1/inquiries/${inquiry.id}/answer`, allowed);
    }
    const { runId } = await testServer.api.waitForStatus(id, "idle");
    expect((await testServer.api.get(`/v1/runs/${runId}`)).body).toMatchObject({ asks: 1, steps: 4 });
    expect(testServer.notes().filter((line) => line === "same")).toHaveLength(2);
  });

  test.each(contractNames)("[APPROVAL-2] an agent that asks by %s is gated too, on the same run", async (contract) => {
    const { id, path } = await waiting(`gate_${contract}`, `by-${contract}`);
    await testServer.api.post(`${path}/answer`, allowed);
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.newMessages()).toEqual([result(`gate_${contract}`, `noted gate_${contract}`)]);
    expect((await testServer.api.get(`/v1/conversations/${id}/runs`)).body.items).toHaveLength(1);
  });
});
