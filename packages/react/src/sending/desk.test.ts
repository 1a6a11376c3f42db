import type { Inquiry, Receipt } from "@askback/core/wire";
import { expect, test } from "vitest";
import { type Face, openFace } from "../testing/face.ts";
import {
  answeredBy,
  answeredWith,
  drink,
  extras,
  inquiryOf,
  mate,
  problemOf,
  receipt,
  recorded,
  unreachable,
} from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";

const held: Inquiry = inquiryOf({
  status: "held",
  heldUntil: "2026-11-15T09:05:05.000Z",
  receipt: { ...receipt, heldUntil: "2026-11-15T09:05:05.000Z" },
});

async function becomes(face: Face, inquiry: Inquiry) {
  face.client.known.inquiry = inquiry;
  face.client.stream.emit(recorded("inquiry.resolved", { inquiryId: "inq_1" }));
  await settled();
}

function grants(face: Face, name: string, value: unknown, inquiry: Inquiry) {
  face.client.answerWith(name, () => {
    face.client.known.inquiry = inquiry;
    return { ok: true, value };
  });
}

test("[X-1] an answer goes with a key, the revision and the picks, and is shown as sent when the server said so", async () => {
  const face = await openFace();
  face.card().change(mate);
  const reply = Promise.withResolvers<{ ok: true; value: Receipt }>();
  face.client.answerWith("answer", () => reply.promise);
  face.card().send(0);
  face.card().send(0);
  expect(face.card()).toMatchObject({ state: "submitting", sending: { isSlow: false } });
  await face.turn(3_000);
  expect(face.card().sending).toMatchObject({ status: "sending", isSlow: true });
  face.client.known.inquiry = answeredBy("ana");
  reply.resolve({ ok: true, value: receipt });
  await settled();
  expect(face.card()).toMatchObject({ state: "answered", sending: { status: "none" } });
  expect(face.client.calledFor("answer")).toEqual([
    {
      name: "answer",
      id: "inq_1",
      key: "key_1",
      body: {
        answers: [
          { question: "q1", text: "Mate" },
          { question: "q2", skipped: true },
        ],
        revision: 1,
      },
    },
  ]);
});

test("[D-6] a draft ends with the delivery of its author's answer, here and on the server", async () => {
  const face = await openFace();
  face.card().change(mate);
  await face.turn(250);
  grants(face, "answer", receipt, answeredWith("Mate"));
  face.card().send(0);
  await settled();
  expect(face.card().recovered).toBeUndefined();
  expect(face.browser.kept.size).toBe(0);
  expect(face.client.calledFor("discardDraft")).toHaveLength(1);
});

test("[X-2] who comes second sees the winner and keeps their text, through a reload too", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.client.answerWith("answer", () => {
    face.client.known.inquiry = answeredBy("bea");
    return { ok: false, error: problemOf("already-resolved", { receipt: { ...receipt, by: "bea" } }) };
  });
  face.card().send(0);
  await settled();
  const shown = { state: "answered", inquiry: { resolution: { by: "bea" } }, recovered: "What do you drink?\nMate" };
  expect(face.card()).toMatchObject(shown);
  const again = await face.reload();
  expect(again.card()).toMatchObject(shown);
  again.card().sendRecovered();
  await settled();
  expect(again.client.calledFor("send")).toMatchObject([
    { id: "conv_1", body: { text: "What do you drink?\nMate", separate: true } },
  ]);
  expect(again.card().recovered).toBeUndefined();
  expect((await again.reload()).card().recovered).toBeUndefined();
});

const endings = [
  "expired",
  "withdrawn",
  "superseded",
  "answered-in-chat",
  "delegated",
  "declined",
  "dismissed",
] as const;

test.each(endings)("[D-6] when an inquiry ends as %s, what was written is kept until it is discarded", async (type) => {
  const face = await openFace();
  face.card().change(mate);
  await becomes(face, inquiryOf({ status: type, resolution: { type, at: receipt.at } }));
  expect(face.card()).toMatchObject({ state: type, recovered: "What do you drink?\nMate" });
  face.card().change({ ...mate, text: "nothing" });
  expect(face.card().draft.answers.q1?.text).toBe("Mate");
  face.card().discardRecovered();
  await settled();
  expect(face.card().recovered).toBeUndefined();
  expect(face.browser.kept.size).toBe(0);
});

test("[D-5] when the questions change, what fits stays, the rest is kept as text, and it is asked to send again", async () => {
  const face = await openFace();
  face.card().change({ type: "pick", question: "q1", option: "o1" });
  face.card().change({ type: "write", question: "q2", text: "Honey" });
  const amended = inquiryOf({ revision: 2, questions: [drink, { ...extras, text: "Which cup?" }] });
  face.client.answerWith("answer", () => {
    face.client.known.inquiry = amended;
    return { ok: false, error: problemOf("revision-changed", { revision: 2 }) };
  });
  face.card().send(0);
  await settled();
  expect(face.card()).toMatchObject({
    state: "pending",
    hasChanged: true,
    sending: { status: "none" },
    draft: { revision: 2, answers: { q1: { options: ["o1"] } } },
    recovered: "What goes in?\nHoney",
  });
  const again = await face.reload();
  expect(again.card()).toMatchObject({ recovered: "What goes in?\nHoney", draft: { revision: 2 } });
  grants(again, "answer", receipt, answeredBy("ana", { revision: 2 }));
  again.card().send(0);
  await settled();
  expect(
    again.client.calledFor("answer").map(({ key, body }) => [key, (body as { revision: number }).revision]),
  ).toEqual([
    ["key_1", 1],
    ["key_2", 2],
  ]);
  expect(again.card().hasChanged).toBeUndefined();
  again.card().discardRecovered();
  await settled();
  expect((await again.reload()).card().recovered).toBeUndefined();
});

