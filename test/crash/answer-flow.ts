import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { type Crashes, type Outcome, runFlow, startConversation, waitForInquiry } from "./run-flow.ts";

/** The commits of the flow: a person's by the key of the request, a worker's by what it records. */
export const commits = [
  "start",
  "step 1 replied: pay, look, ask, pay again",
  "call_pay started",
  "call_pay finished",
  "call_look started",
  "call_look finished, and the first inquiry asked",
  "answer",
  "call_pay_again started",
  "call_pay_again finished",
  "step 2 replied, and the second inquiry asked",
  "chat",
  "step 3 replied, and the third inquiry asked",
  "decline",
  "step 4 replied",
] as const;

const script = [
  {
    text: "First I pay and look.",
    calls: [
      { id: "call_pay", name: "pay", input: {} },
      { id: "call_look", name: "look", input: {} },
      { id: "call_ask", ...askTwo },
      { id: "call_pay_again", name: "pay", input: {} },
    ],
  },
  {
    text: "One more question for you.",
    calls: [
      { id: "call_chat", ...askOne("Which colour?") },
      { id: "call_skipped", name: "look", input: {} },
    ],
  },
  { text: "And a last question now.", calls: [{ id: "call_decline", ...askOne("Which shape?") }] },
  { text: "All of it is done." },
];

/** A person answers, chats instead of answering, and declines. */
export async function runAnswerFlow(crashes: Crashes = {}): Promise<Outcome> {
  return runFlow(crashes, async (person) => {
    const id = await startConversation(person, "scripted", script);
    const asked = (count: number) => waitForInquiry(person, id, count);
    await person.post("answer", `/v1/inquiries/${await asked(1)}/answer`, { answers: bothAnswered });
    await asked(2);
    await person.post("chat", `/v1/conversations/${id}/messages`, { text: "Blue, or what the sky is." });
    await person.post("decline", `/v1/inquiries/${await asked(3)}/decline`, { comment: "No shape." });
    await person.event(id, ({ type }) => type === "run.finished");
    return id;
  });
}

/** A call of the default contract with one question. */
export function askOne(question: string) {
  const options = [{ label: "This" }, { label: "That" }];
  return { name: "ask_user_question", input: { questions: [{ question, options }] } };
}
