/** How many keys and cookies are remembered that were valid when they were last used. */
const mostRemembered = 10_000;

/** The hashes of keys and cookies that were valid when they were last used, so that they are looked up without a limit. */
export interface RememberedHashes {
  has(hash: string): boolean;
  /** Remembers a hash that is valid, and forgets one that is not. */
  note(hash: string, isValid: boolean): void;
}

export function createRememberedHashes(): RememberedHashes {
  const remembered = new Set<string>();
  return {
    has: (hash) => remembered.has(hash),
    note(hash, isValid) {
      remembered.delete(hash);
      if (isValid) remembered.add(hash);
      const [oldest] = remembered;
      if (oldest !== undefined && remembered.size > mostRemembered) remembered.delete(oldest);
    },
  };
}
