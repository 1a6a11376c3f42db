import { inquiryStatuses } from "@askback/core/wire";
import { expect, test } from "vitest";
import { agentKey, ana, inquiryOf, problemOf } from "../../testing/samples.ts";
import type { OutboxEntry } from "../outbox/outbox-entry.ts";
import { cardStateOf, type Sending } from "./inquiry-card.ts";
import { sendingOf } from "./inquiry-submissions.ts";

const notSending: Sending = { status: "none" };
const submission = { type: "answer", hold: 0 } as const;
const sendings: readonly Sending[] = [
  notSending,
  { status: "sending", submission, isSlow: true },
  { status: "queued", submission },
  { status: "failed", submission, problem: problemOf("internal") },
];

test("[SEND-1] a resolved inquiry is shown as the server says, whatever is on its way", () => {
  for (const status of inquiryStatuses.filter((some) => some !== "open" && some !== "held"))
    for (const sending of sendings)
      for (const me of [undefined, ana, agentKey]) expect(cardStateOf(inquiryOf({ status }), sending, me)).toBe(status);
});

test("[SEND-1] an open inquiry is pending, and submitting while something is on its way", () => {
  expect(sendings.map((sending) => cardStateOf(inquiryOf(), sending, ana))).toEqual([
    "pending",
    "submitting",
    "submitting",
    "pending",
  ]);
  expect(cardStateOf(inquiryOf(), notSending, undefined)).toBe("pending");
});

test("[SEND-3] a held answer can be undone by the person who gave it, and is read-only for everybody else", () => {
  const given = { by: "ana", at: "2026-11-15T09:00:00.000Z", runId: "r" };
  const held = inquiryOf({ status: "held", receipt: { inquiryId: "inq_1", resolution: "answered", ...given } });
  expect(cardStateOf(held, notSending, ana)).toBe("held");
  expect(cardStateOf(held, notSending, { ...ana, id: "bea" })).toBe("readonly");
});

test("[CARD-12] a person who may not answer can only read", () => {
  expect(cardStateOf(inquiryOf(), notSending, agentKey)).toBe("readonly");
});

test("[SEND-1] a resolution on its way is sending, slow, queued or failed, and none once it is over", () => {
  const given = { ...submission, id: "key_1", createdAt: 0, inquiryId: "inq_1", conversationId: "conv_1", revision: 1 };
  const sendingAs = (entry: Partial<OutboxEntry>) =>
    sendingOf(
      [{ submission: given, status: "sending", isSlow: false, isAttempted: true, isInFlight: false, ...entry }],
      "inq_1",
      true,
    );
  const problem = problemOf("internal");
  expect(sendingAs({})).toEqual({ status: "sending", submission, isSlow: false });
  expect(sendingAs({ isSlow: true })).toEqual({ status: "sending", submission, isSlow: true });
  expect(sendingAs({ status: "waiting" })).toEqual({ status: "queued", submission });
  expect(sendingAs({ status: "failed", problem })).toEqual({ status: "failed", submission, problem });
  expect(sendingOf([], "inq_1", true)).toEqual(notSending);
});
