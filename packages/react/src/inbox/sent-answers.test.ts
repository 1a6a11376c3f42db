import { expect, test } from "vitest";
import { drink, inquiryOf } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";
import { createTurnableClock } from "../testing/turnable-clock.ts";
import { createInboxCount } from "./inbox-count.ts";
import { createInboxLive } from "./inbox-live.ts";
import { createSentAnswers } from "./sent-answers.ts";
import { createFakeInbox } from "./testing/fake-inbox.ts";

const [tea] = drink.options;
if (!tea) throw new Error("the sample has options");

function desk() {
  const clock = createTurnableClock();
  const server = createFakeInbox(clock);
  const inbox = createInboxLive({ ...server, clock, count: createInboxCount({ ...server, clock }) });
  const inquiries = ["a", "b"].map((id) => inquiryOf({ id, questions: [drink] }));
  server.put(...inquiries);
  const sent = createSentAnswers({ client: server.client, inbox });
  const states = () => sent.get().map(({ inquiryId, state }) => `${inquiryId} ${state.status}`);
  return { server, clock, sent, states, inquiries };
}

test("[I-4] a quick answer is held for five seconds and its notice goes with them", async () => {
  const { clock, sent, states, inquiries } = desk();
  const [a] = inquiries;
  if (!a) throw new Error("there is one");
  const sending = sent.send(a, tea);
  expect(states()).toEqual(["a sending"]);
  await sending;
  expect(states()).toEqual(["a held"]);
  clock.turn(4999);
  expect(states()).toEqual(["a held"]);
  clock.turn(1);
  expect(states()).toEqual([]);
});

test("[I-4] undo takes back the last answer first, and says when there is none", async () => {
  const { server, sent, states, inquiries } = desk();
  for (const inquiry of inquiries) await sent.send(inquiry, tea);
  expect(await sent.undo()).toBe(true);
  expect(states()).toEqual(["a held"]);
  expect(await server.client.inquiries.get("b")).toMatchObject({ value: { status: "open" } });
  expect(await sent.undo("a")).toBe(true);
  expect(await sent.undo()).toBe(false);
});

test("[I-4] who presses undo twice is told once that it was undone", async () => {
  const { sent, states, inquiries } = desk();
  const [a] = inquiries;
  if (!a) throw new Error("there is one");
  await sent.send(a, tea);
  expect(await Promise.all([sent.undo(), sent.undo()])).toEqual([true, false]);
  expect(states()).toEqual([]);
});

test("[I-4] undo is offered for as long as the server holds the answer", async () => {
  const { clock, sent, states, inquiries, server } = desk();
  const [a] = inquiries;
  if (!a) throw new Error("there is one");
  const letGo = server.holdBack();
  const sending = sent.send(a, tea);
  clock.turn(2_000);
  letGo();
  await sending;
  clock.turn(2_999);
  expect(states()).toEqual(["a held"]);
  clock.turn(1);
  expect(states()).toEqual([]);
});

test("[I-4] an answer that was undone and given again keeps its notice for its own five seconds", async () => {
  const { clock, sent, states, inquiries } = desk();
  const [a] = inquiries;
  if (!a) throw new Error("there is one");
  await sent.send(a, tea);
  clock.turn(3000);
  await sent.undo();
  await sent.send(a, tea);
  clock.turn(4000);
  expect(states()).toEqual(["a held"]);
});

test("[I-4] what could not be sent or undone says so until it is closed", async () => {
  const { server, clock, sent, states, inquiries } = desk();
  const [a, b] = inquiries;
  if (!a || !b) throw new Error("there are two");
  await sent.send(b, tea);
  server.setDown(true);
  await sent.send(a, tea);
  expect(await sent.undo()).toBe(false);
  await settled();
  clock.turn(60_000);
  expect(states()).toEqual(["a failed", "b failed"]);
  sent.close("a");
  expect(states()).toEqual(["b failed"]);
});

test("[I-4] an own answer that is held since before the page was opened can be undone for the rest of its time", async () => {
  const { server, clock, sent, states } = desk();
  const heldBy = (id: string, by: string, until: number) => {
    const heldUntil = new Date(clock.now() + until).toISOString();
    const receipt = { inquiryId: id, resolution: "answered", by, at: heldUntil, runId: "run_1", heldUntil };
    return inquiryOf({ id, questions: [drink], status: "held", heldUntil, receipt });
  };
  server.put(heldBy("mine", "ana", 3000), heldBy("theirs", "ben", 3000), heldBy("over", "ana", -1));
  sent.subscribe(() => {});
  await settled();
  expect(states()).toEqual(["mine held"]);
  clock.turn(3000);
  expect(states()).toEqual([]);
});
