import type { Inquiry } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createQuestionNotifier } from "./question-notifier.ts";

/** Tabs of one browser, one of which may have the focus. */
function setUp({ isFocused = false, status = "open" as Inquiry["status"] } = {}) {
  const claimed = new Set<string>();
  const calls: string[] = [];
  const openIds: string[] = [];
  const openTab = (tab: string) =>
    createQuestionNotifier({
      readOpen: async () => ({ ok: true, value: { items: openIds.map((id) => ({ id }) as Inquiry) } }),
      read: async (id) => ({ ok: true, value: { id, status } as Inquiry }),
      isAnyTabFocused: async () => isFocused,
      claim: async (id) => claimed.size < claimed.add(id).size,
      release: (id) => claimed.delete(id),
      show: ({ id }) => calls.push(`${tab} shows ${id}`),
      close: (id) => calls.push(`${tab} closes ${id}`),
    });
  return { openTab, calls, openIds };
}

const asked = { type: "asked", conversationId: "c1", inquiryId: "q1" } as const;

test("[WEB-7] a question is notified once, by one of all tabs, however often its event comes", async () => {
  const { openTab, calls } = setUp();
  const [one, other] = [openTab("one"), openTab("other")];
  await Promise.all([one.handleEvent(asked), other.handleEvent(asked), one.handleEvent(asked)]);
  expect(calls).toHaveLength(1);
});

test("[WEB-7] nothing is notified while a tab has the focus", async () => {
  const { openTab, calls } = setUp({ isFocused: true });
  await openTab("one").handleEvent(asked);
  expect(calls).toEqual([]);
});

test("[WEB-7] a question that is resolved by now is not notified", async () => {
  const { openTab, calls } = setUp({ status: "answered" });
  await openTab("one").handleEvent(asked);
  expect(calls).toEqual([]);
});

test("[WEB-7] the notification closes when the question is resolved", async () => {
  const { openTab, calls } = setUp();
  const tab = openTab("one");
  await tab.handleEvent(asked);
  await tab.handleEvent({ ...asked, type: "resolved" });
  expect(calls).toEqual(["one shows q1", "one closes q1"]);
});

test("[WEB-7] a question asked while the connection was lost is notified after it, and one that was open before is not", async () => {
  const { openTab, calls, openIds } = setUp();
  const tab = openTab("one");
  openIds.push("q0");
  await tab.handleEvent({ type: "snapshot" });
  expect(calls).toEqual([]);
  openIds.push("q1");
  await tab.handleEvent({ type: "snapshot" });
  await tab.handleEvent({ type: "snapshot" });
  expect(calls).toEqual(["one shows q1"]);
});

test("[WEB-7] a question that came while a tab had the focus is not notified after a lost connection", async () => {
  const { openTab, calls, openIds } = setUp({ isFocused: true });
  const tab = openTab("one");
  await tab.handleEvent({ type: "snapshot" });
  openIds.push("q1");
  await tab.handleEvent(asked);
  await tab.handleEvent({ type: "snapshot" });
  expect(calls).toEqual([]);
});

test("[WEB-7] the notification of a question that was resolved while the connection was lost closes after it", async () => {
  const { openTab, calls } = setUp();
  const tab = openTab("one");
  await tab.handleEvent({ type: "snapshot" });
  await tab.handleEvent(asked);
  await tab.handleEvent({ type: "snapshot" });
  expect(calls).toEqual(["one shows q1", "one closes q1"]);
});
