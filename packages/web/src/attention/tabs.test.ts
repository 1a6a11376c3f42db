import { expect, test } from "vitest";
import { settled } from "../../../react/src/testing/settled.ts";
import { createTabs, type Locks } from "./tabs.ts";

/** The locks of one browser, which take a moment for everything, and tabs that are looked at or not. */
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
    let isHere = false;
    let tell = () => {};
    const tabs = createTabs(locks, {
      isHere: () => isHere,
      onChange(listener) {
        tell = listener;
        return () => {};
      },
    });
    tabs.showLooking();
    return {
      ...tabs,
      look(now: boolean) {
        isHere = now;
        tell();
      },
    };
  };
  return { openTab };
}

test("[WEB-7] a tab that is looked at is known to the others, however often the browser says so", async () => {
  const { openTab } = setUp();
  const [one, other] = [openTab(), openTab()];
  one.look(true);
  one.look(true);
  await settled();
  one.look(true);
  await settled();
  expect(await other.isLookedAt()).toBe(true);
});

test("[WEB-7] who looks and leaves at once does not count as looking", async () => {
  const { openTab } = setUp();
  const [one, other] = [openTab(), openTab()];
  one.look(true);
  one.look(false);
  await settled();
  expect(await other.isLookedAt()).toBe(false);
});

test("[WEB-7] who looks away and back at once counts as looking", async () => {
  const { openTab } = setUp();
  const [one, other] = [openTab(), openTab()];
  one.look(true);
  await settled();
  one.look(false);
  one.look(true);
  await settled();
  expect(await other.isLookedAt()).toBe(true);
});

test("[WEB-7] one tab has a name at a time, until it lets go", async () => {
  const { openTab } = setUp();
  const [one, other] = [openTab(), openTab()];
  expect(await one.claim("told q1")).toBe(true);
  expect(await other.claim("told q1")).toBe(false);
  one.letGo("told q1");
  await settled();
  expect(await other.claim("told q1")).toBe(true);
});
