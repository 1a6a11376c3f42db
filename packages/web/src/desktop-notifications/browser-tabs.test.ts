import { expect, test } from "vitest";
import { flushPromises } from "../../../react/src/testing/flush-promises.ts";
import { createBrowserTabs, type Locks } from "./browser-tabs.ts";

/** The locks of one browser, all of whose calls are asynchronous, and tabs with or without the focus. */
function setUp() {
  const held: { readonly name: string; readonly isShared: boolean }[] = [];
  const request = async (name: string, options: LockOptions, granted: (lock: Lock | null) => unknown) => {
    await Promise.resolve();
    const isShared = options.mode === "shared";
    const isTaken = held.some((other) => other.name === name && !(isShared && other.isShared));
    if (isTaken) return void granted(null);
    const lock = { name, isShared };
    held.push(lock);
    await granted({ name, mode: isShared ? "shared" : "exclusive" });
    await Promise.resolve();
    held.splice(held.indexOf(lock), 1);
  };
  const locks = { request, query: async () => ({ held: [...held] }) } as unknown as Locks;
  const openTab = () => {
    let isFocused = false;
    let notify = () => {};
    const tabs = createBrowserTabs(locks, {
      isFocused: () => isFocused,
      onChange(listener) {
        notify = listener;
        return () => {};
      },
    });
    tabs.shareFocus();
    return {
      ...tabs,
      setFocus(now: boolean) {
        isFocused = now;
        notify();
      },
    };
  };
  return { openTab };
}

test("[WEB-7] the other tabs know a tab with the focus, however often the browser reports it", async () => {
  const { openTab } = setUp();
  const [one, other] = [openTab(), openTab()];
  one.setFocus(true);
  one.setFocus(true);
  await flushPromises();
  one.setFocus(true);
  await flushPromises();
  expect(await other.isAnyFocused()).toBe(true);
});

test("[WEB-7] a tab that gets the focus and loses it at once does not count as focused", async () => {
  const { openTab } = setUp();
  const [one, other] = [openTab(), openTab()];
  one.setFocus(true);
  one.setFocus(false);
  await flushPromises();
  expect(await other.isAnyFocused()).toBe(false);
});

test("[WEB-7] a tab that loses the focus and gets it back at once counts as focused", async () => {
  const { openTab } = setUp();
  const [one, other] = [openTab(), openTab()];
  one.setFocus(true);
  await flushPromises();
  one.setFocus(false);
  one.setFocus(true);
  await flushPromises();
  expect(await other.isAnyFocused()).toBe(true);
});

test("[WEB-7] one tab holds a name at a time, until it releases it", async () => {
  const { openTab } = setUp();
  const [one, other] = [openTab(), openTab()];
  expect(await one.claim("q1")).toBe(true);
  expect(await other.claim("q1")).toBe(false);
  one.release("q1");
  await flushPromises();
  expect(await other.claim("q1")).toBe(true);
});
