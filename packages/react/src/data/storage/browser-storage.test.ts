import { expect, onTestFinished, test, vi } from "vitest";
import { createBrowserStorage, unreadable } from "./browser-storage.ts";

test("[SEND-6] a browser without a database reports that nothing was read or written", async () => {
  const { database } = createBrowserStorage();
  expect(await database.get("key")).toBe(unreadable);
  expect(await database.update("key", () => "value")).toBe(false);
});

test("[WEB-18] texts are in memory where the browser forbids its storage, or has no room", () => {
  const { text } = createBrowserStorage();
  vi.stubGlobal("localStorage", {
    getItem: () => "an older text",
    setItem: () => {
      throw new DOMException("no room", "QuotaExceededError");
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  text.set("key", "a text");
  expect(text.get("key")).toBe("a text");
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("forbidden", "SecurityError");
    },
  });
  expect(text.get("key")).toBe("a text");
  expect(text.keys()).toEqual(["key"]);
  text.delete("key");
  expect([text.get("key"), text.keys()]).toEqual([undefined, []]);
});

test("[SEND-8] a browser without locks runs the task at once", async () => {
  expect(await createBrowserStorage().runLocked("name", async () => "done")).toBe("done");
});

test("[SEND-8] a message that is posted after the tab channel was closed is sent, and leaves no channel open", () => {
  const open = new Set<object>();
  const posted: unknown[] = [];
  class FakeBroadcastChannel {
    constructor() {
      open.add(this);
    }
    postMessage = (message: unknown) => posted.push(message);
    close = () => open.delete(this);
  }
  vi.stubGlobal("BroadcastChannel", FakeBroadcastChannel);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { tabs } = createBrowserStorage();
  tabs.post("before");
  expect(open.size).toBe(1);
  tabs.close();
  tabs.post("after");
  expect(posted).toEqual(["before", "after"]);
  expect(open.size).toBe(0);
});

/** A browser whose locks are requested as the test says. */
function stubLocks(request: (signal: AbortSignal, task: () => Promise<unknown>) => Promise<unknown>): void {
  vi.stubGlobal("navigator", {
    locks: {
      request: (_: string, { signal }: LockOptions, task: () => Promise<unknown>) =>
        request(signal as AbortSignal, task),
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
}

test("[SEND-8] a browser that refuses locks runs the task without one, and once", async () => {
  stubLocks(() => Promise.reject(new DOMException("Site data is blocked", "SecurityError")));
  expect(await createBrowserStorage().runLocked("name", async () => "done")).toBe("done");
  stubLocks((_, task) => task());
  const task = vi.fn(() => Promise.reject(new Error("failed")));
  await expect(createBrowserStorage().runLocked("name", task)).rejects.toThrow("failed");
  expect(task).toHaveBeenCalledTimes(1);
});

test("[SEND-8] a task waits for a lock that a suspended tab holds for 150 seconds at most", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  stubLocks((signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))));
  const task = vi.fn(async () => "done");
  const result = createBrowserStorage().runLocked("name", task);
  await vi.advanceTimersByTimeAsync(149_000);
  expect(task).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await result).toBe("done");
});
