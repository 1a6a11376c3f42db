import { expect, test } from "vitest";
import { flushPromises } from "../testing/flush-promises.ts";
import { ana, answeredBy, inquiryOf, mate, problemOf, receipt } from "../testing/samples.ts";
import { openTestPage, type TestPage } from "../testing/test-page.ts";

const image = () => new File(["bytes"], "photo.png", { type: "image/png" });
const gone = () => ({ ok: false, error: problemOf("inquiry-unknown", { status: 404 }) }) as const;
const textsIn = (page: TestPage) => page.drafts.texts.get("start");

/** Reloads the page in another project, or without a connection in the last one. */
async function enter(page: TestPage, project: string): Promise<TestPage> {
  page.client.known.me = { ...ana, project };
  return page.reload();
}

test("[PEOPLE-26] an answer that waits is tried in its own project alone, and is sent once its author is back there", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.answerWith("answer", () => ({ ok: false, error: problemOf("unavailable", { status: 503 }) }));
  page.card().send(0);
  await flushPromises();
  expect(page.card().sending.status).toBe("queued");

  page.client.answerWith("inquiry", gone);
  page.client.answerWith("inquiry", gone);
  const garden = await enter(page, "garden");
  await garden.advance(30_000);
  expect(garden.outbox.entries.get()).toEqual([]);
  expect(page.client.calledFor("answer")).toHaveLength(1);

  page.client.known.inquiry = inquiryOf();
  page.client.answerWith("answer", () => {
    page.client.known.inquiry = answeredBy("ana");
    return { ok: true, value: receipt };
  });
  const back = await enter(garden, "default");
  expect(page.client.calledFor("answer").map(({ key }) => key)).toEqual(["key_1", "key_1"]);
  expect(back.card().state).toBe("answered");
});

test("[PEOPLE-26] what is typed and attached in one project is in that one alone", async () => {
  const page = await openTestPage();
  page.drafts.texts.set("start", "half a thought");
  page.files("start").add([image()], { bytes: 1_000 });
  await page.advance(250);

  const garden = await enter(page, "garden");
  expect(await textsIn(garden)).toBe("");
  expect(garden.files("start").files.get()).toEqual([]);

  const back = await enter(garden, "default");
  expect(await textsIn(back)).toBe("half a thought");
  back.files("start");
  await flushPromises();
  expect(back.files("start").files.get()).toMatchObject([{ name: "photo.png" }]);
});

test("[WEB-11] signing out in one project removes what was written in every one", async () => {
  const page = await openTestPage();
  page.drafts.texts.set("start", "half a thought");
  page.files("start").add([image()], { bytes: 1_000 });
  page.card().change(mate);
  await page.advance(2_000);
  const garden = await enter(page, "garden");
  await garden.advance(15_000);
  expect(page.browser.database.size).toBeGreaterThan(0);
  await garden.wipe();
  expect([...page.browser.database.keys(), ...page.browser.texts.keys()]).toEqual([]);
});

/** Names everything as versions did that knew no project. */
function removeProjects({ browser }: TestPage): void {
  for (const stored of [browser.database, browser.texts] as Map<string, unknown>[])
    for (const [key, value] of [...stored]) {
      if (key.startsWith("seen")) continue;
      stored.delete(key);
      stored.set(key.replace("@default:", ":"), value);
    }
}

test("[PEOPLE-26] what an earlier version stored without a project is taken over", async () => {
  const page = await openTestPage();
  page.drafts.texts.set("start", "half a thought");
  page.files("start").add([image()], { bytes: 1_000 });
  await page.advance(250);
  page.drafts.texts.set("start", "a thought");
  page.card().change(mate);
  await page.setOnline(false);
  page.outbox.submit({ type: "message", conversationId: "conv_1", text: "Hello", isSeparate: true });
  await flushPromises();
  page.tab.hide();
  page.end();
  removeProjects(page);
  expect(page.browser.writtenKeys().filter((key) => key.includes("@"))).toEqual([]);

  const next = await page.openTab();
  expect(await textsIn(next)).toBe("a thought");
  expect(next.card().draft.answers.q1?.text).toBe("Mate");
  next.files("start");
  await flushPromises();
  expect(next.files("start").files.get()).toMatchObject([{ name: "photo.png" }]);
  expect(next.outbox.entries.get()).toMatchObject([{ submission: { text: "Hello" } }]);
  expect(page.browser.writtenKeys().filter((key) => !key.includes("@default"))).toEqual([]);
});

test("[PEOPLE-26] what is taken over joins what was written since", async () => {
  const page = await openTestPage();
  page.drafts.texts.set("start", "first");
  page.files("start").add([image()], { bytes: 1_000 });
  await page.advance(250);
  page.end();
  removeProjects(page);
  const { database } = page.browser;
  const old = new Map(database);
  database.clear();
  const second = await page.openTab();
  second.drafts.texts.set("start", "second");
  second.files("start").add([image()], { bytes: 1_000 });
  await second.advance(250);
  second.end();
  for (const [key, value] of old) database.set(key, value);
  const third = await page.openTab();
  expect((await textsIn(third)).split("\n\n").toSorted()).toEqual(["first", "second"]);
  third.files("start");
  await flushPromises();
  expect(third.files("start").files.get()).toHaveLength(2);
});

test("[PEOPLE-26] an answer that an earlier version stored is sent in its project, whichever comes first", async () => {
  const page = await openTestPage();
  const projects = ["default", "garden"].map((id) => ({ id, name: id, role: "member" as const }));
  page.card().change(mate);
  await page.setOnline(false);
  page.card().send(0);
  await flushPromises();
  page.end();
  removeProjects(page);

  await page.setOnline(true);
  page.client.known.me = { ...ana, project: "garden", projects };
  for (const _ of [1, 2, 3]) page.client.answerWith("inquiry", gone);
  const garden = await page.openTab();
  await garden.advance(15_000);
  expect(garden.outbox.entries.get()).toEqual([]);
  expect(page.client.calledFor("answer")).toEqual([]);
  await enter(garden, "default");
  expect(page.client.calledFor("answer").map(({ key }) => key)).toEqual(["key_1"]);
});
