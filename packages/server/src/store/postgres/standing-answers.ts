import { auditColumns, auditValues } from "../audit/audit.ts";
import {
  maxStanding,
  rowToStanding,
  type StandingStore,
  standingColumns,
  standingValues,
  withoutWordsSql,
} from "../standing-answers.ts";
import type { AuditChainWriter } from "./audit-chain-writer.ts";
import type { Database } from "./connection/database.ts";
import { withoutNul } from "./connection/sql-values.ts";

/** For so long it is not asked again whether an agent has any; a new one of another server may wait, and a revocation never does. */
const noneMs = 2_000;

export function createStanding(database: Database, chainWriter: Pick<AuditChainWriter, "wake">): StandingStore {
  const make = database.prepared(
    "askback_make_standing",
    `with made as (
       insert into standing_answers (${standingColumns}) select $1, $2, $3, $4, $5, $6::bigint, $7, $8, $9, $10
       where (select count(*) from standing_answers where project = $2 and revoked_at is null) < ${maxStanding}
       on conflict do nothing returning id
     ),
     recorded as (insert into audit (${auditColumns}) select $11, $12, $13::bigint, $14, $15, $16, $17 from made)
     select id from made`,
  );
  const findEqual = database.prepared(
    "askback_equal_standing",
    "select id from standing_answers where project = $1 and agent = $2 and fingerprint = $3 and revoked_at is null",
  );
  const revoke = database.prepared(
    "askback_revoke_standing",
    `with revoked as (
       update standing_answers set revoked_at = $4::bigint, revoked_by = $7, ${withoutWordsSql}
       where id = $1 and revoked_at is null returning id
     ),
     recorded as (insert into audit (${auditColumns}) select $2, $3, $4::bigint, $5, $6, $7, $8 from revoked)
     select id from revoked`,
  );
  const find = database.prepared(
    "askback_find_standing",
    "select * from standing_answers where id = $1 and revoked_at is null",
  );
  const list = database.prepared(
    "askback_list_standing",
    `select * from standing_answers where project = $1 and revoked_at is null order by at desc, id`,
  );
  const ofAgent = database.prepared(
    "askback_standing_of_agent",
    `select * from standing_answers where project = $1 and agent = $2 and revoked_at is null order by at desc, id`,
  );
  const none = new Map<string, number>();
  /** How many were made here; what is read meanwhile may be from before. */
  let made = 0;
  const keyOf = (project: string, agent: string) => JSON.stringify([project, agent]);

  return {
    async make(record, audit) {
      const rows = await make([...standingValues(record), ...auditValues(audit)]);
      made += 1;
      const { project, agent, fingerprint } = record;
      none.delete(keyOf(project, agent));
      chainWriter.wake();
      if (rows.length === 1) return "made";
      return (await findEqual([project, agent, fingerprint])).length > 0 ? "exists" : "full";
    },
    async revoke(id, audit) {
      const rows = await revoke([id, ...auditValues(audit)]);
      chainWriter.wake();
      return rows.length === 1;
    },
    async find(id) {
      const [row] = await find([withoutNul(id)]);
      return row && rowToStanding(row);
    },
    list: async (project) => (await list([project])).map(rowToStanding),
    async ofAgent(project, agent) {
      const key = keyOf(project, agent);
      const now = performance.now();
      if ((none.get(key) ?? 0) > now) return [];
      const madeBefore = made;
      const found = (await ofAgent([project, withoutNul(agent)])).map(rowToStanding);
      if (none.size > 1_000) none.clear();
      if (found.length > 0) none.delete(key);
      else if (made === madeBefore) none.set(key, now + noneMs);
      return found;
    },
  };
}
