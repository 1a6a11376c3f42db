import type { DraftSaved } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { type Cell, createCell } from "./cell.ts";
import type { Source } from "./source.ts";

const silenceMs = 10_000;

/** Who writes at an answer elsewhere. */
export interface Writers {
  of(inquiryId: string): Source<readonly string[]>;
  hear(saved: DraftSaved, me: string | undefined): void;
}

export function createWriters(clock: Clock, onHeard: (isHeard: boolean) => void): Writers {
  const cells = new Map<string, Cell<readonly string[]>>();
  const forgets = new Map<string, () => void>();

  function cellOf(inquiryId: string): Cell<readonly string[]> {
    const cell = cells.get(inquiryId) ?? createCell<readonly string[]>([], onHeard);
    cells.set(inquiryId, cell);
    return cell;
  }

  return {
    of: cellOf,
    hear({ inquiryId, by }, me) {
      if (by === me) return;
      const cell = cellOf(inquiryId);
      const name = JSON.stringify([inquiryId, by]);
      forgets.get(name)?.();
      forgets.set(
        name,
        clock.after(silenceMs, () => {
          forgets.delete(name);
          cell.set(cell.get().filter((writer) => writer !== by));
        }),
      );
      if (!cell.get().includes(by)) cell.set([...cell.get(), by]);
    },
  };
}
