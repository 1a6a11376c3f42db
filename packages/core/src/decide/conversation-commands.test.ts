import { expect, test } from "vitest";
import { effectOf } from "../model/effect.ts";
import { eventsOf, given, resultsOf, typesOf } from "../testing/given.ts";
import {
  answer,
  calls,
  finishTool,
  firstInquiry,
  noon,
  onInquiry,
  parked,
  parkedUntil,
  reply,
  send,
  sqlite,
  start,
  startTool,
  text,
  thinking,
} from "../testing/samples.ts";
import { transcriptForModel } from "../views/transcript.ts";

const finished = thinking().when(reply(text("Done")));

test("[CONV-1] a conversation that starts with a message starts a run, and the model is called next", () => {
  const { events, conversation } = given().when(start({ title: "Plan" }));
  expect(typesOf(events)).toEqual(["conversation.started", "message.received", "run.started", "messages.delivered"]);
  expect(conversation).toMatchObject({ id: "conv_t", title: "Plan", status: "thinking", mailbox: [] });
  expect(effectOf(conversation)).toEqual({ type: "call-model", runId: "run_t_1", step: 1, attempt: 1 });
});

test("[CONV-1] a conversation that starts without a message is idle until the first", () => {
  const { message: _, ...withoutMessage } = { ...start(), message: "" };
  const started = given().when(withoutMessage);
  expect(typesOf(started.events)).toEqual(["conversation.started"]);
  expect(effectOf(started.conversation)).toBeUndefined();
  expect(started.when(send("Plan it")).conversation).toMatchObject({ status: "thinking", run: { id: "run_t_1" } });
});

test("[CONV-1] a message to an idle conversation starts a new run without a link", () => {
  const { events, conversation } = finished.when(send("And now?"));
  expect(typesOf(events)).toEqual(["message.received", "run.started", "messages.delivered"]);
  expect(conversation).toMatchObject({ status: "thinking", run: { id: "run_t_2", steps: 0, asks: 0 } });
  expect(conversation).not.toHaveProperty("run.resumedFrom");
});

test("[CONV-1] a blank message, a command before the start and a second start are refused", () => {
  expect(finished.when(send(" \u200b\n")).refusal).toEqual({ code: "message-blank" });
  expect(given().when(start({ message: " " })).refusal).toEqual({ code: "message-blank" });
  expect(given().when(send("Hello")).refusal).toEqual({ code: "conversation-unknown" });
  expect(finished.when(start()).refusal).toEqual({ code: "conversation-exists" });
});

test("[CONV-4] a message that arrives while the agent works waits until all results of the step are there", () => {
  const working = thinking()
    .when(reply(calls("c1"), calls("c2")))
    .when(startTool);
  const waiting = working.when(send("Hurry"));
  expect(waiting.conversation).toMatchObject({ status: "acting", mailbox: ["msg_t_3"] });
  const done = waiting.when(finishTool).when(startTool).when(finishTool);
  expect(typesOf(done.events)).toEqual(["tool.finished", "messages.delivered"]);
  const { messages, placements } = done.projection;
  expect(placements.at(-1)).toEqual({ messageId: "msg_t_3", place: 5 });
  expect(messages.map(({ role, number, place }) => [role, number, place])).toEqual([
    ["person", 1, undefined],
    ["agent", 2, 2],
    ["person", 3, undefined],
    ["tool", 4, 3],
    ["tool", 5, 4],
  ]);
});

test("[CONV-4] a message during the last model call continues the run", () => {
  const { events, conversation } = thinking()
    .when(send("Wait"))
    .when(reply(text("Done")));
  expect(typesOf(events)).toEqual(["model.replied", "messages.delivered"]);
  expect(conversation).toMatchObject({ status: "thinking", mailbox: [], run: { id: "run_t_1", steps: 1 } });
});

test("[CONV-4] a separate message leaves the inquiry open and is read after its result", () => {
  const waiting = parked().when(send("By the way", { separate: true }));
  expect(waiting.conversation).toMatchObject({ status: "parked", mailbox: ["msg_t_3"] });
  const { events } = waiting.when(answer(sqlite));
  expect(typesOf(events)).toEqual(["inquiry.resolved", "tool.finished", "messages.delivered"]);
});

test("[RESOLVE-7] after a dismissal the agent continues if a message already waits", () => {
  const { events, conversation } = parked(calls("c2"))
    .when(send("Do it differently", { separate: true }))
    .when(onInquiry("dismiss"));
  expect(resultsOf(events).map((result) => result.status)).toEqual(["error", "not-run"]);
  expect(typesOf(events).at(-1)).toBe("messages.delivered");
  expect(conversation.status).toBe("thinking");
});

test("[RESOLVE-8] a message to a parked conversation resolves its inquiry and is what the model reads next", () => {
  const { events, conversation, projection } = parked(calls("c2")).when(send("Whatever is fast"));
  expect(eventsOf(events, "message.received")).toMatchObject([{ messageId: "msg_t_3", answers: firstInquiry }]);
  expect(eventsOf(events, "inquiry.resolved")[0]?.resolution).toEqual({
    type: "answered-in-chat",
    by: "ana",
    at: noon,
    messageId: "msg_t_3",
    text: "Whatever is fast",
  });
  expect(resultsOf(events).map(({ callId, status }) => [callId, status])).toEqual([
    ["c1", "ok"],
    ["c2", "not-run"],
  ]);
  expect(conversation.status).toBe("thinking");
  const places = new Map(projection.placements.map(({ messageId, place }) => [messageId, place]));
  const placed = projection.messages.map((message) => ({
    ...message,
    place: message.place ?? places.get(message.id) ?? 0,
  }));
  expect(transcriptForModel(placed, 0).map((message) => message.role)).toEqual([
    "person",
    "agent",
    "tool",
    "tool",
    "person",
  ]);
});

test("[RESOLVE-8] a message meant for another inquiry, or another revision, is separate and answers nothing", () => {
  const others = [
    { inquiry: "inq_t_0", revision: 1 },
    { inquiry: firstInquiry, revision: 2 },
  ];
  for (const answers of others) {
    const { events, conversation } = parked().when(send("Yes, go ahead", { answers }));
    expect(typesOf(events)).toEqual(["message.received"]);
    expect(events[0]).not.toHaveProperty("answers");
    expect(conversation).toMatchObject({ status: "parked", mailbox: ["msg_t_3"] });
  }
});

test("[RESOLVE-8] a message meant for the open inquiry answers it, unless it is sent as separate", () => {
  const answers = { inquiry: firstInquiry, revision: 1 };
  expect(parked().when(send("SQLite", { answers })).conversation.status).toBe("thinking");
  expect(parked().when(send("By the way", { answers, separate: true })).conversation.status).toBe("parked");
});

test("[RESOLVE-13] a message after the deadline expires the inquiry and is read after that", () => {
  const { events, conversation } = parkedUntil(100).when(send("SQLite", { at: noon + 100 }));
  expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "expired" } }]);
  expect(eventsOf(events, "message.received")[0]).not.toHaveProperty("answers");
  expect(typesOf(events).at(-1)).toBe("messages.delivered");
  expect(conversation).toMatchObject({ status: "thinking", mailbox: [] });
});
