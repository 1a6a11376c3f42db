import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createVault } from "@askback/adapters/openai-agents";
import { createClient } from "@askback/client";
import { createPerson } from "@askback/testing";
import { Agent, type AgentOutputItem, type Model, run, setTracingDisabled, Usage } from "@openai/agents";

const { ASKBACK_URL: url = "http://127.0.0.1:4100", ASKBACK_ASK_KEY = "", ASKBACK_ANSWER_KEY = "" } = process.env;
setTracingDisabled(true);

const questions = [
  {
    question: "Which seat?",
    header: "Seat",
    options: [
      { label: "Window", description: "With a view" },
      { label: "Aisle", description: "With space" },
    ],
    multiSelect: false,
  },
];
const ask: AgentOutputItem = {
  type: "function_call",
  callId: "call_1",
  name: "ask_user_question",
  arguments: JSON.stringify({ questions }),
  status: "completed",
};
const said: AgentOutputItem = {
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Booked." }],
};

/** A model that asks once, and then says that it has booked. */
const prompts: string[] = [];
const model: Model = {
  async getResponse({ input }) {
    prompts.push(JSON.stringify(input));
    return { usage: new Usage(), output: [prompts.length === 1 ? ask : said] };
  },
  getStreamedResponse() {
    throw new Error("nothing here streams");
  },
};

const vault = createVault({
  client: createClient({ url, key: ASKBACK_ASK_KEY }),
  thread: randomUUID(),
  agent: "Travel",
});
const agent = new Agent({ name: "travel", instructions: "Book.", model, tools: [vault.askTool] });

// The run ends with the question. Its state is sealed on the server, and any process can resume it with the ticket.
const ticket = await vault.park(await run(agent, "Book a flight"));
assert.ok(ticket);

const person = createPerson(createClient({ url, key: ASKBACK_ANSWER_KEY }), [
  { on: "Which seat?", does: { pick: "Aisle" } },
]);
const result = await vault.resume(agent, ticket);
person.stop();
assert.equal(result?.finalOutput, "Booked.");
assert.match(prompts[1] ?? "", /Aisle/);

// It was resumed once, and never is again.
assert.equal(await vault.resume(agent, ticket), undefined);
assert.equal(prompts.length, 2);
console.log(result.finalOutput);
