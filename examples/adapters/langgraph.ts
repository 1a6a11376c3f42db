import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createBridge, type InterruptAnswer } from "@askback/adapters/langgraph";
import { createClient } from "@askback/client";
import { createPerson } from "@askback/testing";
import { Annotation, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const { ASKBACK_URL: url = "http://127.0.0.1:4100", ASKBACK_ASK_KEY = "", ASKBACK_ANSWER_KEY = "" } = process.env;

const options = [
  { label: "Yes", description: "Now" },
  { label: "No", description: "Not now" },
];
const ask = (question: string): InterruptAnswer =>
  interrupt({ questions: [{ question, header: "Step", options, multiSelect: false }] });

// Two nodes ask at the same time.
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("test", () => ({ log: [`test ${ask("Run the tests?").text}`] }))
  .addNode("deploy", () => ({ log: [`deploy ${ask("Deploy?").text}`] }))
  .addEdge(START, "test")
  .addEdge(START, "deploy")
  .addEdge("test", END)
  .addEdge("deploy", END)
  .compile({ checkpointer: new MemorySaver() });

const thread = randomUUID();
const config = { configurable: { thread_id: thread } };
await graph.invoke({ log: [] }, config);

const person = createPerson(createClient({ url, key: ASKBACK_ANSWER_KEY }), [
  { on: "Run the tests?", does: { pick: "Yes" } },
  { on: "Deploy?", does: { pick: "No" } },
]);
// Two processes wait for the answers, and one of them resumes the graph.
const bridge = () => createBridge({ client: createClient({ url, key: ASKBACK_ASK_KEY }), thread, agent: "Release" });
const results = await Promise.all([bridge().resume(graph, config), bridge().resume(graph, config)]);
person.stop();
assert.equal(results.filter((result) => result !== undefined).length, 1);

const { values } = await graph.getState(config);
assert.deepEqual(values.log.toSorted(), [
  'deploy {"answers":{"Deploy?":"No"}}',
  'test {"answers":{"Run the tests?":"Yes"}}',
]);
console.log(values.log.join("\n"));
