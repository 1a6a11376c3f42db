/** Keeps values by key, and takes a moment for it: the database of a browser. What is asked of it is done in that order. */
export interface Database {
  /** Undefined where nothing is kept; `unreadable` where nobody knows. */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /** Changes a value in one step, between which no other tab comes; undefined deletes it. Gives whether it was done. */
  update(key: string, change: (stored: unknown) => unknown): Promise<boolean>;
  delete(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}

/** What is read where reading failed: something may well be there. */
export const unreadable = Symbol("unreadable");

/** Keeps a little text at once, so that it can be written while a page goes. */
export interface Notepad {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
  delete(key: string): void;
  keys(): readonly string[];
}

/** The other tabs of this browser. */
export interface OtherTabs {
  post(message: unknown): void;
  /** Calls back for what another tab posts; returns how to stop that. */
  onMessage(listener: (message: unknown) => void): () => void;
  close(): void;
}

/** Where things are kept. */
export interface Places {
  readonly database: Database;
  readonly notepad: Notepad;
  readonly tabs: OtherTabs;
  /** Calls back when the page may be about to go; returns how to stop that. */
  onLeaving(listener: () => void): () => void;
}
