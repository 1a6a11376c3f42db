import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { type Crashes, type Outcome, runFlow, startConversation, waitForInquiry } from "./run-flow.ts";

/** What an agent of one contract asks, and how a person answers. */
export interface ContractFlow {
  /** A commit of the flow by the name of one of its events. */
  readonly commits: readonly string[];
  run(crashes?: Crashes): Promise<Outcome>;
}

const options = [{ label: "This" }, { label: "That" }];
const picked = [{ question: "q1", options: ["o1"] }];
const pay = { id: "call_pay", name: "pay", input: {} };

/** Of the asks of a step only the last is put to people; a new run goes on with the answer. */
const askUser: ContractFlow = {
  commits: [
    "main conversation.started",
    "main model.replied 1",
    "main tool.started call_pay",
    "main inquiry.asked 3",
    "main inquiry.resolved 3",
    "main inquiry.asked 5",
    "main inquiry.resolved 5",
    "main run.finished 3",
  ],
  run: (crashes = {}) =>
    runFlow(crashes, async (person) => {
      const ask = (id: string) => ({ id, name: "ask_user", input: { question: `What of ${id}?`, options } });
      const id = await startConversation(person, "ask_user", [
        { text: "I ask, and I pay.", calls: [ask("call_a"), pay, ask("call_b"), ask("call_c")] },
        { text: "I ask once more.", calls: [ask("call_d"), ask("call_e")] },
        { text: "Now I know all." },
      ]);
      await person.post("answer", `/v1/inquiries/${await waitForInquiry(person, id, 3)}/answer`, { answers: picked });
      await waitForInquiry(person, id, 5);
      await person.post("chat", `/v1/conversations/${id}/messages`, { text: "Neither." });
      await person.events(id, "main run.finished 3");
      return id;
    }),
};

/** The answer is the person's next message. */
const question: ContractFlow = {
  commits: [
    "main conversation.started",
    "main inquiry.asked 1",
    "main inquiry.resolved 1",
    "main inquiry.asked 2",
    "main inquiry.resolved 2",
    "main run.finished 1",
  ],
  run: (crashes = {}) =>
    runFlow(crashes, async (person) => {
      const ask = (id: string) => ({ id, name: "question", input: { question: `What of ${id}?`, options } });
      const id = await startConversation(person, "question", [
        { text: "I ask you.", calls: [ask("call_a")] },
        { text: "I ask you again.", calls: [ask("call_b")] },
        { text: "Now I know all." },
      ]);
      const asked = (count: number) => waitForInquiry(person, id, count);
      await person.post("answer", `/v1/inquiries/${await asked(1)}/answer`, { answers: picked });
      await person.post("delegate", `/v1/inquiries/${await asked(2)}/delegate`, {});
      await person.events(id, "main run.finished 1");
      return id;
    }),
};

/** The ask ends the step; a new run goes on with the answer. */
const askUserQuestion: ContractFlow = {
  commits: [
    "main conversation.started",
    "main model.replied 1",
    "main tool.started call_pay",
    "main inquiry.asked 1",
    "main inquiry.resolved 1",
    "main run.finished 2",
  ],
  run: (crashes = {}) =>
    runFlow(crashes, async (person) => {
      const ask = { id: "call_ask", ...askTwo, name: "AskUserQuestion" };
      const id = await startConversation(person, "AskUserQuestion", [
        { text: "I pay, and I ask.", calls: [pay, ask, { id: "call_look", name: "look", input: {} }] },
        { text: "Now I know all." },
      ]);
      const asked = await waitForInquiry(person, id, 1);
      await person.post("answer", `/v1/inquiries/${asked}/answer`, { answers: bothAnswered });
      await person.events(id, "main run.finished 2");
      return id;
    }),
};

export const contractFlows: Readonly<Record<string, ContractFlow>> = {
  ask_user: askUser,
  question,
  AskUserQuestion: askUserQuestion,
};
