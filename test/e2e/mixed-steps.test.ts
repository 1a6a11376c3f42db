import { contractNames } from "@askback/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyAsk } from "../support/asks.ts";
import { type Desk, deskWires, openDesk } from "../support/desk.ts";

const pick = { answers: [{ question: "q1", options: ["o1"] }] };
const spawn = { id: "call_spawn", name: "spawn_agents", input: { agents: [{ agent: "helper", task: "Help." }] } };
const todos = { id: "call_todos", name: "update_todos", input: { todos: [{ content: "All", status: "pending" }] } };
const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });

describe.each(deskWires)("$name", (wire) => {
  let desk: Desk;
  beforeAll(async () => {
    const tools = ["note", "update_todos"];
    desk = await openDesk(wire, {
      agents: [
        { name: "helper", ask: false },
        { name: "all-gated", tools, spawn: ["helper"], approve: ["*"] },
        ...contractNames.map((contract) => ({
          name: contract,
          tools,
          spawn: ["helper"],
          approve: ["note"],
          ask: { contract },
        })),
      ],
    });
  });
  afterAll(() => desk.close());

  test("[APP-1] everything can be gated: a tool, the todos and sub-agents, but no ask", async () => {
    const ask = { id: "call_ask", ...anyAsk("ask_user_question", "Which way?") };
    const id = await desk.begin("all-gated", { calls: [todos, spawn, note("gated"), ask] }, { text: "Done." });
    const asked: string[] = [];
    for (const count of [1, 2, 3, 4]) {
      const inquiry = await desk.asked(id, count);
      asked.push(inquiry.approval?.tool ?? inquiry.contract);
      if (inquiry.approval?.tool === "spawn_agents") {
        expect((await desk.api.get(`/v1/conversations?parent=${id}`)).body.items).toEqual([]);
        desk.provider.willSayTo("Help.", { text: "Helped." });
      }
      await desk.api.post(`/v1/inquiries/${inquiry.id}/answer`, pick);
    }
    await desk.api.reached(id, "idle");
    expect(asked).toEqual(["update_todos", "spawn_agents", "note", "ask_user_question"]);
    expect(desk.told()).toEqual([
      { role: "result", id: "call_todos", text: "The list is updated." },
      { role: "result", id: "call_spawn", text: '[{"agent":"helper","status":"finished","result":"Helped."}]' },
      { role: "result", id: "call_gated", text: "noted gated" },
      { role: "result", id: "call_ask", text: '{"answers":{"Which way?":"Left"}}' },
    ]);
  });

  test.each(contractNames)(
    "[CTR-8] %s in a step with todos, sub-agents and a gated tool: one result each, nothing unallowed",
    async (contract) => {
      const line = `mixed_${contract}`;
      const ask = { id: "call_ask", ...anyAsk(contract, "Which way?") };
      const calls = [todos, ask, spawn, note(line)];
      desk.provider.willSayTo("Help.", { text: "Helped." });
      const id = await desk.begin(contract, { calls }, { text: "Done." });
      const seen: string[] = [];
      const settling: Promise<unknown>[] = [];
      await desk.api.event(id, ({ type, data }) => {
        if (type === "inquiry.asked") {
          seen.push(data.inquiry.contract);
          settling.push(desk.api.post(`/v1/inquiries/${data.inquiry.id}/answer`, pick));
        }
        return type === "run.finished";
      });
      await Promise.all(settling);
      const expected: Readonly<Record<string, readonly string[]>> = {
        ask_user_question: ["ask_user_question", "approval"],
        ask_user: ["approval", "ask_user"],
        question: ["approval"],
        AskUserQuestion: ["AskUserQuestion"],
      };
      expect(seen).toEqual(expected[contract]);
      const results = desk.told().filter(({ role }) => role === "result");
      expect(results.map((result) => ("id" in result ? result.id : "")).toSorted()).toEqual(
        calls.map((call) => call.id).toSorted(),
      );
      const isEnd = contract === "AskUserQuestion";
      expect((await desk.api.get(`/v1/conversations?parent=${id}`)).body.items).toHaveLength(isEnd ? 0 : 1);
      expect(desk.notes().filter((some) => some === line)).toHaveLength(isEnd ? 0 : 1);
      // What a sub-agent that was never started would have been told is still there; it must not serve another test.
      if (isEnd) await helped();
    },
  );

  async function helped(): Promise<void> {
    const id = await desk.begin("ask_user", { calls: [spawn] }, { text: "Done." });
    await desk.api.reached(id, "idle");
  }
});
