import { inquiryStatuses } from "@askback/core/wire";
import { expect, test } from "vitest";
import type { Sending } from "../card/inquiry-card.ts";
import { agentKey, ana, inquiryOf, problemOf } from "../testing/samples.ts";
import { cardStateOf } from "./card-state.ts";
import { afterSending, notSending } from "./sending.ts";

const wish = { type: "answer", hold: 0 } as const;
const sendings: readonly Sending[] = [
  notSending,
  { status: "sending", wish, isSlow: true },
  { status: "queued", wish },
  { status: "failed", wish, problem: problemOf("internal") },
];

test("[X-1] a settled inquiry is shown as the server says, whatever is on its way", () => {
  for (const status of inquiryStatuses.filter((some) => some !== "open" && some !== "held"))
    for (const sending of sendings)
      for (const me of [undefined, ana, agentKey]) expect(cardStateOf(inquiryOf({ status }), sending, me)).toBe(status);
});

test("[X-1] an open inquiry is pending, and submitting while something is on its way", () => {
  expect(sendings.map((sending) => cardStateOf(inquiryOf(), sending, ana))).toEqual([
    "pending",
    "submitting",
    "submitting",
    "pending",
  ]);
  expect(cardStateOf(inquiryOf(), notSending, undefined)).toBe("pending");
});

test("[X-3] a held answer is held for who gave it, and closed for everybody else", () => {
  const receipt = { inquiryId: "inq_1", resolution: "answered", by: "ana", at: "2026-11-15T09:00:00.000Z", runId: "r" };
  const held = inquiryOf({ status: "held", receipt });
  expect(cardStateOf(held, notSending, ana)).toBe("held");
  expect(cardStateOf(held, notSending, { ...ana, id: "bea" })).toBe("readonly");
});

test("[C-12] who may not answer can only read", () => {
  expect(cardStateOf(inquiryOf(), notSending, agentKey)).toBe("readonly");
});

test("[X-1] what is on its way can become slow, wait, fail and end", () => {
  const began = afterSending(notSending, { type: "began", wish });
  expect(began).toEqual({ status: "sending", wish, isSlow: false });
  expect(afterSending(began, { type: "slowed" })).toEqual({ status: "sending", wish, isSlow: true });
  expect(afterSending(notSending, { type: "slowed" })).toBe(notSending);
  expect(afterSending(began, { type: "queued", wish })).toEqual({ status: "queued", wish });
  const problem = problemOf("internal");
  expect(afterSending(began, { type: "refused", problem })).toEqual({ status: "failed", wish, problem });
  expect(afterSending(notSending, { type: "refused", problem })).toBe(notSending);
  expect(afterSending(began, { type: "ended" })).toBe(notSending);
});
