import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { answeredBy, inquiryOf, problemOf, recorded } from "../../testing/samples.ts";
import { grant, openTestPage, type TestPage } from "../../testing/test-page.ts";

const refused = { ok: false, error: problemOf("forbidden", { status: 403 }) } as const;

/** Somebody else answered what the person was writing at. */
async function openRecovered(): Promise<TestPage> {
  const page = await openTestPage();
  page.card().change({ type: "write", question: "q1", text: "Mate" });
  page.client.known.inquiry = answeredBy("bea");
  page.client.stream.emit(recorded("inquiry.resolved", { inquiryId: "inq_1" }));
  await flushPromises();
  return page;
}

test("[SEND-2] a recovered text is sent once as a message, however often the button is pressed, and stays if it is refused", async () => {
  const page = await openRecovered();
  page.client.answerWith("send", () => refused);
  page.card().sendRecovered();
  page.card().sendRecovered();
  await flushPromises();
  expect(page.card()).toMatchObject({ recovered: "What do you drink?\nMate", failedAction: { action: "message" } });
  page.card().sendRecovered();
  await flushPromises();
  expect(page.client.calledFor("send").map(({ key }) => key)).toEqual(["key_1", "key_1"]);
  expect(page.card().recovered).toBeUndefined();
  expect(page.card().failedAction).toBeUndefined();
});

test("[SEND-8] a recovered text that is sent while the server is away waits in the outbox, through a reload", async () => {
  const page = await openRecovered();
  await page.setOnline(false);
  page.card().sendRecovered();
  await flushPromises();
  expect(page.card()).toMatchObject({ state: "answered", waitingAction: { action: "message" } });
  const again = await page.reload();
  expect(again.card()).toMatchObject({ waitingAction: { action: "message" } });
  await again.setOnline(true);
  expect(again.client.calledFor("send")).toMatchObject([{ body: { text: "What do you drink?\nMate" } }]);
  expect(again.card().recovered).toBeUndefined();
  expect(again.card().waitingAction).toBeUndefined();
});

test("[SEND-6] a recovered text that waits can be cancelled, and is offered again, also after a reload", async () => {
  const page = await openRecovered();
  await page.setOnline(false);
  page.card().sendRecovered();
  await flushPromises();
  expect(page.card()).toMatchObject({ waitingAction: { action: "message", canCancel: true } });
  expect(page.card().recovered).toBeUndefined();
  page.card().cancelRecovered();
  await flushPromises();
  expect(page.card().recovered).toBe("What do you drink?\nMate");
  expect(page.card().waitingAction).toBeUndefined();
  const again = await page.reload();
  await again.setOnline(true);
  expect(again.card().recovered).toBe("What do you drink?\nMate");
  expect(again.client.calledFor("send")).toEqual([]);
});

test("[DRAFT-6] a recovered text that was refused as a message can be discarded", async () => {
  const page = await openRecovered();
  page.client.answerWith("send", () => refused);
  page.card().sendRecovered();
  await flushPromises();
  const again = await page.reload();
  expect(again.card().recovered).toBe("What do you drink?\nMate");
  again.card().discardRecovered();
  await flushPromises();
  expect(again.card().recovered).toBeUndefined();
  expect(again.browser.writtenKeys()).toEqual([]);
});

test("[DRAFT-6] a recovered text that was refused as a message stays when something else is sent to its inquiry", async () => {
  const page = await openTestPage();
  page.card().recover("A text that no longer fits");
  page.client.answerWith("send", () => refused);
  page.card().sendRecovered();
  await flushPromises();
  grant(page, "extend", inquiryOf(), inquiryOf());
  page.card().extend("2026-11-16T09:00:00.000Z");
  await flushPromises();
  expect(page.card().recovered).toBe("A text that no longer fits");
});
