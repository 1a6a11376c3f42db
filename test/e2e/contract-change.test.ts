import { contractNames } from "@askback/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyAsk } from "../support/asks.ts";
import { delivered } from "../support/delivered.ts";
import { type Desk, type DeskAgent, deskWires, openDesk } from "../support/desk.ts";

/** Every change of an agent's contract, and the loss of it. */
const changes = contractNames.flatMap((from) =>
  [...contractNames.filter((to) => to !== from), "none"].map((to) => ({ from, to, agent: `${from}-${to}` })),
);

function agents(when: "from" | "to"): readonly DeskAgent[] {
  return changes.map(({ agent: name, [when]: contract }) => ({
    name,
    ask: contract === "none" ? false : { contract },
  }));
}

const askBy = (contract: string, question: string, id: string) => ({ id, ...anyAsk(contract, question) });
const pick = (option: string) => ({ answers: [{ question: "q1", options: [option] }] });

describe.each(deskWires)("$name", (wire) => {
  let desk: Desk;
  /** Conversations that were parked, to be answered or written to, and one that was idle, by the agent. */
  const before = new Map<string, { parked: string; chatted: string; idle: string; transcript: unknown }>();

  beforeAll(async () => {
    const first = await openDesk(wire, { agents: agents("from") });
    for (const { agent, from } of changes) {
      const ask = (id: string) => ({ text: "Well.", calls: [askBy(from, "Which way?", id)] });
      const idle = await first.begin(agent, ask("call_idle"), { text: "Fine." });
      await first.api.post(`/v1/inquiries/${(await first.asked(idle)).id}/answer`, pick("o1"));
      await first.api.reached(idle, "idle");
      const parked = await first.begin(agent, ask("call_parked"));
      await first.asked(parked);
      const chatted = await first.begin(agent, ask("call_chatted"));
      await first.asked(chatted);
      const transcript = await transcriptOf(first, parked);
      before.set(agent, { parked, chatted, idle, transcript });
    }
    desk = await first.restart({ agents: agents("to") });
  });
  afterAll(() => desk.close());

  async function transcriptOf({ api }: Desk, id: string): Promise<unknown> {
    return (await api.get(`/v1/conversations/${id}/transcript`)).body;
  }

  function conversationsOf(agent: string) {
    const found = before.get(agent);
    if (!found) throw new Error(`nothing was begun for ${agent}`);
    return found;
  }

  /** A message starts a run on the new terms, in which the agent asks anew and is answered. */
  async function goOnAnew(id: string, to: string): Promise<void> {
    const runs = (await desk.api.get(`/v1/conversations/${id}/runs`)).body.items.length;
    const asks = (await desk.api.get(`/v1/inquiries?conversation=${id}`)).body.items.length;
    if (to === "none") desk.provider.willSay({ text: "Done." });
    else desk.provider.willSay({ calls: [askBy(to, "And now?", "call_anew")] }, { text: "Done." });
    await desk.api.post(`/v1/conversations/${id}/messages`, { text: "Go on." });
    if (to !== "none") {
      const inquiry = await desk.asked(id, asks + 1);
      expect(inquiry.contract).toBe(to);
      await desk.api.post(`/v1/inquiries/${inquiry.id}/answer`, pick("o2"));
    }
    await desk.api.reached(id, "idle");
    expect((await desk.api.get(`/v1/conversations/${id}/runs`)).body.items.length).toBeGreaterThan(runs);
    expect(desk.told()).toEqual(
      to === "none" ? [{ role: "user", text: "Go on." }] : delivered(to, "call_anew", "And now?", "Right"),
    );
  }

  test.each(changes)(
    "[CTR-9] parked under $from, now $to: it is read, answered as asked, and goes on",
    async (change) => {
      const { parked, transcript } = conversationsOf(change.agent);
      expect(await transcriptOf(desk, parked)).toEqual(transcript);
      const { inquiry } = (await desk.api.get(`/v1/conversations/${parked}`)).body;
      expect(inquiry).toMatchObject({ contract: change.from, status: "open" });
      desk.provider.willSay({ text: "Fine." });
      expect(await desk.api.post(`/v1/inquiries/${inquiry.id}/answer`, pick("o1"))).toMatchObject({ status: 202 });
      await desk.api.reached(parked, "idle");
      expect(desk.told()).toEqual(delivered(change.from, "call_parked", "Which way?", "Left"));
      await goOnAnew(parked, change.to);
    },
  );

  test.each(changes)("[CTR-9] parked under $from, now $to: a message answers it", async ({ agent, to }) => {
    const { chatted } = conversationsOf(agent);
    desk.provider.willSay({ text: "Fine." });
    await desk.api.post(`/v1/conversations/${chatted}/messages`, { text: "Neither." });
    await desk.api.reached(chatted, "idle");
    const told = desk.told();
    expect(told[0]).toMatchObject({ role: "result", id: "call_chatted" });
    expect(told.at(-1)).toEqual({ role: "user", text: "Neither." });
    await goOnAnew(chatted, to);
  });

  test.each(changes)("[CTR-9] idle, asked under $from, now $to: it is read and goes on", async (change) => {
    const { idle } = conversationsOf(change.agent);
    const { items } = (await desk.api.get(`/v1/conversations/${idle}/transcript`)).body;
    expect(items[1].blocks.at(-1)).toMatchObject({
      type: "action",
      status: "success",
      inquiry: { contract: change.from },
    });
    await goOnAnew(idle, change.to);
  });

  test.each(changes)(
    "[CTR-9] out of habit it still asks by $from, now $to: it is told, and nothing parks",
    async (change) => {
      const { idle } = conversationsOf(change.agent);
      const asks = async () => (await desk.api.get(`/v1/inquiries?conversation=${idle}`)).body.items.length as number;
      const known = await asks();
      desk.provider.willSay({ calls: [askBy(change.from, "Out of habit?", "call_habit")] }, { text: "I see." });
      await desk.api.post(`/v1/conversations/${idle}/messages`, { text: "Once more." });
      await desk.api.reached(idle, "idle");
      expect(desk.told()).toMatchObject([
        { role: "result", id: "call_habit", text: expect.stringMatching(/no tool named/) },
      ]);
      expect(await asks()).toBe(known);
    },
  );
});
