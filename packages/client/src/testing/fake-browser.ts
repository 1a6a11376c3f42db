import type { Tabs } from "../tabs.ts";

export interface FakeTab extends Tabs {
  /** Ends the tab as a crash does: none of its callbacks is called any more. */
  crash(): void;
  /** Suspends the tab: it sends and receives nothing until it is resumed, and stays the leader if it is. */
  suspend(): void;
  resume(): void;
  /** Drops the messages that came while the tab was suspended. */
  dropMessages(): void;
}

/** A browser whose tabs exchange messages, lead one after another, are suspended and crash. */
export function createFakeBrowser(): {
  openTab(): FakeTab;
  /** How many tabs have joined the channel. */
  joined(): number;
} {
  const listeners = new Map<object, (message: unknown) => void>();
  const queue: { readonly tab: object; lead(): Promise<void> }[] = [];
  let leader: object | undefined;

  function leadNext(): void {
    const next = queue.shift();
    leader = next?.tab;
    void next?.lead().then(() => release(next.tab));
  }

  function release(tab: object): void {
    const index = queue.findIndex((entry) => entry.tab === tab);
    if (index >= 0) queue.splice(index, 1);
    if (leader === tab) leadNext();
  }

  function openTab(): FakeTab {
    let isSuspended = false;
    let deferred: (() => void)[] = [];
    const whenActive = (run: () => void) => (isSuspended ? void deferred.push(run) : run());
    const tab: FakeTab = {
      lead(lead, signal) {
        queue.push({ tab, lead });
        signal.addEventListener("abort", () => release(tab));
        if (!leader) leadNext();
      },
      join(onMessage) {
        listeners.set(tab, (message) => whenActive(() => listeners.has(tab) && onMessage(message)));
        return {
          post: (message) => whenActive(() => postToOthers(tab, structuredClone(message))),
          close: () => listeners.delete(tab),
        };
      },
      crash() {
        isSuspended = true;
        listeners.delete(tab);
        release(tab);
      },
      suspend() {
        isSuspended = true;
      },
      dropMessages() {
        deferred = [];
      },
      resume() {
        isSuspended = false;
        for (const run of deferred) run();
        deferred = [];
      },
    };
    return tab;
  }

  function postToOthers(tab: object, message: unknown): void {
    if (!listeners.has(tab)) return;
    for (const [other, listener] of listeners) if (other !== tab) queueMicrotask(() => listener(message));
  }

  return { openTab, joined: () => listeners.size };
}
