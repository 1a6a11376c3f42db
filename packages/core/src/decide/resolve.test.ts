import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import type { Conversation } from "../model/conversation.ts";
import { effectOf } from "../model/effect.ts";
import type { Json } from "../model/tool-call.ts";
import { type CommandOrFactory, eventsOf, type History, resultsOf, typesOf } from "../testing/given.ts";
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
import { receiptOf } from "../views/receipt.ts";
import { transcriptForModel } from "../views/transcript.ts";

const newRun = ["ask_user", "AskUserQuestion"];
const byHand = { autoResume: false };
const stop = { type: "stop", by: "ana", at: noon } as const;
const resume = { type: "resume", ...asking("ask_user"), by: "ana", at: noon } as const;

function lastNotices({ projection }: History): readonly string[] {
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

test.for([...contractNames])("[RESOLVE-1] %s: an answer is recorded once, and the model is called next", (contract) => {
  const answered = askedBy(contract).when(answer(sqlite));
  expect(eventsOf(answered.events, "inquiry.resolved")).toHaveLength(1);
  expect(effectOf(answered.conversation)).toMatchObject({ type: "call-model", step: 2 });
  expect(lastNotices(answered).at(-1)).toContain("Red");
  expect(answered.when(answer(sqlite)).refusal).toEqual({ code: "inquiry-not-open", inquiryId: firstInquiry });
});

test.for(newRun)(
  "[DELIVERY-3] %s: a new run linked to the one that asked continues, and the receipt names it",
  (contract) => {
    const { events, conversation, projection } = askedBy(contract).when(answer(sqlite));
    expect(eventsOf(events, "run.paused")).toMatchObject([{ runId: "run_t_1", reason: "answered" }]);
    expect(conversation).toMatchObject({
      status: "thinking",
      run: { id: "run_t_2", resumedFrom: "run_t_1", steps: 1, asks: 0, pauseAt: 10 },
    });
    const [record] = projection.inquiries;
    expect(record).toMatchObject({ runId: "run_t_1", nextRunId: "run_t_2" });
    expect(record && receiptOf(record)).toMatchObject({ runId: "run_t_2" });
    expect(projection.runs).toMatchObject([{ id: "run_t_1", status: "paused", reason: "answered" }]);
  },
);

test.for(["ask_user_question", "question"])("[DELIVERY-3] %s: the same run continues", (contract) => {
  const { conversation, projection } = askedBy(contract, byHand).when(answer(sqlite));
  expect(conversation).toMatchObject({ status: "thinking", run: { id: "run_t_1" } });
  expect(projection.inquiries[0]).not.toHaveProperty("nextRunId");
});

test.for(newRun)("[DELIVERY-3] %s: limits of steps and asks count over the whole chain of runs", (contract) => {
  const once = askedBy(contract, { askLimit: 1, stepLimit: 2 }).when(onInquiry("decline"));
  const paused = once.when(reply(calls("c2", contract, otherAsk(contract))));
  expect(resultsOf(paused.events)).toMatchObject([{ text: expect.stringContaining("got no answer") }]);
  expect(paused.conversation).toMatchObject({ status: "paused", reason: "step-limit", run: { steps: 2 } });
  expect(paused.when(resume).conversation).toMatchObject({ status: "thinking", run: { asks: 0, pauseAt: 12 } });
});

test.for(newRun)(
  "[DELIVERY-3] %s: at the step limit the new run pauses at once, and the notice to the model is kept",
  (contract) => {
    const paused = askedBy(contract, { stepLimit: 1 }).when(answer(sqlite));
    expect(typesOf(paused.events).slice(-3)).toEqual(["run.paused", "run.started", "run.paused"]);
    expect(paused.conversation).toMatchObject({ status: "paused", reason: "step-limit", run: { id: "run_t_2" } });
    expect(lastNotices(paused.when(resume)).at(-1)).toContain("Red");
  },
);

test.for(newRun)(
  "[DELIVERY-6] %s: without autoResume the conversation is paused after an answer until somebody resumes it",
  (contract) => {
    const paused = askedBy(contract, byHand).when(answer(sqlite));
    expect(typesOf(paused.events)).toEqual([
      "inquiry.resolved",
      "message.received",
      "messages.delivered",
      "run.paused",
    ]);
    expect(paused.conversation).toMatchObject({ status: "paused", reason: "answered" });
    expect(effectOf(paused.conversation)).toBeUndefined();
    expect(paused.projection.inquiries[0]).not.toHaveProperty("nextRunId");
    const resumed = paused.when(resume);
    expect(resumed.conversation).toMatchObject({ status: "thinking", run: { resumedFrom: "run_t_1", asks: 0 } });
    expect(lastNotices(resumed).at(-1)).toContain("Red");
  },
);

test.for(newRun)(
  "[DELIVERY-6] %s: without autoResume a message in chat resumes the agent, and so does a later one",
  (contract) => {
    const asked = askedBy(contract, byHand);
    expect(asked.when(send("Green")).conversation).toMatchObject({ status: "thinking", run: { id: "run_t_2" } });
    const later = asked.when(answer(sqlite)).when(send("Go on"));
    expect(later.conversation).toMatchObject({ status: "thinking", run: { id: "run_t_2" } });
    expect(lastNotices(later).at(-1)).toBe("Go on");
  },
);

test.for(newRun)("[DELIVERY-6] %s: a message that waits during a held answer resumes the agent", (contract) => {
  const waiting = askedBy(contract, byHand)
    .when(answer(sqlite, { holdMs: 10 }))
    .when(send("And quickly"));
  const woken = waiting.when({ type: "wake", at: noon + 10 });
  expect(woken.conversation).toMatchObject({ status: "thinking", mailbox: [], run: { id: "run_t_2" } });
  expect(lastNotices(woken).slice(-2)).toEqual([expect.stringContaining("Red"), "And quickly"]);
});

test.for([...contractNames])(
  "[DELIVERY-9] %s: a message in chat answers, and no other message is added",
  (contract) => {
    const { events, conversation, projection } = askedBy(contract).when(send("Green"));
    const seen = eventsOf(events, "message.received").filter(({ visibility }) => !visibility);
    expect(seen).toMatchObject([{ text: "Green", answers: firstInquiry }]);
    expect(projection.inquiries).toMatchObject([
      { status: "answered-in-chat", resolution: { messageId: seen[0]?.messageId } },
    ]);
    expect(conversation).toMatchObject({ status: "thinking", mailbox: [] });
    expect(lastNotices(askedBy(contract).when(send("Green"))).at(-1)).toBe("Green");
  },
);

const ways: readonly [string, CommandOrFactory, string][] = [
  ["delegated", onInquiry("delegate"), "leaves this decision to you"],
  ["declined", onInquiry("decline"), "declined to answer"],
  ["dismissed", onInquiry("dismiss"), "User cancelled the question"],
  ["withdrawn", onInquiry("withdraw"), "withdrawn before anybody answered"],
  ["withdrawn", stop, "withdrawn before anybody answered"],
  ["expired", { type: "wake", at: noon + 50 }, "Nobody answered before the deadline"],
];
const everyWay = contractNames.flatMap((contract) => ways.map((way) => [contract, ...way] as const));

test.for(everyWay)(
  "[DELIVERY-10] %s, %s: the model gets its own text, and people see no message",
  ([contract, type, command, text]) => {
    const asked = askedBy(contract, { deadlineMs: 50 });
    const ended = asked.when(command);
    expect(ended.projection.inquiries).toMatchObject([{ status: type }]);
    expect(lastNotices(ended).at(-1)).toContain(text);
    expect(eventsOf(ended.events, "message.received").filter(({ visibility }) => !visibility)).toEqual([]);
    const isEnd = type === "dismissed" || type === "withdrawn";
    expect(ended.conversation.status).toBe(isEnd ? "idle" : "thinking");
    expect(runOf(ended.conversation).id).toBe(!isEnd && newRun.includes(contract) ? "run_t_2" : "run_t_1");
  },
);

test.for([...contractNames])(
  "[RESOLVE-7] %s: if a message waits at a dismissal, the agent continues with it",
  (contract) => {
    const ended = askedBy(contract, byHand)
      .when(send("Wait", { separate: true }))
      .when(onInquiry("dismiss"));
    expect(ended.conversation).toMatchObject({ status: "thinking", mailbox: [] });
    expect(lastNotices(ended).slice(-2)).toEqual([expect.stringContaining("User cancelled the question"), "Wait"]);
  },
);

test("[DELIVERY-4] the answer becomes a message after those that waited", () => {
  const ended = askedBy("question")
    .when(send("By the way", { separate: true, by: "ben" }))
    .when(answer(sqlite));
  expect(lastNotices(ended).slice(-2)).toEqual(["By the way", "Red"]);
  expect(eventsOf(ended.events, "message.received")).toMatchObject([{ text: "Red", by: "ana", answers: firstInquiry }]);
});

test.for([...contractNames])("[ASK-9] %s: an immediate repeat is refused with what the model was told", (contract) => {
  for (const command of [answer(sqlite), onInquiry("decline")]) {
    const resolved = askedBy(contract).when(command);
    const { lastAsk } = runOf(resolved.conversation);
    expect(lastAsk?.told).toMatch(/Red|declined/);
    const { events } = resolved.when(reply(calls("c9", contract, colourAsk[contract])));
    expect(resultsOf(events)).toMatchObject([
      { callId: "c9", status: "error", text: expect.stringMatching(/^Not asked again/) },
    ]);
    expect(resultsOf(events)[0]?.text).toContain(`\n${lastAsk?.told}\n`);
  }
});

test.for([...contractNames])(
  "[ASK-9] %s: after a tool call, or in a run started by a message, a repeat is allowed",
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

test.for(newRun)("[ASK-9] %s: a repeat is still refused after a pause that somebody resumed", (contract) => {
  const resumed = askedBy(contract, byHand)
    .when(answer(sqlite))
    .when({ ...resume, ...asking(contract) });
  const { events } = resumed.when(reply(calls("c9", contract, colourAsk[contract])));
  expect(resultsOf(events)).toMatchObject([{ status: "error", text: expect.stringContaining("Red") }]);
});

test("[CONTRACT-9] an inquiry is delivered by the contract with which it was asked, even if the definition has changed", () => {
  const asked = askedBy("ask_user", byHand).when(answer(sqlite));
  const changed = asked.when({ ...resume, ...asking("question") });
  expect(lastNotices(changed).at(-1)).toContain("Previously you asked");
  const next = changed.when(reply(calls("c2", "question", colourAsk.question)));
  expect(resultsOf(next.events)).toMatchObject([{ status: "error", text: expect.stringContaining("Not asked again") }]);
  const fresh = thinking(asking("ask_user_question")).when(
    reply(calls("c1", "ask_user_question", colourAsk.ask_user_question)),
  );
  const spoken = fresh.when(send("Later", { separate: true, ...asking("question") })).when(answer(sqlite));
  expect(resultsOf(spoken.events)).toMatchObject([{ text: '{"answers":{"Which colour?":"Red"}}' }]);
});

test.for([...contractNames])(
  "[RESOLVE-11] %s: a held answer is delivered when its time is up, a retracted one never",
  (contract) => {
    const held = askedBy(contract).when(answer(sqlite, { holdMs: 10 }));
    expect(held.conversation).toMatchObject({ status: "parked", run: { id: "run_t_1" } });
    expect(lastNotices(held.when({ type: "wake", at: noon + 10 })).at(-1)).toContain("Red");
    const reopened = held.when(onInquiry("retract")).when({ type: "wake", at: noon + 10 });
    expect(reopened.conversation.status).toBe("parked");
  },
);

function otherAsk(contract: string): Json {
  return JSON.parse(JSON.stringify(colourAsk[contract]).replace("Which colour?", "Which size?")) as Json;
}
