import { contractNames } from "@askback/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askCall } from "../harness/server/ask-calls.ts";
import {
  type ProviderTestServer,
  startProviderTestServer,
  testedProtocols,
} from "../harness/server/provider-test-server.ts";

const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });
const pick = (option: string) => ({ answers: [{ question: "q1", options: [option] }] });

describe.each(testedProtocols)("$name", (protocol) => {
  let testServer: ProviderTestServer;
  beforeAll(async () => {
    const tools = ["note", "update_todos"];
    testServer = await startProviderTestServer(protocol, {
      agents: [
        { name: "gated", tools, approve: ["note"] },
        ...contractNames.map((contract) => ({ name: `by-${contract}`, tools, ask: { contract } })),
      ],
    });
  });
  afterAll(() => testServer.close());

  /** Everything that can be read of a conversation. */
  async function everything(id: string) {
    const paths = ["", "/transcript", "/runs"].map((path) => `/v1/conversations/${id}${path}`);
    const read = await Promise.all(
      [...paths, `/v1/inquiries?conversation=${id}`].map((path) => testServer.api.get(path)),
    );
    return read.map(({ body }) => body);
  }

  async function fork(id: string, inquiry: string) {
    const forked = await testServer.api.post(`/v1/conversations/${id}/fork`, { inquiry });
    expect(forked).toMatchObject({ status: 202, body: { status: "parked", inquiry: { status: "open" } } });
    expect(forked.body.id).not.toBe(id);
    expect(forked.body.inquiry.id).not.toBe(inquiry);
    return forked.body;
  }

  test.each(contractNames)(
    "[FORK-1] an inquiry of %s, answered, is answered differently in a fork",
    async (contract) => {
      const call = { id: "call_ask", ...askCall(contract, "Which way?") };
      const id = await testServer.startConversation(
        `by-${contract}`,
        { text: "Well.", calls: [call] },
        { text: "Left it is." },
      );
      const { id: inquiry } = await testServer.waitForInquiry(id);
      const [atAsk, transcript] = await everything(id);
      await testServer.api.post(`/v1/inquiries/${inquiry}/answer`, pick("o1"));
      await testServer.api.waitForStatus(id, "idle");
      const leftTold = testServer.provider.prompt();
      const before = await everything(id);

      const other = await fork(id, inquiry);
      expect(other).toMatchObject({ agent: `by-${contract}`, createdBy: "owner", title: atAsk.title });
      expect(other.inquiry.questions).toEqual(atAsk.inquiry.questions);
      const copied = (await testServer.api.get(`/v1/conversations/${other.id}/transcript`)).body.items;
      const shown = (messages: typeof copied) =>
        messages.map(({ role, blocks }: typeof copied) => ({
          role,
          texts: blocks.map((block: typeof copied) => block.text ?? block.content),
        }));
      expect(shown(copied)).toEqual(shown(transcript.items));
      testServer.provider.queueReplies({ text: "Right it is." });
      expect(await testServer.api.post(`/v1/inquiries/${other.inquiry.id}/answer`, pick("o2"))).toMatchObject({
        status: 202,
      });
      await testServer.api.waitForStatus(other.id, "idle");
      expect(JSON.stringify(testServer.provider.prompt())).toBe(JSON.stringify(leftTold).replaceAll("Left", "Right"));
      expect(await everything(id)).toEqual(before);
    },
  );

  test("[FORK-1] an approval: each side is decided by itself, and a call runs only where it was allowed", async () => {
    const id = await testServer.startConversation("gated", { calls: [note("a"), note("b")] }, { text: "Done." });
    const { id: first } = await testServer.waitForInquiry(id);
    await testServer.api.post(`/v1/inquiries/${first}/answer`, pick("o1"));
    const { id: second } = await testServer.waitForInquiry(id, 2);
    const other = await fork(id, second);
    expect(other.inquiry).toMatchObject({ contract: "approval", approval: { tool: "note", input: { line: "b" } } });
    await testServer.api.post(`/v1/inquiries/${second}/answer`, pick("o2"));
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.notes()).toEqual(["a"]);
    testServer.provider.queueReplies({ text: "Done." });
    await testServer.api.post(`/v1/inquiries/${other.inquiry.id}/answer`, pick("o1"));
    await testServer.api.waitForStatus(other.id, "idle");
    expect(testServer.notes()).toEqual(["a", "b"]);
    expect(testServer.newMessages()).toMatchObject([
      { role: "result", id: "call_a", text: "noted a" },
      { role: "result", id: "call_b", text: "noted b" },
    ]);
  });

  test("[FORK-1] a fork of a fork, calls left in the step and todos are carried on", { tags: "smoke" }, async () => {
    const todos = [{ content: "Decide", status: "in_progress" }];
    const id = await testServer.startConversation(
      "by-ask_user_question",
      {
        calls: [
          { id: "call_todos", name: "update_todos", input: { todos } },
          { id: "call_ask", ...askCall("ask_user_question", "Which way?") },
          note("later"),
        ],
      },
      { text: "Done." },
    );
    const { id: inquiry } = await testServer.waitForInquiry(id);
    const one = await fork(id, inquiry);
    const two = await fork(one.id, one.inquiry.id);
    expect(two.todos).toEqual(todos);
    await testServer.api.delete(`/v1/conversations/${one.id}`);
    await testServer.api.post(`/v1/conversations/${id}/stop`);
    const noted = testServer.notes().length;
    await testServer.api.post(`/v1/inquiries/${two.inquiry.id}/answer`, pick("o2"));
    await testServer.api.waitForStatus(two.id, "idle");
    expect(testServer.newMessages()).toMatchObject([
      { id: "call_todos" },
      { id: "call_ask", text: '{"answers":{"Which way?":"Right"}}' },
      { id: "call_later", text: "noted later" },
    ]);
    expect(testServer.notes().slice(noted)).toEqual(["later"]);
  });

  test("[FORK-2] a fork is one event, and what was never rested on cannot be forked", async () => {
    const calls = [1, 2].map((n) => ({ id: `call_${n}`, ...askCall("ask_user", `Number ${n}?`) }));
    const id = await testServer.startConversation("by-ask_user", { calls }, { text: "Done." });
    const { id: inquiry } = await testServer.waitForInquiry(id);
    const before = await testServer.position();
    const { items } = (await testServer.api.get(`/v1/inquiries?conversation=${id}`)).body;
    expect(items.map(({ status }: { status: string }) => status)).toEqual(["superseded", "open"]);
    const path = `/v1/conversations/${id}/fork`;
    for (const unknown of [items[0].id, "inq_nothing_1", "", id])
      expect(await testServer.api.post(path, { inquiry: unknown })).toMatchObject({
        status: 404,
        body: { code: "inquiry-unknown" },
      });
    expect(await testServer.api.post("/v1/conversations/conv_x/fork", { inquiry })).toMatchObject({ status: 404 });
    for (const body of [{}, { inquiry: 7 }, { inquiry, more: 1 }, "[", null])
      expect(await testServer.api.post(path, body)).toMatchObject({ status: 400 });
    expect(await testServer.position()).toBe(before);
    const key = { "idempotency-key": `fork ${id}` };
    const [first, again] = [
      await testServer.api.post(path, { inquiry }, key),
      await testServer.api.post(path, { inquiry }, key),
    ];
    expect(first.status).toBe(202);
    expect(again.body).toEqual(first.body);
    expect((await testServer.api.get(`/v1/conversations/${first.body.id}`)).body.version).toBe(1);
    await testServer.api.post(`/v1/conversations/${id}/stop`);
    await testServer.api.post(`/v1/inquiries/${first.body.inquiry.id}/answer`, pick("o1"));
    await testServer.api.waitForStatus(first.body.id, "idle");
  });
});
