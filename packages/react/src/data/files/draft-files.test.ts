import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { answeredBy, problemOf, receipt } from "../../testing/samples.ts";
import { openTestPage, type TestPage } from "../../testing/test-page.ts";
import { answerIn } from "../drafts/draft.ts";
import { followDraftFiles, ownWordsFiles } from "./draft-files.ts";

const png = () => new File(["abc"], "a.png", { type: "image/png" });
const bytesIn = ({ browser }: TestPage) => [...browser.database.keys()].filter((key) => key.startsWith("file:"));

/** Attaches a file to a question, and follows the files as a card does. */
async function attach(page: TestPage, question = "q1") {
  const pending: number[] = [];
  const { change, inquiry } = page.card();
  const onPending = (count: number) => pending.push(count);
  const stop = followDraftFiles(inquiry, { files: page.files, change, onPending });
  page.files(ownWordsFiles("inq_1", question)).add([png()], { bytes: 1_000 });
  await flushPromises();
  return { pending, stop };
}

test("[FILE-14] the files of every question become part of the draft when the server has them", async () => {
  const page = await openTestPage();
  const uploaded = Promise.withResolvers<{ ok: true; value: undefined }>();
  page.client.answerWith("upload", () => uploaded.promise);
  const { pending } = await attach(page, "q2");
  expect(pending.at(-1)).toBe(1);
  uploaded.resolve({ ok: true, value: undefined });
  await flushPromises();
  expect(pending.at(-1)).toBe(0);
  expect(answerIn(page.card().draft, "q2")).toMatchObject({ isTextChosen: true, files: [{ id: "file_a.png" }] });
});

test("[FILE-14] a file of an answer that the server lost is uploaded again, and its bytes end with the answer", async () => {
  const first = await openTestPage();
  const { stop } = await attach(first);
  stop();
  expect(bytesIn(first)).toHaveLength(1);
  const page = await first.reload();
  page.client.answerWith("answer", () => ({ ok: false, error: problemOf("file-unknown", { status: 422 }) }));
  page.client.answerWith("answer", () => {
    page.client.known.inquiry = answeredBy("ana");
    return { ok: true, value: receipt };
  });
  page.card().send(0);
  await flushPromises();
  expect(page.client.calledFor("upload").map(({ id }) => id)).toEqual(["a.png", "a.png"]);
  expect(page.client.calledFor("answer")).toHaveLength(2);
  expect(page.card().state).toBe("answered");
  expect(bytesIn(page)).toEqual([]);
});

test("[FILE-14] an answer waits if its file cannot be uploaded again yet, and says so if the browser lost the bytes", async () => {
  const page = await openTestPage();
  await attach(page);
  const unknown = { ok: false, error: problemOf("file-unknown", { status: 422 }) } as const;
  for (const _ of [1, 2]) page.client.answerWith("answer", () => unknown);
  page.client.answerWith("upload", () => ({ ok: false, error: problemOf("unavailable", { status: 503 }) }));
  page.card().send(0);
  await flushPromises();
  expect(page.card().sending.status).toBe("queued");
  for (const key of bytesIn(page)) page.browser.database.delete(key);
  const reloaded = await page.reload();
  await reloaded.advance(15_000);
  expect(reloaded.card().sending).toMatchObject({ status: "failed", problem: { code: "file-lost" } });
});
