import { expect, test } from "vitest";
import { dueAt } from "../model/effect.ts";
import { eventsOf, given, typesOf } from "../testing/given.ts";
import { answer, asks, extend, noon, onInquiry, reply, sqlite, terms, thinking } from "../testing/samples.ts";
import { forkPointBefore } from "./fork.ts";

const audience = { people: ["ana"] };
const escalation = [
  { afterMs: 300, to: { people: ["cleo"] } },
  { afterMs: 100, remind: true as const },
  { afterMs: 200, to: { people: ["ben"], groups: ["ops"] } },
];
const asked = thinking({ terms: { ...terms, audience, escalation } }).when(reply(asks("c1")));
const wake = (after: number) => ({ type: "wake", at: noon + after }) as const;

test("[REMIND-1] a step is due at its time, is recorded once, and who it names may answer from then on", () => {
  expect(dueAt(asked.conversation)).toBe(noon + 100);
  expect(asked.when(wake(99)).events).toEqual([]);
  const first = asked.when(wake(100));
  expect(first.events).toEqual([{ type: "inquiry.reminded", at: noon + 100, inquiryId: "inq_t_1", step: 1 }]);
  expect(first.when(wake(100)).events).toEqual([]);
  const second = first.when(wake(200));
  expect(second.events).toMatchObject([
    { step: 2, to: { people: ["ben"] }, audience: { people: ["ana", "ben"], groups: ["ops"] } },
  ]);
  expect(dueAt(second.conversation)).toBe(noon + 300);
  expect(dueAt(second.when(wake(300)).conversation)).toBeUndefined();
});

test("[REMIND-2] steps that a stopped server missed are recorded in order when it is back", () => {
  const late = asked.when(wake(1_000));
  expect(eventsOf(late.events, "inquiry.reminded").map(({ step }) => step)).toEqual([1, 2, 3]);
  expect(late.conversation).toMatchObject({
    inquiry: { audience: { people: ["ana", "ben", "cleo"], groups: ["ops"] } },
  });
});

test("[REMIND-2] who a step lets in may answer at its time, also before a timer has fired", () => {
  expect(asked.when(answer(sqlite, { by: "ben", at: noon + 199 })).refusal).toMatchObject({ code: "not-in-audience" });
  expect(typesOf(asked.when(answer(sqlite, { by: "ben", at: noon + 200 })).events)).toContain("inquiry.resolved");
});

test("[REMIND-3] nobody is reminded of what is answered, held or resolved", () => {
  const held = asked.when(answer(sqlite, { holdMs: 500 }));
  expect(dueAt(held.conversation)).toBe(noon + 500);
  expect(held.when(wake(200)).events).toEqual([]);
  const reopened = held.when(onInquiry("retract", { at: noon + 250 }));
  expect(eventsOf(reopened.when(wake(250)).events, "inquiry.reminded").map(({ step }) => step)).toEqual([1, 2]);
  expect(asked.when(answer(sqlite)).when(wake(500)).events).toEqual([]);
});

const onDeadline = { to: { people: ["ben"] }, forMs: 50 };
const timed = thinking({ terms: { ...terms, audience, deadlineMs: 100, onDeadline } }).when(reply(asks("c1")));

test("[REMIND-4] at the deadline others are asked first, and it expires at the second one", () => {
  const passed = timed.when(wake(100));
  expect(passed.events).toEqual([
    {
      type: "inquiry.escalated",
      at: noon + 100,
      inquiryId: "inq_t_1",
      to: { people: ["ben"] },
      audience: { people: ["ana", "ben"] },
      deadline: noon + 150,
    },
  ]);
  expect(passed.conversation).toMatchObject({ status: "parked", inquiry: { deadline: noon + 150 } });
  expect(typesOf(passed.when(answer(sqlite, { by: "ben", at: noon + 120 })).events)).toContain("inquiry.resolved");
  const expired = passed.when(wake(150));
  expect(eventsOf(expired.events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "expired" } }]);
});

test("[REMIND-4] before a timer has fired, the second deadline counts and the others may answer", () => {
  expect(typesOf(timed.when(answer(sqlite, { by: "ben", at: noon + 120 })).events)).toContain("inquiry.resolved");
  const late = timed.when(answer(sqlite, { at: noon + 150 }));
  expect(eventsOf(late.events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "expired" } }]);
  expect(typesOf(timed.when(wake(150)).events).slice(0, 1)).toEqual(["inquiry.resolved"]);
});

test("[REMIND-4] an extended deadline still asks others when it passes", () => {
  const extended = timed.when(extend(noon + 400));
  expect(extended.when(wake(100)).events).toEqual([]);
  expect(extended.when(wake(400)).events).toMatchObject([{ type: "inquiry.escalated", deadline: noon + 450 }]);
  expect(dueAt(timed.when(extend(null)).conversation)).toBeUndefined();
});

test("[REMIND-5] a fork begins its times anew, with the audience of the definition", () => {
  const widened = asked
    .when(wake(200))
    .when({ type: "send-message", text: "Hm", separate: true, terms, by: "ana", at: noon + 210 });
  const point = forkPointBefore(widened.log, "msg_t_3");
  if (!point) throw new Error("there is no such point");
  const message = { instead: "msg_t_3", text: "Well", files: [], separate: true, terms };
  const forked = { type: "fork", conversationId: "conv_u", ...point, message, by: "ana", at: noon + 1_000 } as const;
  const { conversation } = given().when(forked);
  expect(conversation).toMatchObject({ inquiry: { audience, askedAt: noon + 1_000 } });
  expect(conversation).not.toHaveProperty("inquiry.reminded");
  expect(dueAt(conversation)).toBe(noon + 1_100);
});
