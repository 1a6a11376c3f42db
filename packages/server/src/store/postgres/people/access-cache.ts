/** Remembers what was read, until something changes. */
export interface AccessCache {
  read<Value>(key: string, read: () => Promise<Value>): Promise<Value>;
  clear(): void;
}

const maxEntries = 10_000;

/**
 * Lookups that every request makes. Whoever changes somebody's access clears it, here and by a notification on every other
 * server; where those cannot be received, nothing is remembered.
 */
export function createAccessCache(isNotified: () => boolean): AccessCache {
  let entries = new Map<string, Promise<unknown>>();
  return {
    read<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
      if (!isNotified()) return read();
      const known = entries.get(key) as Promise<Value> | undefined;
      if (known) return known;
      // A lookup that began before a change stays in the map that the change has replaced.
      const current = entries.size < maxEntries ? entries : new Map<string, Promise<unknown>>();
      entries = current;
      const reading = read();
      current.set(key, reading);
      reading.catch(() => current.delete(key));
      return reading;
    },
    clear() {
      entries = new Map();
    },
  };
}
