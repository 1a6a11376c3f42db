import { createBridge, type InterruptAnswer } from "@askback/adapters/langgraph";
import { Annotation, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, startLab } from "../../scripts/adapters/lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());

const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const empty = { log: [] };

function ask(question: string): string {
  const options = ["Yes", "No"].map((label) => ({ label, description: label }));
  const input = { questions: [{ question, header: "Step", options, multiSelect: false }] };
  return (interrupt(input) as InterruptAnswer).text;
}

const asks = (questions: readonly string[]) => () => ({ log: questions.map(ask) });

/** A graph whose one node asks again and again, in itself or in a subgraph. */
const graphs = {
  "a node": (questions: readonly string[]) => new StateGraph(State).addNode("step", asks(questions)),
  "a node of a subgraph": (questions: readonly string[]) => new StateGraph(State).addNode("step", inner(questions)),
  "a subgraph that a node calls": (questions: readonly string[]) =>
    new StateGraph(State).addNode("step", () => inner(questions).invoke(empty)),
};

function inner(questions: readonly string[]) {
  return new StateGraph(State)
    .addNode("inner", asks(questions))
    .addEdge(START, "inner")
    .addEdge("inner", END)
    .compile();
}

let count = 0;

/** What two processes do with one graph until it has ended: both wait for each answer, and one of them resumes. */
async function resumeOften(graph: ReturnType<typeof compile>, answers: readonly (readonly string[])[]) {
  count += 1;
  const thread = `again-${count}`;
  const config = { configurable: { thread_id: thread } };
  await graph.invoke(empty, config);
  for (const labels of answers) {
    const attempts = [1, 2].map(() => createBridge({ client: lab.agent(), thread }).resume(graph, config));
    // An attempt that ends before it asks fails the test instead of being waited for.
    const ended = Promise.all(attempts).then(() => []);
    const asked = await Promise.race([lab.asked(thread, labels.length), ended]);
    await Promise.all(asked.map((inquiry, index) => lab.pick(inquiry, labels[index] ?? "")));
    const results = await Promise.all(attempts);
    expect(results.filter((result) => result !== undefined)).toHaveLength(1);
  }
  const { values, next } = await graph.getState(config);
  expect(next).toEqual([]);
  return values.log;
}

function compile(built: (typeof graphs)[keyof typeof graphs], questions: readonly string[]) {
  return built(questions).addEdge(START, "step").addEdge("step", END).compile({ checkpointer: new MemorySaver() });
}

const says = (question: string, label: string) => JSON.stringify({ answers: { [question]: label } });

test.each(Object.entries(graphs))("[ADAPT-8] interrupts of %s that come one after the other", async (_, built) => {
  const questions = ["Run the tests?", "Deploy?", "Announce it?"];
  const log = await resumeOften(compile(built, questions), [["Yes"], ["No"], ["Yes"]]);
  expect(log).toEqual(questions.map((question, index) => says(question, index === 1 ? "No" : "Yes")));
});

test.each(Object.entries(graphs))("[ADAPT-8] %s that asks the same again and again", async (_, built) => {
  const again = "Try again?";
  const log = await resumeOften(compile(built, [again, again, again]), [["Yes"], ["Yes"], ["No"]]);
  expect(log).toEqual(["Yes", "Yes", "No"].map((label) => says(again, label)));
});

test("[ADAPT-8] a node that asks again is resumed although the one beside it has ended", async () => {
  const graph = compile(
    (questions) =>
      new StateGraph(State)
        .addNode("step", asks(questions))
        .addNode("beside", asks(["Tag it?", "Sign it?"]))
        .addEdge(START, "beside")
        .addEdge("beside", END) as never,
    ["Run the tests?", "Deploy?", "Announce it?"],
  );
  const log = await resumeOften(graph, [["Yes", "Yes"], ["Yes", "Yes"], ["No"]]);
  expect(log).toHaveLength(5);
  expect(log).toContain(says("Announce it?", "No"));
});
