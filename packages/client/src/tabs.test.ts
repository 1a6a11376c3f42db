import { afterEach, expect, test, vi } from "vitest";
import { browserTabs } from "./tabs.ts";

afterEach(() => void vi.unstubAllGlobals());

test.for(["navigator", "BroadcastChannel"])("[CLIENT-6] without %s tabs share nothing", (missing) => {
  vi.stubGlobal(missing, undefined);
  expect(browserTabs("here")).toBeUndefined();
});

test("[CLIENT-6] a message reaches the other tabs with the same name, and no others", async () => {
  const received: string[] = [];
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const one = browserTabs("one")?.join((message) => received.push(`one ${message}`));
  const same = browserTabs("one")?.join((message) => {
    received.push(`same ${message}`);
    if (message === "last") resolve();
  });
  const other = browserTabs("other")?.join((message) => received.push(`other ${message}`));
  one?.post("hello");
  one?.post("last");
  await arrived;
  expect(received).toEqual(["same hello", "same last"]);
  for (const channel of [one, same, other]) channel?.close();
});

test("[CLIENT-6] one tab leads at a time, then the next, and a closed tab never", async () => {
  const tabs = browserTabs("lead");
  const led: string[] = [];
  const first = Promise.withResolvers<void>();
  const closed = new AbortController();
  const started = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  const never = new AbortController().signal;
  tabs?.lead(async () => {
    led.push("first");
    started.resolve();
    await first.promise;
  }, never);
  tabs?.lead(async () => void led.push("closed"), closed.signal);
  tabs?.lead(async () => {
    led.push("last");
    last.resolve();
  }, never);
  await started.promise;
  closed.abort();
  expect(led).toEqual(["first"]);
  first.resolve();
  await last.promise;
  expect(led).toEqual(["first", "last"]);
});
