import type { DraftSaved } from "@askback/core/wire";
import { atom, type ReadableAtom, type WritableAtom } from "nanostores";
import type { Clock } from "../clock.ts";

const idleMs = 10_000;

/** Who is writing an answer elsewhere. */
export interface Presence {
  writers(inquiryId: string): ReadableAtom<readonly string[]>;
  /** Shows the author of a saved draft until they are idle. */
  add(saved: DraftSaved): void;
  /** Shows nobody any more. */
  clear(): void;
}

export function createPresence(clock: Clock): Presence {
  const atoms = new Map<string, WritableAtom<readonly string[]>>();
  const cancelTimers = new Map<string, () => void>();

  function writersOf(inquiryId: string): WritableAtom<readonly string[]> {
    const writers = atoms.get(inquiryId) ?? atom<readonly string[]>([]);
    atoms.set(inquiryId, writers);
    return writers;
  }

  return {
    writers: writersOf,
    add({ inquiryId, by }) {
      const writers = writersOf(inquiryId);
      const name = JSON.stringify([inquiryId, by]);
      const remove = () => {
        cancelTimers.delete(name);
        writers.set(writers.get().filter((writer) => writer !== by));
      };
      cancelTimers.get(name)?.();
      cancelTimers.set(name, clock.after(idleMs, remove));
      if (!writers.get().includes(by)) writers.set([...writers.get(), by]);
    },
    clear() {
      for (const cancel of cancelTimers.values()) cancel();
      cancelTimers.clear();
      for (const writers of atoms.values()) writers.set([]);
    },
  };
}
