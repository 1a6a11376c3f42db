import type { Store } from "../../store.ts";
import type { Database } from "../connection/database.ts";

/** The highest position that was given: that of the last event, unless it was pruned. */
export const lastPosition = "greatest((select max(position) from events), (select position from log_horizon))";

/** How many events a row of the log holds. */
export const eventCount = "case when event like '[%' then json_array_length(event::json) else 1 end";

/** Answers what pruning left of the log. */
export function createHorizon(database: Database): Pick<Store, "isLogComplete" | "isKnownPosition"> {
  const selectHorizon = database.prepared("askback_horizon", "select position from log_horizon");
  const countShortened = database.prepared(
    "askback_shortened",
    `select count(*) as count from conversations c where id = any($1::text[]) and coalesce(
       (select version - (${eventCount}) from events where conversation_id = c.id order by position limit 1), 1) > 0`,
  );
  // Another server may have read further than this one, which may still wait at a gap.
  const selectIsKnown = database.prepared(
    "askback_is_known_position",
    `select $1::bigint <= ${lastPosition} as is_known`,
  );
  return {
    isKnownPosition: async (position) => position === 0 || (await selectIsKnown([position]))[0]?.is_known === true,
    async isLogComplete({ after, conversationIds }) {
      if (after >= Number((await selectHorizon([]))[0]?.position)) return true;
      if (!conversationIds) return false;
      return Number((await countShortened([[...conversationIds]]))[0]?.count) === 0;
    },
  };
}
