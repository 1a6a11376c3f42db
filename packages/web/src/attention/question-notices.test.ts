import type { Inquiry } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createQuestionNotices } from "./question-notices.ts";

/** Tabs of one browser, of which somebody may look at one. */
function setUp({ isLookedAt = false, status = "open" as Inquiry["status"] } = {}) {
  const claimed = new Set<string>();
  const said: string[] = [];
  const waiting: string[] = [];
  const open = (tab: string) =>
    createQuestionNotices({
      readOpen: async () => ({ ok: true, value: { items: waiting.map((id) => ({ id }) as Inquiry) } }),
      read: async (id) => ({ ok: true, value: { id, status } as Inquiry }),
      isLookedAt: async () => isLookedAt,
      claim: async (id) => claimed.size < claimed.add(id).size,
      letGo: (id) => claimed.delete(id),
      show: ({ id }) => said.push(`${tab} shows ${id}`),
      close: (id) => said.push(`${tab} closes ${id}`),
    });
  return { open, said, waiting };
}

const asked = { type: "asked", conversationId: "c1", inquiryId: "q1" } as const;

test("[WEB-7] a question is told of once, by one of all tabs, however often it is heard of", async () => {
  const { open, said } = setUp();
  const [one, other] = [open("one"), open("other")];
  await Promise.all([one.hear(asked), other.hear(asked), one.hear(asked)]);
  expect(said).toHaveLength(1);
});

test("[WEB-7] nobody is called who looks", async () => {
  const { open, said } = setUp({ isLookedAt: true });
  await open("one").hear(asked);
  expect(said).toEqual([]);
});

test("[WEB-7] a question that is settled by now is not told of", async () => {
  const { open, said } = setUp({ status: "answered" });
  await open("one").hear(asked);
  expect(said).toEqual([]);
});

test("[WEB-7] the notice goes when the question is settled", async () => {
  const { open, said } = setUp();
  const tab = open("one");
  await tab.hear(asked);
  await tab.hear({ ...asked, type: "resolved" });
  expect(said).toEqual(["one shows q1", "one closes q1"]);
});

test("[WEB-7] a question that was asked in a break is told of after it, and what was open before is not", async () => {
  const { open, said, waiting } = setUp();
  const tab = open("one");
  waiting.push("q0");
  await tab.hear({ type: "snapshot" });
  expect(said).toEqual([]);
  waiting.push("q1");
  await tab.hear({ type: "snapshot" });
  await tab.hear({ type: "snapshot" });
  expect(said).toEqual(["one shows q1"]);
});

test("[WEB-7] a question that somebody saw asked is not told of after a break", async () => {
  const { open, said, waiting } = setUp({ isLookedAt: true });
  const tab = open("one");
  await tab.hear({ type: "snapshot" });
  waiting.push("q1");
  await tab.hear(asked);
  await tab.hear({ type: "snapshot" });
  expect(said).toEqual([]);
});

test("[WEB-7] the notice of a question that was settled in a break goes after it", async () => {
  const { open, said } = setUp();
  const tab = open("one");
  await tab.hear({ type: "snapshot" });
  await tab.hear(asked);
  await tab.hear({ type: "snapshot" });
  expect(said).toEqual(["one shows q1", "one closes q1"]);
});
