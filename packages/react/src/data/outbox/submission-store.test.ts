import { expect, test } from "vitest";
import { createFakeBrowser } from "../../testing/fake-browser.ts";
import { problemOf } from "../../testing/samples.ts";
import type { Submission } from "./submission.ts";
import { createSubmissionStore } from "./submission-store.ts";

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 15, 9);

function setUp() {
  const browser = createFakeBrowser();
  const open = (owner = "ana") => createSubmissionStore(browser.openTab().database, Promise.resolve(owner), () => now);
  return { browser, open };
}

const message = (id: string, createdAt = now): Submission => ({
  type: "message",
  id,
  createdAt,
  conversationId: "c1",
  text: `text of ${id}`,
  isSeparate: false,
});

/** The field of version 1 in which a queued answer had its request. */
const requestField = ["w", "ish"].join("");

test("[SEND-6] a queued answer of version 1 is found and stored in today's form, under its key", async () => {
  const { browser, open } = setUp();
  const target = { inquiryId: "inq_1", conversationId: "c1", revision: 2, key: "key-1" };
  const answers = { answers: [{ question: "q1", text: "Mate" }], comment: "Thanks" };
  browser.database.set("outbox:ana:inq_1", { ...target, [requestField]: { type: "answer", hold: 5 }, answers });
  const target2 = { ...target, inquiryId: "inq_2", key: "key-2" };
  browser.database.set("outbox:ana:inq_2", { ...target2, [requestField]: { type: "decline", comment: "No" } });
  const found = await open().all();
  expect(found.map(({ submission }) => submission)).toEqual([
    {
      type: "answer",
      id: "key-1",
      createdAt: 0,
      inquiryId: "inq_1",
      conversationId: "c1",
      revision: 2,
      hold: 5,
      answers,
    },
    {
      type: "decline",
      id: "key-2",
      createdAt: 0,
      inquiryId: "inq_2",
      conversationId: "c1",
      revision: 2,
      comment: "No",
    },
  ]);
  expect([...browser.database.keys()].sort()).toEqual(["outbox:ana:key-1", "outbox:ana:key-2"]);
  expect(await open().all()).toEqual(found);
});

test("[SEND-6] messages of version 1 are found in order, the refused ones with their problem", async () => {
  const { browser, open } = setUp();
  const base = { conversationId: "c1", isSeparate: true };
  const answers = { inquiry: "inq_1", revision: 1 };
  browser.database.set("outgoing:ana:key-2", {
    ...base,
    key: "key-2",
    text: "two",
    writtenAt: now,
    status: "failed",
    problem: "There is none",
  });
  browser.database.set("outgoing:ana:key-1", {
    ...base,
    key: "key-1",
    text: "one",
    writtenAt: now - 1,
    status: "sending",
    answers,
  });
  browser.database.set("outgoing:bea:key-3", {
    ...base,
    key: "key-3",
    text: "three",
    writtenAt: now,
    status: "waiting",
  });
  const found = await open().all();
  expect(found).toMatchObject([
    { submission: { type: "message", id: "key-1", text: "one", isSeparate: true, answers, createdAt: now - 1 } },
    { submission: { type: "message", id: "key-2", text: "two" }, problem: { title: "There is none" } },
  ]);
  expect(found[0]?.problem).toBeUndefined();
  expect([...browser.database.keys()].sort()).toEqual(["outbox:ana:key-1", "outbox:ana:key-2", "outgoing:bea:key-3"]);
  expect(await open().all()).toEqual(found);
});

test("[WEB-11] a person neither finds nor deletes the submissions of another one in the same browser", async () => {
  const { open } = setUp();
  await open("ana").put({ submission: message("key-1"), isAttempted: false });
  expect(await open("bea").all()).toEqual([]);
  await open("bea").clear();
  expect(await open("ana").all()).toHaveLength(1);
  await open("ana").clear();
  expect(await open("ana").all()).toEqual([]);
});

test("[SEND-9] a refused submission that nobody came back to is deleted after 30 days, and one that waits is not", async () => {
  const { open, browser } = setUp();
  const problem = problemOf("forbidden");
  await open().put({ submission: message("old", now - 31 * day), isAttempted: true, problem });
  await open().put({ submission: message("waiting", now - 31 * day), isAttempted: true });
  await open().put({ submission: message("new", now - 29 * day), isAttempted: true, problem });
  expect((await open().all()).map(({ submission }) => submission.id)).toEqual(["waiting", "new"]);
  expect(browser.database.has("outbox:ana:old")).toBe(false);
});
