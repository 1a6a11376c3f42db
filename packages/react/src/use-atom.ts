import type { ReadableAtom } from "nanostores";
import { useSyncExternalStore } from "react";

/** The value of an atom; the component renders again with each change. */
export function useAtom<Value>(atom: ReadableAtom<Value>): Value {
  // `get` would mount an atom that nobody listens to yet, and a render must not start anything.
  const read = () => atom.value ?? atom.get();
  return useSyncExternalStore(atom.listen, read, read);
}
