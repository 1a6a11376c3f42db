import { expect, test } from "vitest";
import { type Face, openFace } from "./testing/face.ts";
import { ana, problemOf, unreachable } from "./testing/samples.ts";
import { settled } from "./testing/settled.ts";

const mate = { type: "write", question: "q1", text: "Mate" } as const;
const bea = { ...ana, id: "bea" };

async function queueAnswer(face: Face): Promise<void> {
  face.card().change(mate);
  await face.setOnline(false);
  face.card().send(0);
  await settled();
  expect(face.card().sending.status).toBe("queued");
}

test("[WEB-11] what somebody left waiting is not sent in the name of who is there when the connection is back", async () => {
  const face = await openFace();
  await queueAnswer(face);
  face.client.answerWith("me", () => ({ ok: false, error: unreachable }));
  face.client.stream.become("lost");
  const later = await face.reload();
  await later.turn(2_000);
  face.client.known.me = bea;
  face.client.stream.become("live");
  await later.setOnline(true);
  await later.turn(15_000);
  expect(later.hasStartedOver).toBe(true);
  expect(face.client.calledFor("answer")).toEqual([]);
});

test("[WEB-11] who is replaced during a short break sends and saves nothing any more", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.client.known.me = bea;
  face.client.stream.become("connecting");
  face.client.stream.become("live");
  face.card().send(0);
  await face.turn(2_000);
  expect(face.hasStartedOver).toBe(true);
  expect(face.client.calls.filter(({ name }) => name === "answer" || name === "saveDraft")).toEqual([]);
});

test("[WEB-11] somebody who signs in in one tab replaces who is in the others", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.client.answerWith("answer", () => ({ ok: false, error: unreachable }));
  face.card().send(0);
  await settled();
  face.client.known.me = bea;
  const other = await face.openTab();
  expect([face.hasStartedOver, other.hasStartedOver]).toEqual([true, false]);
  expect(JSON.stringify(other.card())).not.toContain("Mate");
  await face.turn(15_000);
  expect(face.client.calledFor("answer")).toHaveLength(1);
});

test("[WEB-11] who signs out in one tab leaves nothing behind in the others", async () => {
  const face = await openFace();
  const other = await face.openTab();
  await queueAnswer(other);
  await face.wipe();
  await settled();
  expect([face.hasStartedOver, other.hasStartedOver]).toEqual([false, true]);
  other.card().change({ ...mate, text: "Mate again" });
  other.card().send(0);
  await other.turn(15_000);
  await other.setOnline(true);
  other.tab.leave();
  expect(face.client.calledFor("answer")).toEqual([]);
  expect([...face.browser.kept.keys(), ...face.browser.notes.keys()]).toEqual([]);
});

test("[WEB-11] nothing is done while the server does not say who is there", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.client.stream.become("connecting");
  face.client.answerWith("me", () => ({ ok: false, error: problemOf("unauthorized", { status: 401 }) }));
  face.card().send(0);
  await settled();
  expect(face.card().sending).toMatchObject({ status: "failed", problem: { code: "unauthorized" } });
  expect(face.client.calledFor("answer")).toEqual([]);
});

test("[D-2] a browser that remembers nonsense about who was there knows nobody", async () => {
  const face = await openFace();
  face.card().change(mate);
  await face.turn(250);
  for (const nonsense of ["{", "7", "null"]) {
    face.browser.notes.set("me:https://ask.example", nonsense);
    face.client.answerWith("me", () => ({ ok: false, error: unreachable }));
    face.client.stream.become("lost");
    const again = await face.reload();
    await again.turn(2_000);
    await again.turn(2_000);
    expect(again.card().draft.answers.q1?.text).toBe("Mate");
  }
});

test("[D-2] what is typed is kept though the server could not say at first who is there", async () => {
  const face = await openFace((client) =>
    client.answerWith("me", () => ({ ok: false, error: problemOf("boom", { status: 500 }) })),
  );
  face.card().change(mate);
  await face.turn(2_000);
  await face.turn(2_000);
  const again = await face.reload();
  expect(again.card().draft.answers.q1?.text).toBe("Mate");
});
