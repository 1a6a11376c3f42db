import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import type { Conversation } from "../conversation.ts";
import { effectOf } from "../effect.ts";
import type { Json } from "../json.ts";
import { receiptOf } from "../receipt.ts";
import { eventsOf, resultsOf, type Story, typesOf, type Wish } from "../testing/given.ts";
import {
  answer,
  askedBy,
  asking,
  calls,
  colourAsk,
  finishTool,
  firstInquiry,
  noon,
  onInquiry,
  reply,
  send,
  sqlite,
  startTool,
  text,
  thinking,
} from "../testing/samples.ts";
import { transcriptForModel } from "../transcript.ts";

const newRun = ["ask_user", "AskUserQuestion"];
const byHand = { autoResume: false };
const stop = { type: "stop", by: "ana", at: noon } as const;
const resume = { type: "resume", ...asking("ask_user"), by: "ana", at: noon } as const;

function lastTold({ projection }: Story): readonly string[] {
  const places = new Map(projection.placements.map(({ messageId, place }) => [messageId, place]));
  const placed = projection.messages.map((message) => {
    const place = message.place ?? places.get(message.id);
    return place === undefined ? message : { ...message, place };
  });
  return transcriptForModel(placed, 0).flatMap((message) =>
    message.parts.map((part) => (part.type === "text" ? part.text : part.type === "result" ? part.result.text : "")),
  );
}

function runOf(conversation: Conversation) {
  if (!("run" in conversation) || !conversation.run) throw new Error("there is no run");
  return conversation.run;
}

test.for([...contractNames])("[RES-1] %s: an answer is recorded once, and the model is called next", (contract) => {
  const answered = askedBy(contract).when(answer(sqlite));
  expect(eventsOf(answered.events, "inquiry.resolved")).toHaveLength(1);
  expect(effectOf(answered.conversation)).toMatchObject({ type: "call-model", step: 2 });
  expect(lastTold(answered).at(-1)).toContain("Red");
  expect(answered.when(answer(sqlite)).refusal).toEqual({ code: "inquiry-not-open", inquiryId: firstInquiry });
});

test.for(newRun)("[DEL-3] %s: a new run linked to the one that asked goes on, and the receipt names it", (contract) => {
  const { events, conversation, projection } = askedBy(contract).when(answer(sqlite));
  expect(eventsOf(events, "run.paused")).toMatchObject([{ runId: "run_t_1", reason: "answered" }]);
  expect(conversation).toMatchObject({
    status: "thinking",
    run: { id: "run_t_2", resumedFrom: "run_t_1", steps: 1, asks: 1, pauseAt: 10 },
  });
  const [record] = projection.inquiries;
  expect(record).toMatchObject({ runId: "run_t_1", nextRunId: "run_t_2" });
  expect(record && receiptOf(record)).toMatchObject({ runId: "run_t_2" });
  expect(projection.runs).toMatchObject([{ id: "run_t_1", status: "paused", reason: "answered" }]);
});

test.for(["ask_user_question", "question"])("[DEL-3] %s: the same run goes on", (contract) => {
  const { conversation, projection } = askedBy(contract, byHand).when(answer(sqlite));
  expect(conversation).toMatchObject({ status: "thinking", run: { id: "run_t_1" } });
  expect(projection.inquiries[0]).not.toHaveProperty("nextRunId");
});

test.for(newRun)("[DEL-3] %s: limits of steps and asks count over the whole chain of runs", (contract) => {
  const once = askedBy(contract, { askLimit: 1, stepLimit: 2 }).when(answer(sqlite));
  const paused = once.when(reply(calls("c2", contract, otherAsk(contract))));
  expect(resultsOf(paused.events)).toMatchObject([{ text: expect.stringContaining("has asked 1 times") }]);
  expect(paused.conversation).toMatchObject({ status: "paused", reason: "step-limit", run: { steps: 2 } });
  expect(paused.when(resume).conversation).toMatchObject({ status: "thinking", run: { asks: 0, pauseAt: 12 } });
});

test.for(newRun)(
  "[DEL-3] %s: at the step limit the new run pauses at once, and what was told is not lost",
  (contract) => {
    const paused = askedBy(contract, { stepLimit: 1 }).when(answer(sqlite));
    expect(typesOf(paused.events).slice(-3)).toEqual(["run.paused", "run.started", "run.paused"]);
    expect(paused.conversation).toMatchObject({ status: "paused", reason: "step-limit", run: { id: "run_t_2" } });
    expect(lastTold(paused.when(resume)).at(-1)).toContain("Red");
  },
);

