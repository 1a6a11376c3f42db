import type { Inquiry, Receipt } from "@askback/core/wire";
import { expect, test } from "vitest";
import { openFace } from "../testing/face.ts";
import { answeredBy, inquiryOf, problemOf, recorded, unreachable } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";

const heldUntil = "2026-11-15T09:05:05.000Z";
const receipt: Receipt = { inquiryId: "inq_1", resolution: "answered", by: "ana", at: heldUntil, runId: "run_1" };
const held: Inquiry = inquiryOf({ status: "held", heldUntil, receipt: { ...receipt, heldUntil } });

const openHeld = () =>
  openFace((client) => {
    client.known.inquiry = held;
  });

test("[X-3] who cannot take an answer back, or send it at once, is told so", async () => {
  const face = await openHeld();
  face.client.answerWith("retract", () => ({ ok: false, error: unreachable }));
  face.card().undo();
  await settled();
  expect(face.card()).toMatchObject({ state: "held", failedAct: { act: "undo" } });
  face.client.answerWith("deliver", () => ({ ok: false, error: problemOf("internal", { status: 500 }) }));
  face.card().deliver();
  await settled();
  expect(face.card()).toMatchObject({ state: "held", failedAct: { act: "deliver" } });
  face.client.answerWith("retract", () => ({ ok: true, value: inquiryOf() }));
  face.client.known.inquiry = inquiryOf();
  face.card().undo();
  await settled();
  expect(face.card().state).toBe("pending");
  expect(face.card().failedAct).toBeUndefined();
});

test("[X-3] who takes an answer back hears before it is delivered whether that was done", async () => {
  const face = await openFace((client) => {
    client.known.inquiry = held;
    client.inquiries.retract = (_, { signal } = {}) =>
      new Promise((resolve) => signal?.addEventListener("abort", () => resolve({ ok: false, error: unreachable })));
  });
  face.card().undo();
  await settled();
  await face.turn(4_000);
  expect(face.card().failedAct?.act).toBe("undo");
});

test("[X-3] who takes an answer back hears that in time, also when a break leaves open who is there", async () => {
  const face = await openHeld();
  const who = Promise.withResolvers<{ ok: true; value: undefined }>();
  face.client.answerWith("me", () => who.promise);
  face.client.stream.become("connecting");
  face.card().undo();
  await settled();
  await face.turn(4_000);
  expect(face.card().failedAct).toMatchObject({ act: "undo", problem: { code: "aborted" } });
  who.resolve({ ok: true, value: undefined });
  await settled();
  expect(face.client.calledFor("retract")).toEqual([]);
});

test("[X-3] an answer that was taken back is not called a failure because nobody heard of it", async () => {
  const face = await openHeld();
  face.client.answerWith("retract", () => {
    face.client.known.inquiry = inquiryOf();
    face.client.stream.emit(recorded("inquiry.reopened", { inquiryId: "inq_1" }));
    return { ok: false, error: unreachable };
  });
  face.card().undo();
  await settled();
  expect(face.card().state).toBe("pending");
  expect(face.card().failedAct).toBeUndefined();
});

test("[S-4] who cannot have more time is told so", async () => {
  const face = await openFace();
  face.client.answerWith("extend", () => ({ ok: false, error: problemOf("deadline-not-later", { status: 422 }) }));
  face.card().extend("2026-11-16T09:00:00.000Z");
  await settled();
  expect(face.card().failedAct).toMatchObject({ act: "extend", problem: { code: "deadline-not-later" } });
});

test("[X-2] a text that was kept is sent once as a message, however often that is pressed, and stays where it fails", async () => {
  const face = await openFace();
  face.card().change({ type: "write", question: "q1", text: "Mate" });
  face.client.known.inquiry = answeredBy("bea");
  face.client.stream.emit(recorded("inquiry.resolved", { inquiryId: "inq_1" }));
  await settled();
  face.client.answerWith("send", () => ({ ok: false, error: unreachable }));
  face.card().sendRecovered();
  face.card().sendRecovered();
  await settled();
  expect(face.card()).toMatchObject({ recovered: "What do you drink?\nMate", failedAct: { act: "message" } });
  face.card().sendRecovered();
  await settled();
  expect(face.client.calledFor("send").map(({ key }) => key)).toEqual(["key_1", "key_1"]);
  expect(face.card().recovered).toBeUndefined();
  expect(face.card().failedAct).toBeUndefined();
});
