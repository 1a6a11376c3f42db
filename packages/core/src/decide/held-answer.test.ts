import { expect, test } from "vitest";
import { dueAt } from "../model/effect.ts";
import { eventsOf, resultsOf, typesOf } from "../testing/given.ts";
import {
  answer,
  calls,
  firstInquiry,
  noon,
  onInquiry,
  parked,
  parkedUntil,
  postgres,
  send,
  sqlite,
} from "../testing/samples.ts";

const until = noon + 50;
const notOpen = { code: "inquiry-not-open", inquiryId: firstInquiry };
const notHeld = { code: "inquiry-not-held", inquiryId: firstInquiry };
const hold = answer(sqlite, { holdMs: 50 });

test("[RESOLVE-11] a held answer is recorded with its time, and the conversation stays parked", () => {
  const { events, conversation, projection } = parked().when(hold);
  const held = { resolution: { type: "answered", by: "ana", at: noon, answers: sqlite }, until };
  expect(events).toEqual([{ type: "inquiry.held", at: noon, inquiryId: firstInquiry, held }]);
  expect(conversation).toMatchObject({ status: "parked", held });
  expect(dueAt(conversation)).toBe(until);
  expect(projection.inquiries).toMatchObject([{ status: "held", held }]);
});

test("[RESOLVE-11] while an answer is held every other resolution is refused", () => {
  const held = parked().when(hold);
  expect(held.when(answer(postgres)).refusal).toEqual(notOpen);
  expect(held.when(answer(sqlite, { by: "ben" })).refusal).toEqual(notOpen);
  for (const type of ["delegate", "decline", "dismiss"] as const)
    expect(held.when(onInquiry(type)).refusal).toEqual(notOpen);
});

test("[RESOLVE-2] repeating the same answer while it is held is accepted and changes nothing", () => {
  expect(parked().when(hold).when(answer(sqlite)).events).toEqual([]);
  expect(parked().when(hold).when(hold).events).toEqual([]);
});

test("[RESOLVE-11] a message waits while an answer is held and comes after it in the transcript", () => {
  const waiting = parked(calls("c2")).when(hold).when(send("One more thing"));
  expect(waiting.events).toMatchObject([{ type: "message.received", messageId: "msg_t_3" }]);
  expect(waiting.conversation).toMatchObject({ status: "parked", mailbox: ["msg_t_3"] });
  const delivered = waiting.when({ type: "wake", at: until });
  expect(delivered.conversation).toMatchObject({ status: "acting", call: { id: "c2" }, mailbox: ["msg_t_3"] });
});

test("[RESOLVE-11] an inquiry with a held answer does not expire", () => {
  const held = parkedUntil(20).when(hold);
  expect(dueAt(held.conversation)).toBe(until);
  expect(held.when({ type: "wake", at: noon + 30 }).events).toEqual([]);
  const { events } = held.when({ type: "wake", at: until });
  expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "answered" } }]);
});

test("[RESOLVE-11] stop and withdraw end an inquiry with a held answer at once", () => {
  const held = parked().when(hold);
  for (const command of [onInquiry("withdraw"), { type: "stop", by: "ana", at: noon } as const]) {
    const { events, conversation } = held.when(command);
    expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "withdrawn" } }]);
    expect(conversation).toMatchObject({ status: "idle", outcome: "stopped" });
  }
});

test("[RESOLVE-12] a held answer is delivered unchanged when its time is up", () => {
  const held = parked().when(hold);
  expect(held.when({ type: "wake", at: until - 1 }).events).toEqual([]);
  const { events, conversation } = held.when({ type: "wake", at: until });
  expect(typesOf(events)).toEqual(["inquiry.resolved", "tool.finished"]);
  expect(eventsOf(events, "inquiry.resolved")[0]?.resolution).toEqual({
    type: "answered",
    by: "ana",
    at: noon,
    answers: sqlite,
  });
  expect(resultsOf(events)[0]?.text).toBe('{"answers":{"Which database?":"SQLite"}}');
  expect(conversation.status).toBe("thinking");
});

test("[RESOLVE-12] the author of a held answer can retract it, which reopens the inquiry for everybody", () => {
  const reopened = parked()
    .when(hold)
    .when(onInquiry("retract", { at: until - 1 }));
  expect(reopened.events).toEqual([{ type: "inquiry.reopened", at: until - 1, inquiryId: firstInquiry, by: "ana" }]);
  expect(reopened.projection.inquiries).toMatchObject([{ status: "open" }]);
  expect(reopened.projection.inquiries[0]).not.toHaveProperty("held");
  const { events } = reopened.when(answer(postgres, { by: "ben" }));
  expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "answered", by: "ben" } }]);
});

test("[RESOLVE-12] nobody else can retract it, and nobody can once its time is up or nothing is held", () => {
  const held = parked().when(hold);
  expect(held.when(onInquiry("retract", { by: "ben" })).refusal).toEqual(notHeld);
  expect(held.when(onInquiry("retract", { at: until })).refusal).toEqual(notHeld);
  expect(parked().when(onInquiry("retract")).refusal).toEqual(notHeld);
});

test("[RESOLVE-12] if an answer is retracted after the deadline, the inquiry expires", () => {
  const reopened = parkedUntil(20)
    .when(hold)
    .when(onInquiry("retract", { at: noon + 30 }));
  expect(dueAt(reopened.conversation)).toBe(noon + 20);
  const { events } = reopened.when({ type: "wake", at: noon + 31 });
  expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "expired" } }]);
});

test("[RESOLVE-12] an answer with a hold of zero resolves at once", () => {
  expect(parked().when(answer(sqlite, { holdMs: 0 })).conversation.status).toBe("thinking");
});

test("[RESOLVE-12] the author of a held answer can deliver it at once, unchanged", () => {
  const { events, conversation } = parked()
    .when(hold)
    .when(onInquiry("deliver", { at: noon + 5 }));
  expect(typesOf(events)).toEqual(["inquiry.resolved", "tool.finished"]);
  expect(events[0]).toMatchObject({ at: noon + 5, resolution: { type: "answered", by: "ana", at: noon } });
  expect(conversation.status).toBe("thinking");
});

test("[RESOLVE-12] nobody else can deliver it, and nobody can if nothing is held", () => {
  expect(
    parked()
      .when(hold)
      .when(onInquiry("deliver", { by: "ben" })).refusal,
  ).toEqual(notHeld);
  expect(parked().when(onInquiry("deliver")).refusal).toEqual(notHeld);
  expect(parked().when(answer(sqlite)).when(onInquiry("deliver")).refusal).toEqual(notOpen);
});