test.for(newRun)("[DEL-6] %s: without autoResume an answer leaves it paused until somebody resumes", (contract) => {
  const paused = askedBy(contract, byHand).when(answer(sqlite));
  expect(typesOf(paused.events)).toEqual(["inquiry.resolved", "message.received", "messages.delivered", "run.paused"]);
  expect(paused.conversation).toMatchObject({ status: "paused", reason: "answered" });
  expect(effectOf(paused.conversation)).toBeUndefined();
  expect(paused.projection.inquiries[0]).not.toHaveProperty("nextRunId");
  const resumed = paused.when(resume);
  expect(resumed.conversation).toMatchObject({ status: "thinking", run: { resumedFrom: "run_t_1", asks: 1 } });
  expect(lastTold(resumed).at(-1)).toContain("Red");
});

test.for(newRun)(
  "[DEL-6] %s: without autoResume a message in chat goes on by itself, and so does a later one",
  (contract) => {
    const asked = askedBy(contract, byHand);
    expect(asked.when(send("Green")).conversation).toMatchObject({ status: "thinking", run: { id: "run_t_2" } });
    const later = asked.when(answer(sqlite)).when(send("Go on"));
    expect(later.conversation).toMatchObject({ status: "thinking", run: { id: "run_t_2" } });
    expect(lastTold(later).at(-1)).toBe("Go on");
  },
);

test.for(newRun)("[DEL-6] %s: a message that waits beside a held answer makes it go on", (contract) => {
  const waiting = askedBy(contract, byHand)
    .when(answer(sqlite, { holdMs: 10 }))
    .when(send("And quickly"));
  const woken = waiting.when({ type: "wake", at: noon + 10 });
  expect(woken.conversation).toMatchObject({ status: "thinking", mailbox: [], run: { id: "run_t_2" } });
  expect(lastTold(woken).slice(-2)).toEqual([expect.stringContaining("Red"), "And quickly"]);
});

test.for([...contractNames])("[DEL-9] %s: a message in chat answers, and no message is added to it", (contract) => {
  const { events, conversation, projection } = askedBy(contract).when(send("Green"));
  const seen = eventsOf(events, "message.received").filter(({ visibility }) => !visibility);
  expect(seen).toMatchObject([{ text: "Green", answers: firstInquiry }]);
  expect(projection.inquiries).toMatchObject([
    { status: "answered-in-chat", resolution: { messageId: seen[0]?.messageId } },
  ]);
  expect(conversation).toMatchObject({ status: "thinking", mailbox: [] });
  expect(lastTold(askedBy(contract).when(send("Green"))).at(-1)).toBe("Green");
});

const ways: readonly [string, Wish, string][] = [
  ["delegated", onInquiry("delegate"), "leaves this decision to you"],
  ["declined", onInquiry("decline"), "declined to answer"],
  ["dismissed", onInquiry("dismiss"), "User cancelled the question"],
  ["withdrawn", onInquiry("withdraw"), "withdrawn before anybody answered"],
  ["withdrawn", stop, "withdrawn before anybody answered"],
  ["expired", { type: "wake", at: noon + 50 }, "Nobody answered before the deadline"],
];
const everyWay = contractNames.flatMap((contract) => ways.map((way) => [contract, ...way] as const));

test.for(everyWay)(
  "[DEL-10] %s, %s: the model has its words, and people see no message",
  ([contract, type, wish, words]) => {
    const asked = askedBy(contract, { deadlineMs: 50 });
    const ended = asked.when(wish);
    expect(ended.projection.inquiries).toMatchObject([{ status: type }]);
    expect(lastTold(ended).at(-1)).toContain(words);
    expect(eventsOf(ended.events, "message.received").filter(({ visibility }) => !visibility)).toEqual([]);
    const rests = type === "dismissed" || type === "withdrawn";
    expect(ended.conversation.status).toBe(rests ? "idle" : "thinking");
    expect(runOf(ended.conversation).id).toBe(!rests && newRun.includes(contract) ? "run_t_2" : "run_t_1");
  },
);

