import { expect, test } from "vitest";
import { type Face, openFace } from "../testing/face.ts";
import { answeredBy, inquiryOf, mate, problemOf, receipt, recorded, unreachable } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";

function grantAnswer(face: Face): void {
  face.client.answerWith("answer", () => {
    face.client.known.inquiry = answeredBy("ana");
    return { ok: true, value: receipt };
  });
}

async function queueAnswer(face: Face): Promise<void> {
  face.card().change(mate);
  await face.setOnline(false);
  face.card().send(0);
  await settled();
}

test.for([401, 429, 500, 503, 0])("[X-6] an answer that waits outlives a look that fails with %d", async (status) => {
  const face = await openFace();
  await queueAnswer(face);
  for (const _ of [1, 2]) face.client.answerWith("inquiry", () => ({ ok: false, error: problemOf("no", { status }) }));
  await face.setOnline(true);
  await face.turn(15_000);
  expect(face.card().sending.status).toBe("queued");
  grantAnswer(face);
  await face.turn(15_000);
  expect(face.client.calledFor("answer")).toHaveLength(1);
  expect(face.card().state).toBe("answered");
});

test("[X-6] an answer waits for a server that is not up yet", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.client.answerWith("answer", () => ({ ok: false, error: problemOf("unavailable", { status: 503 }) }));
  face.card().send(0);
  await settled();
  expect(face.card().sending.status).toBe("queued");
  grantAnswer(face);
  await face.turn(15_000);
  expect(face.client.calledFor("answer").map(({ key }) => key)).toEqual(["key_1", "key_1"]);
});

test("[X-6] an answer that waits for an inquiry that is gone waits no longer", async () => {
  const face = await openFace();
  await queueAnswer(face);
  face.client.answerWith("inquiry", () => ({ ok: false, error: problemOf("inquiry-unknown", { status: 404 }) }));
  await face.setOnline(true);
  expect(face.card().sending.status).toBe("none");
});

test("[X-6] what is cancelled in one tab is not sent by another", async () => {
  const face = await openFace();
  await queueAnswer(face);
  const other = await face.openTab();
  expect(other.card().sending.status).toBe("queued");
  face.card().cancelSending();
  await settled();
  await other.setOnline(true);
  expect(face.client.calledFor("answer")).toEqual([]);
  expect(other.card()).toMatchObject({ state: "pending", sending: { status: "none" } });
});

test("[X-6] a browser that keeps nothing sends what waits all the same", async () => {
  const face = await openFace();
  face.browser.isReadable = false;
  face.browser.kept.set = () => face.browser.kept;
  await queueAnswer(face);
  grantAnswer(face);
  await face.setOnline(true);
  expect(face.client.calledFor("answer")).toHaveLength(1);
});

test("[X-6] an answer that waits is sent though the browser cannot read what it keeps", async () => {
  const face = await openFace();
  await queueAnswer(face);
  face.browser.isReadable = false;
  grantAnswer(face);
  await face.setOnline(true);
  expect(face.client.calledFor("answer")).toHaveLength(1);
  expect(face.card().state).toBe("answered");
});

test("[X-6] an answer that could neither be kept nor read is sent when the browser can read again", async () => {
  const face = await openFace();
  face.browser.kept.set = () => face.browser.kept;
  face.browser.isReadable = false;
  await queueAnswer(face);
  face.browser.isReadable = true;
  grantAnswer(face);
  await face.setOnline(true);
  expect(face.client.calledFor("answer")).toHaveLength(1);
});

test("[X-6] a page that has ended tries nothing any more", async () => {
  const face = await openFace();
  await queueAnswer(face);
  const looks = face.client.calledFor("inquiry").length;
  face.end();
  await face.turn(60_000);
  expect(face.client.calledFor("inquiry")).toHaveLength(looks);
});

test("[X-1] what failed and is the same for the changed questions is sent again to those", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.client.answerWith("answer", () => ({ ok: false, error: problemOf("internal", { status: 500 }) }));
  face.card().send(0);
  await settled();
  face.client.known.inquiry = inquiryOf({ revision: 2 });
  face.client.stream.emit(recorded("inquiry.asked", { inquiryId: "inq_1" }));
  await settled();
  face.card().retry();
  await settled();
  expect(face.client.calledFor("answer")[1]).toMatchObject({ key: "key_2", body: { revision: 2 } });
});

test.for(["delegate", "decline", "dismiss"] as const)(
  "[X-1] who means to %s carries the revision, and is told when it was another",
  async (type) => {
    const face = await openFace();
    face.client.answerWith(type, () => {
      face.client.known.inquiry = inquiryOf({ revision: 2 });
      return { ok: false, error: problemOf("revision-changed", { revision: 2 }) };
    });
    face.card().settle({ type });
    await settled();
    expect(face.card()).toMatchObject({
      inquiry: { revision: 2 },
      sending: { status: "failed", problem: { code: "revision-changed" } },
    });
    face.card().retry();
    await settled();
    expect(face.client.calledFor(type)).toMatchObject([
      { key: "key_1", body: { revision: 1 } },
      { key: "key_2", body: { revision: 2 } },
    ]);
  },
);

test("[X-6] a wish that waits is not carried out on questions its author never saw", async () => {
  const face = await openFace();
  await face.setOnline(false);
  face.card().settle({ type: "decline" });
  face.client.known.inquiry = inquiryOf({ revision: 2 });
  face.client.answerWith("decline", () => ({ ok: false, error: problemOf("revision-changed", { revision: 2 }) }));
  await face.setOnline(true);
  expect(face.client.calledFor("decline")).toMatchObject([{ body: { revision: 1 } }]);
  expect(face.card().sending.status).toBe("failed");
});

test("[X-1] declining again sends the reason as it is now", async () => {
  const face = await openFace();
  face.client.answerWith("decline", () => ({ ok: false, error: problemOf("internal", { status: 500 }) }));
  face.card().settle({ type: "decline", comment: "Too late" });
  await settled();
  face.drafts.texts.keep("reason:inq_1", "Too early");
  face.client.answerWith("decline", () => ({ ok: false, error: unreachable }));
  face.card().retry();
  await settled();
  expect(face.client.calledFor("decline")).toMatchObject([
    { key: "key_1", body: { comment: "Too late" } },
    { key: "key_2", body: { comment: "Too early" } },
  ]);
});
