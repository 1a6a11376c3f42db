/** The browser's locks, which its tabs share. */
export type Locks = Pick<LockManager, "request" | "query">;

/** Whether this tab is visible and has the focus. */
export interface TabFocus {
  isFocused(): boolean;
  /** Calls back when that may have changed; returns how to unsubscribe. */
  onChange(listener: () => void): () => void;
}

const focusEvents = ["focus", "blur", "visibilitychange"];

export const browserFocus: TabFocus = {
  isFocused: () => document.visibilityState === "visible" && document.hasFocus(),
  onChange(listener) {
    for (const event of focusEvents) addEventListener(event, listener);
    return () => {
      for (const event of focusEvents) removeEventListener(event, listener);
    };
  },
};

/** What the tabs of one browser know of each other. */
export interface BrowserTabs {
  /** Takes a name that one tab can hold at a time, until it is released or the tab is closed; false if another holds it. */
  claim(name: string): Promise<boolean>;
  release(name: string): void;
  /** Tells the other tabs while this one has the focus; returns how to stop that. */
  shareFocus(): () => void;
  isAnyFocused(): Promise<boolean>;
}

const focusedLock = "askback focused";

/** Without locks each tab is on its own. */
export function createBrowserTabs(locks: Locks | undefined, focus: TabFocus): BrowserTabs {
  const releaseByName = new Map<string, () => void>();

  function release(name: string): void {
    releaseByName.get(name)?.();
    releaseByName.delete(name);
  }

  return {
    async claim(name) {
      if (!locks) return true;
      const { promise: released, resolve } = Promise.withResolvers<void>();
      releaseByName.set(name, resolve);
      return new Promise((claimed) => {
        void locks.request(name, { ifAvailable: true }, (lock) => {
          claimed(lock !== null);
          return lock ? released : undefined;
        });
      });
    },
    release,
    shareFocus() {
      const update = () => {
        if (!focus.isFocused()) return release(focusedLock);
        if (releaseByName.has(focusedLock)) return;
        // A shared lock is granted at once; if the focus is gone by then, it is released as soon.
        const { promise: released, resolve } = Promise.withResolvers<void>();
        releaseByName.set(focusedLock, resolve);
        void locks?.request(focusedLock, { mode: "shared" }, () => released);
      };
      const unsubscribe = focus.onChange(update);
      update();
      return () => {
        unsubscribe();
        release(focusedLock);
      };
    },
    async isAnyFocused() {
      if (focus.isFocused()) return true;
      const { held } = (await locks?.query()) ?? {};
      return held?.some(({ name }) => name === focusedLock) ?? false;
    },
  };
}
