import { contractNames } from "@askback/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askCall } from "../harness/server/ask-calls.ts";
import { expectedDelivery } from "../harness/server/expected-delivery.ts";
import {
  type ProviderTestServer,
  startProviderTestServer,
  type TestAgent,
  testedProtocols,
} from "../harness/server/provider-test-server.ts";

/** Every change of an agent's contract, and its removal. */
const changes = contractNames.flatMap((from) =>
  [...contractNames.filter((to) => to !== from), "none"].map((to) => ({ from, to, agent: `${from}-${to}` })),
);

function agents(when: "from" | "to"): readonly TestAgent[] {
  return changes.map(({ agent: name, [when]: contract }) => ({
    name,
    ask: contract === "none" ? false : { contract },
  }));
}

const askBy = (contract: string, question: string, id: string) => ({ id, ...askCall(contract, question) });
const pick = (option: string) => ({ answers: [{ question: "q1", options: [option] }] });

describe.each(testedProtocols)("$name", (protocol) => {
  let testServer: ProviderTestServer;
  /** By agent: two parked conversations, one to answer and one to write to, and an idle one. */
  const before = new Map<string, { parked: string; chatted: string; idle: string; transcript: unknown }>();

  beforeAll(async () => {
    const first = await startProviderTestServer(protocol, { agents: agents("from") });
    for (const { agent, from } of changes) {
      const ask = (id: string) => ({ text: "Well.", calls: [askBy(from, "Which way?", id)] });
      const idle = await first.startConversation(agent, ask("call_idle"), { text: "Fine." });
      await first.api.post(`/v1/inquiries/${(await first.waitForInquiry(idle)).id}/answer`, pick("o1"));
      await first.api.waitForStatus(idle, "idle");
      const parked = await first.startConversation(agent, ask("call_parked"));
      await first.waitForInquiry(parked);
      const chatted = await first.startConversation(agent, ask("call_chatted"));
      await first.waitForInquiry(chatted);
      const transcript = await transcriptOf(first, parked);
      before.set(agent, { parked, chatted, idle, transcript });
    }
    testServer = await first.restart({ agents: agents("to") });
  });
  afterAll(() => testServer.close());

  async function transcriptOf({ api }: ProviderTestServer, id: string): Promise<unknown> {
    return (await api.get(`/v1/conversations/${id}/transcript`)).body;
  }

  function conversationsOf(agent: string) {
    const found = before.get(agent);
    if (!found) throw new Error(`nothing was begun for ${agent}`);
    return found;
  }

  /** Sends a message, which starts a run on the new terms in which the agent asks and gets an answer. */
  async function goOnAnew(id: string, to: string): Promise<void> {
    const runs = (await testServer.api.get(`/v1/conversations/${id}/runs`)).body.items.length;
    const asks = (await testServer.api.get(`/v1/inquiries?conversation=${id}`)).body.items.length;
    if (to === "none") testServer.provider.queueReplies({ text: "Done." });
    else testServer.provider.queueReplies({ calls: [askBy(to, "And now?", "call_anew")] }, { text: "Done." });
    await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Go on." });
    if (to !== "none") {
      const inquiry = await testServer.waitForInquiry(id, asks + 1);
      expect(inquiry.contract).toBe(to);
      await testServer.api.post(`/v1/inquiries/${inquiry.id}/answer`, pick("o2"));
    }
    await testServer.api.waitForStatus(id, "idle");
    expect((await testServer.api.get(`/v1/conversations/${id}/runs`)).body.items.length).toBeGreaterThan(runs);
    expect(testServer.newMessages()).toEqual(
      to === "none" ? [{ role: "user", text: "Go on." }] : expectedDelivery(to, "call_anew", "And now?", "Right"),
    );
  }

  test.each(changes)(
    "[CONTRACT-9] parked under $from, now $to: it is read, answered as asked, and goes on",
    async (change) => {
      const { parked, transcript } = conversationsOf(change.agent);
      expect(await transcriptOf(testServer, parked)).toEqual(transcript);
      const { inquiry } = (await testServer.api.get(`/v1/conversations/${parked}`)).body;
      expect(inquiry).toMatchObject({ contract: change.from, status: "open" });
      testServer.provider.queueReplies({ text: "Fine." });
      expect(await testServer.api.post(`/v1/inquiries/${inquiry.id}/answer`, pick("o1"))).toMatchObject({
        status: 202,
      });
      await testServer.api.waitForStatus(parked, "idle");
      expect(testServer.newMessages()).toEqual(expectedDelivery(change.from, "call_parked", "Which way?", "Left"));
      await goOnAnew(parked, change.to);
    },
  );

  test.each(changes)("[CONTRACT-9] parked under $from, now $to: a message answers it", async ({ agent, to }) => {
    const { chatted } = conversationsOf(agent);
    testServer.provider.queueReplies({ text: "Fine." });
    await testServer.api.post(`/v1/conversations/${chatted}/messages`, { text: "Neither." });
    await testServer.api.waitForStatus(chatted, "idle");
    const received = testServer.newMessages();
    expect(received[0]).toMatchObject({ role: "result", id: "call_chatted" });
    expect(received.at(-1)).toEqual({ role: "user", text: "Neither." });
    await goOnAnew(chatted, to);
  });

  test.each(changes)(
    "[CONTRACT-9] idle, asked under $from, now $to: it is read and goes on",
    { tags: "smoke" },
    async (change) => {
      const { idle } = conversationsOf(change.agent);
      const { items } = (await testServer.api.get(`/v1/conversations/${idle}/transcript`)).body;
      expect(items[1].blocks.at(-1)).toMatchObject({
        type: "action",
        status: "success",
        inquiry: { contract: change.from },
      });
      await goOnAnew(idle, change.to);
    },
  );

  test.each(changes)(
    "[CONTRACT-9] a model that still asks by $from, now $to, gets an error, and nothing parks",
    async (change) => {
      const { idle } = conversationsOf(change.agent);
      const asks = async () =>
        (await testServer.api.get(`/v1/inquiries?conversation=${idle}`)).body.items.length as number;
      const before = await asks();
      testServer.provider.queueReplies(
        { calls: [askBy(change.from, "Out of habit?", "call_habit")] },
        { text: "I see." },
      );
      await testServer.api.post(`/v1/conversations/${idle}/messages`, { text: "Once more." });
      await testServer.api.waitForStatus(idle, "idle");
      expect(testServer.newMessages()).toMatchObject([
        { role: "result", id: "call_habit", text: expect.stringMatching(/no tool named/) },
      ]);
      expect(await asks()).toBe(before);
    },
  );
});
