import { type Crashes, type Outcome, runFlow } from "../run-flow.ts";

/** The commits of the flow, each by one of its events. */
export const commits = [
  "main conversation.started",
  "main inquiry.asked 1",
  "main inquiry.asked 2",
  "main inquiry.asked 3",
  "main inquiry.asked 4",
  "main inquiry.amended",
  "main inquiry.extended",
  "main inquiry.resolved 1",
  "main inquiry.held",
  "main inquiry.resolved 2",
  "main inquiry.resolved 3",
  "main inquiry.resolved 4",
] as const;

const thread = "release";
const options = ["Yes", "No"];
const answers = [{ question: "q1", options: ["o1"] }];
const farAway = "2099-01-01T00:00:00.000Z";
const later = "2099-02-01T00:00:00.000Z";

/** A program asks four things in one thread; people answer, hold an answer, and chat, and the program withdraws. */
export async function runExternalFlow(crashes: Crashes = {}): Promise<Outcome> {
  return runFlow(crashes, async (person) => {
    const ask = (key: string, body: object) => person.ask(key, { ...body, key, thread });
    const first = await ask("first", { question: "First?", options, state: { resume: "here" } });
    const { id } = await ask("second", { question: "Second?", options });
    const third = await ask("third", { question: "Third?" });
    const fourth = await ask("fourth", { question: "Fourth?", deadline: farAway });
    const { conversationId } = first;
    const revision = await person.amend(first.id, { question: "Really first?", revision: 1 });
    await person.post("extend", `/v1/inquiries/${fourth.id}/extend`, { until: later });
    await person.post("answer", `/v1/inquiries/${first.id}/answer`, { answers, revision });
    await person.post("hold", `/v1/inquiries/${id}/answer`, { answers, hold: 1 });
    await person.event(conversationId, ({ type, data }) => type === "inquiry.resolved" && data.inquiryId === id);
    await person.post("chat", `/v1/conversations/${conversationId}/messages`, {
      text: "In my own words.",
      answers: { inquiry: third.id, revision: 1 },
    });
    await person.withdraw(fourth.id);
    await person.event(conversationId, ({ type, data }) => type === "inquiry.resolved" && data.inquiryId === fourth.id);
    // Whoever asks again after all of it finds the first inquiry, with its answer.
    const again = await ask("first", { question: "First?", options, state: { resume: "here" } });
    if (again.id !== first.id || again.status !== "answered") throw new Error(`found ${again.id} ${again.status}`);
    return conversationId;
  });
}
