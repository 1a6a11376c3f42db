import { type Crashes, type Outcome, runFlow, startConversation } from "./run-flow.ts";
import { familyOf, spawn } from "./sub-agent-flow.ts";

const brief = { as: "child 1", script: [{ text: "That was quick." }] };
const talker = { as: "child 2", script: [{ text: "I talk and talk.", hang: true }] };
const waiter = { as: "child 3", script: [{ text: "I wait.", calls: [{ id: "call_wait", name: "wait", input: {} }] }] };

const script = [
  { text: "Three helpers shall do it.", calls: [{ id: "call_spawn", ...spawn(brief, talker, waiter) }] },
  { text: "Then I do it alone." },
];

/** A commit of the flow from the stop on, by the name of one of its events; the order is not always this one. */
export const stopCommits = [
  "main run.finished 1",
  "child 2 run.finished 1",
  "child 2 parent.told",
  "child 3 run.finished 1",
  "child 3 parent.told",
  "main children.recalled",
  "main run.started 2",
  "main run.finished 2",
] as const;

/** One of three helpers has ended, one talks and one is in a tool, when their leader is stopped; then it goes on alone. */
export async function runStopFlow(crashes: Crashes = {}): Promise<Outcome> {
  return runFlow(crashes, async (person) => {
    const id = await startConversation(person, "leader", script);
    const family = familyOf(id, 3);
    await person.events(family, "main child.ended 1", "child 1 parent.told", "child 3 tool.started call_wait");
    await person.post("stop", `/v1/conversations/${id}/stop`, {});
    const rest = ["child 2 parent.told", "child 3 parent.told", "main children.recalled"];
    await person.events(family, ...rest);
    await person.post("next", `/v1/conversations/${id}/messages`, { text: "Do it alone." });
    await person.events(family, "main run.finished 2");
    return id;
  });
}

/** A commit of the flow from the deletion on. */
export const deleteCommits = [
  "main conversation.deleted",
  "child 1 conversation.deleted",
  "child 2 conversation.deleted",
  "child 3 conversation.deleted",
  "main children.recalled",
] as const;

/** One of three helpers has ended, one talks and one is in a tool, when the conversation of their leader is deleted. */
export async function runDeleteFlow(crashes: Crashes = {}): Promise<Outcome> {
  return runFlow(crashes, async (person) => {
    const id = await startConversation(person, "leader", script);
    const family = familyOf(id, 3);
    await person.events(family, "main child.ended 1", "child 1 parent.told", "child 3 tool.started call_wait");
    await person.delete(id);
    await person.events(family, ...deleteCommits);
    return id;
  });
}

/** The leader is stopped, or its conversation deleted, as soon as it has been started. */
export async function runEarlyEndFlow(how: "stop" | "delete", crashes: Crashes): Promise<Outcome> {
  return runFlow(crashes, async (person) => {
    const id = await startConversation(person, "leader", script);
    const family = familyOf(id, 3);
    await person.events(family, "child 1 conversation.started");
    if (how === "delete") await person.delete(id);
    else await person.post("stop", `/v1/conversations/${id}/stop`, {});
    const last = how === "delete" ? "child 1 conversation.deleted" : "child 1 parent.told";
    await person.events(family, "main children.recalled", last);
    return id;
  });
}
