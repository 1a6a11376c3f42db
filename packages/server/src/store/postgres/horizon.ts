import type { Store } from "../store.ts";
import type { Database } from "./database.ts";

/** The highest position that is known: that of the last event, unless it was pruned. */
export const lastPosition = "greatest((select max(position) from events), (select position from log_horizon))";

/** Tells where the log ends, and what pruning left of it. */
export function createHorizon(database: Database): Pick<Store, "isWhole" | "hasGiven"> {
  const selectHorizon = database.prepared("askback_horizon", "select position from log_horizon");
  const countShortened = database.prepared(
    "askback_shortened",
    `select count(*) as count from conversations c where id = any($1::text[]) and coalesce(
       (select version from events where conversation_id = c.id order by position limit 1), 2) > 1`,
  );
  // What another server was told of is there, though this one may still wait for something before it.
  const selectGiven = database.prepared("askback_has_given", `select $1::bigint <= ${lastPosition} as given`);
  return {
    hasGiven: async (position) => position === 0 || (await selectGiven([position]))[0]?.given === true,
    async isWhole({ after, conversationIds }) {
      if (after >= Number((await selectHorizon([]))[0]?.position)) return true;
      if (!conversationIds) return false;
      return Number((await countShortened([[...conversationIds]]))[0]?.count) === 0;
    },
  };
}
