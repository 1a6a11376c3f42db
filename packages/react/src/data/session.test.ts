import { expect, test } from "vitest";
import { flushPromises } from "../testing/flush-promises.ts";
import { ana, problemOf, unreachable } from "../testing/samples.ts";
import { openTestPage, type TestPage } from "../testing/test-page.ts";

const mate = { type: "write", question: "q1", text: "Mate" } as const;
const bea = { ...ana, id: "bea" };

async function queueAnswer(page: TestPage): Promise<void> {
  page.card().change(mate);
  await page.setOnline(false);
  page.card().send(0);
  await flushPromises();
  expect(page.card().sending.status).toBe("queued");
}

test("[WEB-11] a queued answer is not sent as another user who is signed in when the connection is back", async () => {
  const page = await openTestPage();
  await queueAnswer(page);
  page.client.answerWith("me", () => ({ ok: false, error: unreachable }));
  page.client.stream.become("lost");
  const later = await page.reload();
  await later.advance(2_000);
  page.client.known.me = bea;
  page.client.stream.become("live");
  await later.setOnline(true);
  await later.advance(15_000);
  expect(later.hasReloaded).toBe(true);
  expect(page.client.calledFor("answer")).toEqual([]);
});

test("[WEB-11] a user who is replaced during a short break sends and saves nothing", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.known.me = bea;
  page.client.stream.become("connecting");
  page.client.stream.become("live");
  page.card().send(0);
  await page.advance(2_000);
  expect(page.hasReloaded).toBe(true);
  expect(page.client.calls.filter(({ name }) => name === "answer" || name === "saveDraft")).toEqual([]);
});

test("[WEB-11] a user who signs in in one tab replaces the user of the other tabs", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.answerWith("answer", () => ({ ok: false, error: unreachable }));
  page.card().send(0);
  await flushPromises();
  page.client.known.me = bea;
  const other = await page.openTab();
  expect([page.hasReloaded, other.hasReloaded]).toEqual([true, false]);
  expect(JSON.stringify(other.card())).not.toContain("Mate");
  await page.advance(15_000);
  expect(page.client.calledFor("answer")).toHaveLength(1);
});

test("[WEB-11] signing out in one tab leaves nothing stored by the others", async () => {
  const page = await openTestPage();
  const other = await page.openTab();
  await queueAnswer(other);
  await page.wipe();
  await flushPromises();
  expect([page.hasReloaded, other.hasReloaded]).toEqual([false, true]);
  other.card().change({ ...mate, text: "Mate again" });
  other.card().send(0);
  await other.advance(15_000);
  await other.setOnline(true);
  other.tab.hide();
  expect(page.client.calledFor("answer")).toEqual([]);
  expect([...page.browser.database.keys(), ...page.browser.texts.keys()]).toEqual([]);
});

test("[WEB-11] nothing is sent while the server does not confirm the user", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.stream.become("connecting");
  page.client.answerWith("me", () => ({ ok: false, error: problemOf("unauthorized", { status: 401 }) }));
  page.card().send(0);
  await flushPromises();
  expect(page.card().sending).toMatchObject({ status: "queued" });
  expect(page.client.calledFor("answer")).toEqual([]);
});

test("[WEB-33] a page that was refused asks again who is there when somebody has signed in in another tab", async () => {
  const page = await openTestPage();
  const callsToOpenTab = async () => {
    const before = page.client.calledFor("me").length;
    await page.openTab();
    return page.client.calledFor("me").length - before;
  };
  const own = await callsToOpenTab();
  page.client.answerWith("me", () => ({ ok: false, error: problemOf("unauthorized", { status: 401 }) }));
  page.client.answerWith("answer", () => ({ ok: false, error: problemOf("unauthorized", { status: 401 }) }));
  page.card().send(0);
  await flushPromises();
  expect(await callsToOpenTab()).toBe(own + 1);
  expect(await callsToOpenTab()).toBe(own);
});

test("[DRAFT-2] a stored user that cannot be parsed is ignored", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  await page.advance(250);
  for (const nonsense of ["{", "7", "null"]) {
    page.browser.texts.set("me:https://ask.example", nonsense);
    page.client.answerWith("me", () => ({ ok: false, error: unreachable }));
    page.client.stream.become("lost");
    const again = await page.reload();
    await again.advance(2_000);
    await again.advance(2_000);
    expect(again.card().draft.answers.q1?.text).toBe("Mate");
  }
});

test("[DRAFT-2] what is typed is stored though the first read of the current user failed", async () => {
  const page = await openTestPage((client) =>
    client.answerWith("me", () => ({ ok: false, error: problemOf("boom", { status: 500 }) })),
  );
  page.card().change(mate);
  await page.advance(2_000);
  await page.advance(2_000);
  const again = await page.reload();
  expect(again.card().draft.answers.q1?.text).toBe("Mate");
});
