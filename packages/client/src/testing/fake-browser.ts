import type { Tabs } from "../tabs.ts";

export interface FakeTab extends Tabs {
  /** Ends the tab as a crash does: nothing of its own is called any more. */
  crash(): void;
  /** Until it wakes up it says and hears nothing, and keeps the lead if it has it. */
  sleep(): void;
  wake(): void;
  /** What was said while it slept is lost to it. */
  forget(): void;
}

/** A browser whose tabs talk, lead in turn, fall asleep and crash. */
export function createFakeBrowser(): { openTab(): FakeTab /** How many tabs listen. */; listening(): number } {
  const hearers = new Map<object, (message: unknown) => void>();
  const queue: { readonly tab: object; lead(): Promise<void> }[] = [];
  let leader: object | undefined;

  function leadNext(): void {
    const next = queue.shift();
    leader = next?.tab;
    void next?.lead().then(() => release(next.tab));
  }

  function release(tab: object): void {
    const place = queue.findIndex((entry) => entry.tab === tab);
    if (place >= 0) queue.splice(place, 1);
    if (leader === tab) leadNext();
  }

  function openTab(): FakeTab {
    let isAsleep = false;
    let late: (() => void)[] = [];
    const whenAwake = (act: () => void) => (isAsleep ? void late.push(act) : act());
    const tab: FakeTab = {
      lead(lead, signal) {
        queue.push({ tab, lead });
        signal.addEventListener("abort", () => release(tab));
        if (!leader) leadNext();
      },
      join(hear) {
        hearers.set(tab, (message) => whenAwake(() => hearers.has(tab) && hear(message)));
        return {
          say: (message) => whenAwake(() => sayToOthers(tab, structuredClone(message))),
          leave: () => hearers.delete(tab),
        };
      },
      crash() {
        isAsleep = true;
        hearers.delete(tab);
        release(tab);
      },
      sleep() {
        isAsleep = true;
      },
      forget() {
        late = [];
      },
      wake() {
        isAsleep = false;
        for (const act of late) act();
        late = [];
      },
    };
    return tab;
  }

  function sayToOthers(tab: object, message: unknown): void {
    if (!hearers.has(tab)) return;
    for (const [other, hear] of hearers) if (other !== tab) queueMicrotask(() => hear(message));
  }

  return { openTab, listening: () => hearers.size };
}
