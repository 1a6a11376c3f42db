import { expect, test } from "vitest";
import { dueAt } from "../effect.ts";
import type { Event } from "../event.ts";
import { evolve } from "../evolve.ts";
import { eventsOf, resultsOf } from "../testing/given.ts";
import { always } from "../testing/laws.ts";
import {
  answer,
  extend,
  firstInquiry,
  noon,
  onInquiry,
  parked,
  parkedUntil,
  reply,
  sqlite,
  text,
} from "../testing/samples.ts";

const notLater = { code: "deadline-not-later", inquiryId: firstInquiry };
const hold = answer(sqlite, { holdMs: 50 });

test("[LATER-1] a deadline is moved to later, and the inquiry expires then and not before", () => {
  const extended = parkedUntil(20).when(extend(noon + 100, { by: "ben", at: noon + 5 }));
  expect(extended.events).toEqual([
    { type: "inquiry.extended", at: noon + 5, inquiryId: firstInquiry, by: "ben", deadline: noon + 100 },
  ]);
  expect(dueAt(extended.conversation)).toBe(noon + 100);
  expect(extended.projection.inquiries).toMatchObject([{ status: "open", deadline: noon + 100 }]);
  expect(extended.when({ type: "wake", at: noon + 99 }).events).toEqual([]);
  const { events } = extended.when({ type: "wake", at: noon + 100 });
  expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "expired" } }]);
});

test("[LATER-1] a deadline is taken away, and the inquiry waits for as long as it takes", () => {
  const extended = parkedUntil(20).when(extend(null));
  expect(extended.conversation).not.toHaveProperty("inquiry.deadline");
  expect(extended.projection.inquiries[0]).not.toHaveProperty("deadline");
  expect(dueAt(extended.conversation)).toBeUndefined();
  expect(extended.when({ type: "wake", at: noon + 1_000_000 }).events).toEqual([]);
});

test("[LATER-1] a deadline can be moved as often as people like", () => {
  const often = Array.from({ length: 25 }, (_, count) => noon + 30 + count);
  const extended = often.reduce((story, deadline) => story.when(extend(deadline)), parkedUntil(20));
  expect(dueAt(extended.conversation)).toBe(often.at(-1));
});

test("[LATER-1] a deadline is not moved to earlier, nor to where it is, nor into the past", () => {
  expect(parkedUntil(20).when(extend(noon + 20)).refusal).toEqual(notLater);
  expect(parkedUntil(20).when(extend(noon + 10)).refusal).toEqual(notLater);
  const held = parkedUntil(20).when(hold);
  expect(held.when(extend(noon + 30, { at: noon + 40 })).refusal).toEqual(notLater);
});

test("[LATER-1] an inquiry without a deadline, and one that ended, cannot be extended", () => {
  const without = { code: "inquiry-without-deadline", inquiryId: firstInquiry };
  expect(parked().when(extend(noon + 20)).refusal).toEqual(without);
  expect(parked().when(extend(null)).refusal).toEqual(without);
  const ended = { code: "inquiry-not-open", inquiryId: firstInquiry };
  expect(parkedUntil(20).when(answer(sqlite)).when(extend(null)).refusal).toEqual(ended);
});

test("[LATER-1] when the deadline has passed it is too late: the inquiry expires", () => {
  const { events } = parkedUntil(20).when(extend(noon + 100, { at: noon + 20 }));
  expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "expired" } }]);
  expect(eventsOf(events, "inquiry.extended")).toEqual([]);
});

test("[LATER-1] while an answer is held there can be more time, for who takes it back", () => {
  const reopened = parkedUntil(20)
    .when(hold)
    .when(extend(noon + 100, { by: "ben", at: noon + 30 }))
    .when(onInquiry("retract", { at: noon + 40 }));
  expect(reopened.conversation).toMatchObject({ status: "parked", inquiry: { deadline: noon + 100 } });
  expect(dueAt(reopened.conversation)).toBe(noon + 100);
});

test("[LATER-1] the agent is told the same as if the deadline had never moved", () => {
  const told = (...events: readonly Event[]) => resultsOf(events).map((result) => result.text);
  const plain = parkedUntil(20).when(answer(sqlite));
  const extended = parkedUntil(20)
    .when(extend(noon + 100))
    .when(answer(sqlite));
  expect(told(...extended.events)).toEqual(told(...plain.events));
  expect(extended.when(reply(text("Done"))).conversation.status).toBe("idle");
});

test("[LATER-1] in any state an extension changes the deadline and nothing else", () => {
  always(({ before, decision, world }) => {
    const [event] = decision.ok ? decision.value : [];
    if (event?.type !== "inquiry.extended" || before.status !== "parked") return;
    const after = evolve(before, event);
    expect(after).toEqual({ ...before, inquiry: { ...before.inquiry, deadline: event.deadline } });
    expect(world.inquiries.get(event.inquiryId)?.deadline).toBe(event.deadline);
  });
});
