import type { DatabaseSync } from "node:sqlite";
import type { Store } from "../../store.ts";

/** The highest position that was ever given: that of the last event, unless it was pruned. */
export const lastPosition = "max(coalesce((select max(position) from log), 0), (select position from log_horizon))";

/** The position of the last event, which is read once: one process owns the folder, and pruning needs it for itself. */
export interface LogEnd {
  /** Returns the position after so many more events. */
  advance(events: number): number;
  position(): number;
  /** To be called when a transaction is rolled back. */
  forget(): void;
}

export function createLogEnd(db: DatabaseSync): LogEnd {
  const select = db.prepare(`select ${lastPosition} as position`);
  let known: number | undefined;
  function position(): number {
    known ??= Number(select.get()?.position);
    return known;
  }
  return {
    advance(events) {
      known = position() + events;
      return known;
    },
    position,
    forget() {
      known = undefined;
    },
  };
}

/** Answers what pruning left of the log. */
export function createHorizon(db: DatabaseSync): Pick<Store, "isLogComplete"> {
  const selectHorizon = db.prepare("select position from log_horizon");
  // A row holds the events of a commit, and its version is that of the last.
  const countShortened = db.prepare(
    `select count(*) as count from conversations where id in (select value from json_each(?)) and coalesce(
       (select version - json_array_length(events) from log where conversation = key order by position limit 1), 1) > 0`,
  );
  return {
    async isLogComplete({ after, conversationIds }) {
      if (after >= Number(selectHorizon.get()?.position)) return true;
      return conversationIds !== undefined && countShortened.get(JSON.stringify(conversationIds))?.count === 0;
    },
  };
}
