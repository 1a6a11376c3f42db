import { askOne } from "./answer-flow.ts";
import { type Crashes, type Outcome, runFlow, startConversation, waitForInquiry } from "./run-flow.ts";

/** A commit of the flow by the name of one of its events. */
export const commits = [
  "main conversation.started",
  "main inquiry.asked 1",
  "main inquiry.resolved 1",
  "main tool.started call_look",
  "main tool.finished call_look",
  "main run.finished 1",
  "fork conversation.forked",
  "fork inquiry.resolved 1",
  "fork tool.started call_look",
  "fork tool.finished call_look",
  "fork run.finished 1",
] as const;

const script = [
  {
    text: "I ask before I look.",
    calls: [
      { id: "call_ask", ...askOne("Which way?") },
      { id: "call_look", name: "look", input: {} },
    ],
  },
  { text: "That was the way." },
];

/** A person answers, and then answers the same inquiry differently in a fork. */
export async function runForkFlow(crashes: Crashes = {}): Promise<Outcome> {
  return runFlow(crashes, async (person) => {
    const answerWith = (option: string) => ({ answers: [{ question: "q1", options: [option] }] });
    const id = await startConversation(person, "scripted", script);
    const inquiry = await waitForInquiry(person, id, 1);
    await person.post("answer", `/v1/inquiries/${inquiry}/answer`, answerWith("o1"));
    await person.events(id, "main run.finished 1");
    const fork = await person.post("fork", `/v1/conversations/${id}/fork`, { inquiry });
    await person.post("differently", `/v1/inquiries/${fork.inquiry.id}/answer`, answerWith("o2"));
    await person.event(fork.id, ({ type }) => type === "run.finished");
    return id;
  });
}
