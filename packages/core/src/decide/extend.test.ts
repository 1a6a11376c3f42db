import { expect, test } from "vitest";
import { evolve } from "../evolve/evolve.ts";
import { dueAt } from "../model/effect.ts";
import type { Event } from "../model/event.ts";
import { eventsOf, resultsOf } from "../testing/given.ts";
import { afterEveryStep } from "../testing/properties.ts";
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

test("[RESOLVE-14] a deadline is moved to later, and the inquiry expires then and not before", () => {
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

test("[RESOLVE-14] a deadline is removed, and the inquiry never expires", () => {
  const extended = parkedUntil(20).when(extend(null));
  expect(extended.conversation).not.toHaveProperty("inquiry.deadline");
  expect(extended.projection.inquiries[0]).not.toHaveProperty("deadline");
  expect(dueAt(extended.conversation)).toBeUndefined();
  expect(extended.when({ type: "wake", at: noon + 1_000_000 }).events).toEqual([]);
});

test("[RESOLVE-14] a deadline can be moved any number of times", () => {
  const often = Array.from({ length: 25 }, (_, count) => noon + 30 + count);
  const extended = often.reduce((history, deadline) => history.when(extend(deadline)), parkedUntil(20));
  expect(dueAt(extended.conversation)).toBe(often.at(-1));
});

test("[RESOLVE-14] a deadline cannot be moved to an earlier, the same or a past time", () => {
  expect(parkedUntil(20).when(extend(noon + 20)).refusal).toEqual(notLater);
  expect(parkedUntil(20).when(extend(noon + 10)).refusal).toEqual(notLater);
  const held = parkedUntil(20).when(hold);
  expect(held.when(extend(noon + 30, { at: noon + 40 })).refusal).toEqual(notLater);
});

test("[RESOLVE-14] an inquiry without a deadline, and one that ended, cannot be extended", () => {
  const without = { code: "inquiry-without-deadline", inquiryId: firstInquiry };
  expect(parked().when(extend(noon + 20)).refusal).toEqual(without);
  expect(parked().when(extend(null)).refusal).toEqual(without);
  const ended = { code: "inquiry-not-open", inquiryId: firstInquiry };
  expect(parkedUntil(20).when(answer(sqlite)).when(extend(null)).refusal).toEqual(ended);
});

test("[RESOLVE-14] an extension after the deadline expires the inquiry", () => {
  const { events } = parkedUntil(20).when(extend(noon + 100, { at: noon + 20 }));
  expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "expired" } }]);
  expect(eventsOf(events, "inquiry.extended")).toEqual([]);
});

test("[RESOLVE-14] the deadline can be moved while an answer is held, and counts if it is retracted", () => {
  const reopened = parkedUntil(20)
    .when(hold)
    .when(extend(noon + 100, { by: "ben", at: noon + 30 }))
    .when(onInquiry("retract", { at: noon + 40 }));
  expect(reopened.conversation).toMatchObject({ status: "parked", inquiry: { deadline: noon + 100 } });
  expect(dueAt(reopened.conversation)).toBe(noon + 100);
});

test("[RESOLVE-14] the agent reads the same as if the deadline had not moved", () => {
  const resultTexts = (...events: readonly Event[]) => resultsOf(events).map((result) => result.text);
  const plain = parkedUntil(20).when(answer(sqlite));
  const extended = parkedUntil(20)
    .when(extend(noon + 100))
    .when(answer(sqlite));
  expect(resultTexts(...extended.events)).toEqual(resultTexts(...plain.events));
  expect(extended.when(reply(text("Done"))).conversation.status).toBe("idle");
});

test("[RESOLVE-14] in any state an extension changes the deadline and nothing else", () => {
  afterEveryStep(({ before, decision, simulation }) => {
    const [event] = decision.ok ? decision.value : [];
    if (event?.type !== "inquiry.extended" || before.status !== "parked") return;
    const after = evolve(before, event);
    expect(after).toEqual({ ...before, inquiry: { ...before.inquiry, deadline: event.deadline } });
    expect(simulation.inquiries.get(event.inquiryId)?.deadline).toBe(event.deadline);
  });
});