test.for([...contractNames])("[RES-7] %s: dismissed while a message waits, the agent goes on with it", (contract) => {
  const ended = askedBy(contract, byHand)
    .when(send("Wait", { separate: true }))
    .when(onInquiry("dismiss"));
  expect(ended.conversation).toMatchObject({ status: "thinking", mailbox: [] });
  expect(lastTold(ended).slice(-2)).toEqual([expect.stringContaining("User cancelled the question"), "Wait"]);
});

test("[DEL-4] the answer comes after messages that waited, as the person's next", () => {
  const ended = askedBy("question")
    .when(send("By the way", { separate: true, by: "ben" }))
    .when(answer(sqlite));
  expect(lastTold(ended).slice(-2)).toEqual(["By the way", "Red"]);
  expect(eventsOf(ended.events, "message.received")).toMatchObject([{ text: "Red", by: "ana", answers: firstInquiry }]);
});

test.for([...contractNames])(
  "[ASK-9] %s: asked again at once it is refused with what the model was told",
  (contract) => {
    for (const wish of [answer(sqlite), onInquiry("decline"), send("Green")]) {
      const settled = askedBy(contract).when(wish);
      const { lastAsk } = runOf(settled.conversation);
      expect(lastAsk?.told).toMatch(/Red|declined|in chat|^Green$/);
      const { events } = settled.when(reply(calls("c9", contract, colourAsk[contract])));
      expect(resultsOf(events)).toMatchObject([
        { callId: "c9", status: "error", text: expect.stringMatching(/^Not asked again/) },
      ]);
      expect(resultsOf(events)[0]?.text).toContain(`\n${lastAsk?.told}\n`);
    }
  },
);

test.for([...contractNames])(
  "[ASK-9] %s: after a tool ran, or in a run that a message began, it is asked again",
  (contract) => {
    const answered = askedBy(contract).when(answer(sqlite));
    const again = reply(calls("c9", contract, colourAsk[contract]));
    const worked = answered
      .when(reply(calls("c2")))
      .when(startTool)
      .when(finishTool);
    expect(worked.when(again).conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_2" } });
    const asked = answered
      .when(reply(text("Done")))
      .when(send("Again", asking(contract)))
      .when(again);
    expect(asked.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_2" } });
  },
);

test.for(newRun)("[ASK-9] %s: the guard outlasts a pause that is resumed by hand", (contract) => {
  const resumed = askedBy(contract, byHand)
    .when(answer(sqlite))
    .when({ ...resume, ...asking(contract) });
  const { events } = resumed.when(reply(calls("c9", contract, colourAsk[contract])));
  expect(resultsOf(events)).toMatchObject([{ status: "error", text: expect.stringContaining("Red") }]);
});

test("[CTR-9] an inquiry is delivered by the contract it was asked under, though the definition has changed", () => {
  const asked = askedBy("ask_user", byHand).when(answer(sqlite));
  const changed = asked.when({ ...resume, ...asking("question") });
  expect(lastTold(changed).at(-1)).toContain("Previously you asked");
  const next = changed.when(reply(calls("c2", "question", colourAsk.question)));
  expect(resultsOf(next.events)).toMatchObject([{ status: "error", text: expect.stringContaining("Not asked again") }]);
  const fresh = thinking(asking("ask_user_question")).when(
    reply(calls("c1", "ask_user_question", colourAsk.ask_user_question)),
  );
  const spoken = fresh.when(send("Later", { separate: true, ...asking("question") })).when(answer(sqlite));
  expect(resultsOf(spoken.events)).toMatchObject([{ text: '{"answers":{"Which colour?":"Red"}}' }]);
});

test.for([...contractNames])(
  "[RES-11] %s: a held answer is delivered when its time is up, a taken back one never",
  (contract) => {
    const held = askedBy(contract).when(answer(sqlite, { holdMs: 10 }));
    expect(held.conversation).toMatchObject({ status: "parked", run: { id: "run_t_1" } });
    expect(lastTold(held.when({ type: "wake", at: noon + 10 })).at(-1)).toContain("Red");
    const reopened = held.when(onInquiry("retract")).when({ type: "wake", at: noon + 10 });
    expect(reopened.conversation.status).toBe("parked");
  },
);

function otherAsk(contract: string): Json {
  return JSON.parse(JSON.stringify(colourAsk[contract]).replace("Which colour?", "Which size?")) as Json;
}
