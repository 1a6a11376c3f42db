import { askOne } from "./answer-flow.ts";
import { type Crashes, type Outcome, runFlow, startConversation } from "./run-flow.ts";

/** A commit of the flow by the name of one of its events, in the order in which they come when one works at a time. */
export const commits = [
  "main conversation.started",
  "main agents.spawned",
  "child 1 conversation.started",
  "child 2 conversation.started",
  "main children.started",
  "child 1 model.replied 1",
  "child 1 tool.started call_child_pay",
  "child 1 tool.finished call_child_pay",
  "child 1 run.finished 1",
  "main child.ended 1",
  "child 1 parent.told",
  "child 2 tool.finished call_child_wire",
  "child 2 run.finished 1",
  "main child.ended 2",
  "child 2 parent.told",
  "main tool.started call_look",
  "main tool.finished call_look",
  "main run.finished 1",
] as const;

const payer = {
  as: "child 1",
  script: [
    { text: "I pay what is due.", calls: [{ id: "call_child_pay", name: "pay", input: {} }] },
    { text: "It is all paid." },
  ],
};

const curious = {
  as: "child 2",
  script: [
    {
      text: "I ask and I wire.",
      calls: [
        { id: "call_child_ask", ...askOne("May I?") },
        { id: "call_child_wire", name: "wire", input: {} },
      ],
    },
    { text: "I may do neither." },
  ],
};

const script = [
  {
    text: "Two helpers shall do it.",
    calls: [
      { id: "call_spawn", ...spawn(payer, curious) },
      { id: "call_look", name: "look", input: {} },
    ],
  },
  { text: "The helpers are done." },
];

/** A leader has two helpers work for it, and goes on with their results. */
export async function runSubAgentFlow(crashes: Crashes = {}): Promise<Outcome> {
  return runFlow(crashes, async (person) => {
    const id = await startConversation(person, "leader", script);
    await person.events(familyOf(id, 2), "main run.finished 1", "child 1 parent.told", "child 2 parent.told");
    return id;
  });
}

/** A call that starts helpers, each with a script of its own. */
export function spawn(...tasks: readonly unknown[]) {
  const agents = tasks.map((task) => ({ agent: "helper", task: JSON.stringify(task) }));
  return { name: "spawn_agents", input: { agents } };
}

/** A conversation and its sub-agents. */
export function familyOf(id: string, children: number): readonly string[] {
  return [id, ...Array.from({ length: children }, (_, index) => `${id}k${index + 1}`)];
}
