import { type Crashes, type Outcome, runFlow, startConversation, waitForInquiry } from "../run-flow.ts";
import { approverKeys } from "./approvers.ts";

/** A commit of the flow by the name of one of its events. */
export const commits = [
  "main conversation.started",
  "main inquiry.asked 1",
  "main inquiry.agreed first",
  "main inquiry.agreed second",
  "main tool.started call_allowed",
  "main tool.finished call_allowed",
  "main run.finished 1",
] as const;

const script = [
  { text: "One transfer, if you please.", calls: [{ id: "call_allowed", name: "wire", input: {} }] },
  { text: "It is done." },
];

/** Two people allow a call, one after the other. */
export async function runQuorumFlow(crashes: Crashes = {}): Promise<Outcome> {
  return runFlow(crashes, async (person) => {
    const id = await startConversation(person, "guarded", script);
    const path = `/v1/inquiries/${await waitForInquiry(person, id, 1)}/answer`;
    const body = { answers: [{ question: "q1", options: ["o1"] }] };
    await person.post("first", path, body, approverKeys.first);
    await person.post("second", path, body, approverKeys.second);
    await person.events(id, "main run.finished 1");
    return id;
  });
}
