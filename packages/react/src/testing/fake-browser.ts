import { type BrowserStorage, type TextStorage, unreadable } from "../data/storage/browser-storage.ts";

/** A browser in memory, whose tabs share one storage and receive each other's messages. */
export interface FakeBrowser {
  readonly database: Map<string, unknown>;
  readonly texts: Map<string, string>;
  /** Whether the database can be read. */
  isReadable: boolean;
  /** The keys of the database, without those of what was last seen. */
  writtenKeys(): readonly string[];
  /** Releases every lock, as a browser does when the tab that holds it is closed. */
  releaseLocks(): void;
  /** A page in a tab of its own, or in the tab of an earlier page. */
  openTab(before?: FakeTab): FakeTab;
}

export interface FakeTab extends BrowserStorage {
  /** The page is hidden, or unloads. */
  hide(): void;
}

export function createFakeBrowser(): FakeBrowser {
  const database = new Map<string, unknown>();
  const texts = new Map<string, string>();
  const tabs = new Set<Set<(message: unknown) => void>>();
  const locks = new Map<string, Promise<unknown>>();

  const browser: FakeBrowser = {
    database,
    texts,
    isReadable: true,
    writtenKeys: () => [...database.keys()].filter((key) => !key.startsWith("seen")),
    releaseLocks: () => locks.clear(),
    openTab(before) {
      const messageListeners = new Set<(message: unknown) => void>();
      const hideListeners = new Set<() => void>();
      tabs.add(messageListeners);
      return {
        database: {
          get: async (key) => (browser.isReadable ? structuredClone(database.get(key)) : unreadable),
          set: async (key, value) => void database.set(key, structuredClone(value)),
          async update(key, change) {
            const value = structuredClone(change(structuredClone(database.get(key))));
            if (value === undefined) database.delete(key);
            else database.set(key, value);
            return true;
          },
          delete: async (key) => void database.delete(key),
          keys: async () => [...database.keys()],
        },
        text: createFakeTexts(texts),
        tabText: before?.tabText ?? createFakeTexts(new Map()),
        tabs: {
          post(message) {
            for (const other of tabs)
              if (other !== messageListeners) for (const listener of other) listener(structuredClone(message));
          },
          onMessage(listener) {
            messageListeners.add(listener);
            return () => messageListeners.delete(listener);
          },
          close: () => void tabs.delete(messageListeners),
        },
        runLocked(name, task) {
          const run = (locks.get(name) ?? Promise.resolve()).then(task, task);
          locks.set(name, run);
          return run;
        },
        onPageHide(listener) {
          hideListeners.add(listener);
          return () => hideListeners.delete(listener);
        },
        hide() {
          for (const listener of hideListeners) listener();
        },
      };
    },
  };
  return browser;
}

function createFakeTexts(texts: Map<string, string>): TextStorage {
  return {
    get: (key) => texts.get(key),
    set: (key, text) => void texts.set(key, text),
    delete: (key) => void texts.delete(key),
    keys: () => [...texts.keys()],
  };
}
