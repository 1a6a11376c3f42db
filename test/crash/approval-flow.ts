import { type Crashes, type Outcome, runFlow, startConversation, waitForInquiry } from "./run-flow.ts";

/** A commit of the flow by the name of one of its events. */
export const commits = [
  "main conversation.started",
  "main inquiry.asked 1",
  "main tool.allowed call_allowed",
  "main tool.started call_allowed",
  "main tool.finished call_allowed",
  "main tool.finished call_refused",
  "main inquiry.asked 3",
  "main tool.finished call_unallowed",
  "main run.finished 1",
] as const;

const script = [
  {
    text: "Two transfers, if you please.",
    calls: [
      { id: "call_allowed", name: "wire", input: {} },
      { id: "call_refused", name: "wire", input: {} },
    ],
  },
  { text: "And a third one.", calls: [{ id: "call_unallowed", name: "wire", input: {} }] },
  { text: "One of three is done." },
];

/** A person allows one gated call, refuses the next, and talks instead of deciding on the third. */
export async function runApprovalFlow(crashes: Crashes = {}): Promise<Outcome> {
  return runFlow(crashes, async (person) => {
    const id = await startConversation(person, "careful", script);
    const decide = async (key: string, count: number, answer: object) =>
      person.post(key, `/v1/inquiries/${await waitForInquiry(person, id, count)}/answer`, {
        answers: [{ question: "q1", ...answer }],
      });
    await decide("allow", 1, { options: ["o1"] });
    await decide("refuse", 2, { options: ["o2"], note: "Once is enough." });
    await waitForInquiry(person, id, 3);
    await person.post("chat", `/v1/conversations/${id}/messages`, { text: "What are these for?" });
    await person.events(id, "main run.finished 1");
    return id;
  });
}
