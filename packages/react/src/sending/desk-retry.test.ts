import { expect, test } from "vitest";
import { openFace } from "../testing/face.ts";
import { answeredBy, inquiryOf, mate, problemOf, recorded } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";

const milk = { type: "pick", question: "q2", option: "o1" } as const;
const failing = () => ({ ok: false, error: problemOf("internal", { status: 500 }) }) as const;

test("[X-1] what failed is sent again under the same key, and under a new one if it was changed", async () => {
  const face = await openFace();
  face.card().change(mate);
  for (const _ of [1, 2]) face.client.answerWith("answer", failing);
  face.card().send(5);
  await settled();
  expect(face.card()).toMatchObject({ state: "pending", sending: { status: "failed", problem: { code: "internal" } } });
  face.card().retry();
  await settled();
  face.card().change({ ...mate, text: "Juice" });
  face.client.answerWith("answer", () => {
    face.client.known.inquiry = answeredBy("ana");
    return { ok: true, value: face.client.known.inquiry.receipt };
  });
  face.card().retry();
  await settled();
  expect(face.client.calledFor("answer").map(({ key }) => key)).toEqual(["key_1", "key_1", "key_2"]);
  expect(face.client.calledFor("answer")[2]).toMatchObject({ body: { answers: [{ text: "Juice" }, {}], hold: 5 } });
  expect(face.card().state).toBe("answered");
});

test("[N-5] an answer that failed and has lost a part since is known to have a gap, unless it was sent with that gap", async () => {
  const face = await openFace();
  face.card().change(mate);
  for (const _ of [1, 2, 3]) face.client.answerWith("answer", failing);
  face.card().send(0);
  await settled();
  expect(face.card()).toMatchObject({ sending: { status: "failed" } });
  expect(face.card().hasNewGaps).toBeUndefined();
  face.card().change(milk);
  face.card().retry();
  await settled();
  face.card().change(milk);
  expect(face.card().hasNewGaps).toBe(true);
  face.card().change({ type: "skip", question: "q2" });
  expect(face.card().hasNewGaps).toBeUndefined();
  face.card().change({ type: "skip", question: "q2" });
  face.card().send(0);
  await settled();
  expect(face.card()).toMatchObject({ sending: { status: "failed" } });
  expect(face.card().hasNewGaps).toBeUndefined();
});

test("[N-5] after the questions have changed every gap is a new one, and none is to who declines", async () => {
  const face = await openFace();
  face.client.known.inquiry = inquiryOf({ revision: 2 });
  face.card().change(mate);
  for (const type of ["answer", "decline"]) face.client.answerWith(type, failing);
  face.card().send(0);
  await settled();
  expect(face.card().hasNewGaps).toBeUndefined();
  face.client.stream.emit(recorded("inquiry.asked", { inquiryId: "inq_1" }));
  await settled();
  expect(face.card().inquiry.revision).toBe(2);
  expect(face.card().hasNewGaps).toBe(true);
  face.card().settle({ type: "decline" });
  await settled();
  expect(face.card().sending).toMatchObject({ status: "failed", wish: { type: "decline" } });
  expect(face.card().hasNewGaps).toBeUndefined();
});
