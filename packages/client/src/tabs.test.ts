import { afterEach, expect, test, vi } from "vitest";
import { browserTabs } from "./tabs.ts";

afterEach(() => void vi.unstubAllGlobals());

test.for(["navigator", "BroadcastChannel"])("[CLIENT-6] without %s there are no tabs to share with", (missing) => {
  vi.stubGlobal(missing, undefined);
  expect(browserTabs("here")).toBeUndefined();
});

test("[CLIENT-6] tabs of one name hear each other, and not themselves or others", async () => {
  const heard: string[] = [];
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const one = browserTabs("one")?.join((message) => heard.push(`one ${message}`));
  const same = browserTabs("one")?.join((message) => {
    heard.push(`same ${message}`);
    if (message === "last") resolve();
  });
  const other = browserTabs("other")?.join((message) => heard.push(`other ${message}`));
  one?.say("hello");
  one?.say("last");
  await arrived;
  expect(heard).toEqual(["same hello", "same last"]);
  for (const channel of [one, same, other]) channel?.leave();
});

test("[CLIENT-6] one leads at a time, the next when it ends, and who has left never", async () => {
  const tabs = browserTabs("lead");
  const led: string[] = [];
  const first = Promise.withResolvers<void>();
  const gone = new AbortController();
  const begun = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  const never = new AbortController().signal;
  tabs?.lead(async () => {
    led.push("first");
    begun.resolve();
    await first.promise;
  }, never);
  tabs?.lead(async () => void led.push("gone"), gone.signal);
  tabs?.lead(async () => {
    led.push("last");
    last.resolve();
  }, never);
  await begun.promise;
  gone.abort();
  expect(led).toEqual(["first"]);
  first.resolve();
  await last.promise;
  expect(led).toEqual(["first", "last"]);
});
