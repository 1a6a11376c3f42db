/** Names that tabs of one browser hold, as the browser's own locks are. */
export type Locks = Pick<LockManager, "request" | "query">;

/** Whether somebody looks at this tab. */
export interface Look {
  isHere(): boolean;
  /** Calls back when that may have changed; returns how to stop that. */
  onChange(listener: () => void): () => void;
}

/** What the tabs of one browser know of each other. */
export interface Tabs {
  /** Takes a name that one tab can have at a time, and keeps it until it is let go or the tab is closed. */
  claim(name: string): Promise<boolean>;
  letGo(name: string): void;
  /** Lets the other tabs know while this one is looked at; returns how to stop that. */
  showLooking(): () => void;
  isLookedAt(): Promise<boolean>;
}

const looking = "askback looked at";

/** Without locks each tab is on its own. */
export function createTabs(locks: Locks | undefined, look: Look): Tabs {
  const letGoByName = new Map<string, () => void>();

  function letGo(name: string): void {
    letGoByName.get(name)?.();
    letGoByName.delete(name);
  }

  return {
    async claim(name) {
      if (!locks) return true;
      const { promise: gone, resolve } = Promise.withResolvers<void>();
      letGoByName.set(name, resolve);
      return new Promise((claimed) => {
        void locks.request(name, { ifAvailable: true }, (lock) => {
          claimed(lock !== null);
          return lock ? gone : undefined;
        });
      });
    },
    letGo,
    showLooking() {
      const update = () => {
        if (!look.isHere()) return letGo(looking);
        if (letGoByName.has(looking)) return;
        // Shared, so that it is had at once; where nobody looks any more by then, it is given up as soon.
        const { promise: gone, resolve } = Promise.withResolvers<void>();
        letGoByName.set(looking, resolve);
        void locks?.request(looking, { mode: "shared" }, () => gone);
      };
      const stop = look.onChange(update);
      update();
      return () => {
        stop();
        letGo(looking);
      };
    },
    async isLookedAt() {
      if (look.isHere()) return true;
      const { held } = (await locks?.query()) ?? {};
      return held?.some(({ name }) => name === looking) ?? false;
    },
  };
}