test("[X-3] a held answer can be taken back, also after a reload, and the draft is there again", async () => {
  const face = await openFace();
  face.card().change(mate);
  grants(face, "answer", held.receipt, held);
  face.card().send(5);
  await settled();
  expect(face.card()).toMatchObject({ state: "held", inquiry: { heldUntil: held.heldUntil } });
  const again = await face.reload();
  expect(again.card().state).toBe("held");
  grants(again, "retract", inquiryOf(), inquiryOf());
  again.card().undo();
  await settled();
  expect(again.card()).toMatchObject({ state: "pending", draft: { answers: { q1: { text: "Mate" } } } });
});

test("[X-3] a held answer can be sent at once", async () => {
  const face = await openFace((client) => {
    client.known.inquiry = held;
  });
  grants(face, "deliver", receipt, answeredBy("ana"));
  face.card().deliver();
  await settled();
  expect(face.card().state).toBe("answered");
});

test("[X-3] who takes back too late sees that it was delivered", async () => {
  const face = await openFace((client) => {
    client.known.inquiry = held;
  });
  face.client.answerWith("retract", () => {
    face.client.known.inquiry = answeredBy("ana");
    return { ok: false, error: problemOf("inquiry-not-held") };
  });
  face.card().undo();
  await settled();
  expect(face.card().state).toBe("answered");
});

test("[S-4] a deadline is moved by one action", async () => {
  const face = await openFace();
  const until = "2026-11-16T09:00:00.000Z";
  grants(face, "extend", inquiryOf({ deadline: until }), inquiryOf({ deadline: until }));
  face.card().extend(until);
  await settled();
  expect(face.card().inquiry.deadline).toBe(until);
});

test("[C-15] you decide, decline and dismiss are sent as such, with their reason", async () => {
  for (const type of ["delegate", "decline", "dismiss"] as const) {
    const face = await openFace();
    face.client.answerWith(type, () => ({ ok: false, error: unreachable }));
    face.card().settle({ type, comment: "because" });
    await settled();
    expect(face.client.calledFor(type)).toMatchObject([{ body: { comment: "because" }, key: "key_1" }]);
    expect(face.card().sending).toEqual({ status: "queued", wish: { type, comment: "because" } });
  }
});

test("[X-6] an answer given offline waits through a reload, and is delivered once under its key", async () => {
  const face = await openFace();
  await face.setOnline(false);
  face.card().change(mate);
  face.card().send(0);
  await settled();
  expect(face.card()).toMatchObject({ state: "submitting", sending: { status: "queued" } });
  expect(face.client.calledFor("answer")).toEqual([]);
  const again = await face.reload();
  expect(again.card().sending).toMatchObject({ status: "queued", wish: { type: "answer" } });
  grants(again, "answer", receipt, answeredWith("Mate"));
  await again.setOnline(true);
  again.client.stream.become("live");
  await settled();
  expect(again.client.calledFor("answer")).toMatchObject([{ key: "key_1" }]);
  expect(again.card().state).toBe("answered");
  expect([...again.browser.kept.keys()]).toEqual([]);
});

test("[X-6] what could not be sent is sent when the stream is live, or a while later", async () => {
  for (const isLive of [true, false]) {
    const face = await openFace();
    face.card().change(mate);
    face.client.answerWith("answer", () => ({ ok: false, error: unreachable }));
    face.card().send(0);
    await settled();
    expect(face.card().sending.status).toBe("queued");
    grants(face, "answer", receipt, answeredBy("ana"));
    if (isLive) face.client.stream.become("live");
    await face.turn(isLive ? 0 : 15_000);
    expect(face.client.calledFor("answer").map(({ key }) => key)).toEqual(["key_1", "key_1"]);
    expect(face.card().state).toBe("answered");
  }
});

test("[X-6] an answer that waits is not sent to an inquiry that ended or changed meanwhile", async () => {
  for (const inquiry of [answeredBy("bea"), inquiryOf({ revision: 2 })]) {
    const face = await openFace();
    await face.setOnline(false);
    face.card().change(mate);
    face.card().send(0);
    face.client.known.inquiry = inquiry;
    await face.setOnline(true);
    expect(face.client.calledFor("answer")).toEqual([]);
    expect(face.card()).toMatchObject({ sending: { status: "none" }, inquiry: { status: inquiry.status } });
    expect(JSON.stringify(face.card())).toContain("Mate");
  }
});

test("[X-6] an answer that waits can be cancelled, and its text stays", async () => {
  const face = await openFace();
  await face.setOnline(false);
  face.card().change(mate);
  face.card().send(0);
  await settled();
  face.card().cancelSending();
  await face.setOnline(true);
  expect(face.client.calledFor("answer")).toEqual([]);
  expect(face.card()).toMatchObject({ state: "pending", draft: { answers: { q1: { text: "Mate" } } } });
  expect([...face.browser.kept.keys()].filter((key) => key.startsWith("outbox"))).toEqual([]);
});

test("[D-6] who signs out leaves no answer behind that waits", async () => {
  const face = await openFace();
  await face.setOnline(false);
  face.card().change(mate);
  face.card().send(0);
  await face.turn(250);
  expect(face.browser.kept.size).toBe(2);
  await face.wipe();
  expect(face.browser.kept.size).toBe(0);
});
