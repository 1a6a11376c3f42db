import { type Places, unreadable } from "../draft/places.ts";

/** A browser in memory: several tabs of it share what is kept and hear each other. */
export interface FakeBrowser {
  readonly kept: Map<string, unknown>;
  readonly notes: Map<string, string>;
  /** Whether what is kept can be read. */
  isReadable: boolean;
  openTab(): FakeTab;
}

export interface FakeTab extends Places {
  /** The page is hidden or goes. */
  leave(): void;
}

export function createFakeBrowser(): FakeBrowser {
  const kept = new Map<string, unknown>();
  const notes = new Map<string, string>();
  const tabs = new Set<Set<(message: unknown) => void>>();

  const browser: FakeBrowser = {
    kept,
    notes,
    isReadable: true,
    openTab() {
      const hearing = new Set<(message: unknown) => void>();
      const leaving = new Set<() => void>();
      tabs.add(hearing);
      return {
        database: {
          get: async (key) => (browser.isReadable ? structuredClone(kept.get(key)) : unreadable),
          set: async (key, value) => void kept.set(key, structuredClone(value)),
          async update(key, change) {
            const value = structuredClone(change(structuredClone(kept.get(key))));
            if (value === undefined) kept.delete(key);
            else kept.set(key, value);
            return true;
          },
          delete: async (key) => void kept.delete(key),
          keys: async () => [...kept.keys()],
        },
        notepad: {
          get: (key) => notes.get(key),
          set: (key, text) => void notes.set(key, text),
          delete: (key) => void notes.delete(key),
          keys: () => [...notes.keys()],
        },
        tabs: {
          post(message) {
            for (const other of tabs) if (other !== hearing) for (const hear of other) hear(structuredClone(message));
          },
          onMessage(listener) {
            hearing.add(listener);
            return () => hearing.delete(listener);
          },
          close: () => void tabs.delete(hearing),
        },
        onLeaving(listener) {
          leaving.add(listener);
          return () => leaving.delete(listener);
        },
        leave() {
          for (const listener of leaving) listener();
        },
      };
    },
  };
  return browser;
}
