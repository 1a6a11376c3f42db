import {
  type AuditReader,
  type AuditStore,
  auditColumns,
  auditValues,
  chainsSql,
  emptyChain,
  rowToAuditEntry,
  rowToChain,
  rowToChainedEntry,
} from "../audit/audit.ts";
import { parseCursor, toCursor, toPage } from "../page.ts";
import type { AuditChainWriter } from "./audit-chain-writer.ts";
import type { Database, Query } from "./connection/database.ts";

const insertOnce = `insert into audit (${auditColumns}) select $1, $2, $3::bigint, $4, $5, $6, $7
  where not exists (select from audit where inquiry_id = $5 and type = $2 and actor is not distinct from $6)
  returning id`;

/** Entries that commits of any server insert, and that one server at a time puts into the chains. */
export function createAudit(database: Database, chainWriter: Pick<AuditChainWriter, "wake">): AuditStore {
  const findSame = database.prepared(
    "askback_same_audit",
    "select from audit where inquiry_id = $1 and type = $2 and actor is not distinct from $3 limit 1",
  );
  const ofInquiry = database.prepared(
    "askback_audit_of_inquiry",
    "select * from audit where inquiry_id = $1 and id > $2::bigint order by id limit $3::integer",
  );
  return {
    ...createAuditReader(database.query),
    async record(entry) {
      await database.query(
        `insert into audit (${auditColumns}) values ($1, $2, $3, $4, $5, $6, $7)`,
        auditValues(entry),
      );
      chainWriter.wake();
    },
    async recordOnce(entry) {
      const { inquiryId = null, type, by = null } = entry;
      if ((await findSame([inquiryId, type, by])).length > 0) return;
      const lock = JSON.stringify([inquiryId, type, by]);
      const recorded = await database.transaction([
        // A statement sees what was committed before it began, so the insert begins after the wait for others.
        { sql: "select pg_advisory_xact_lock(hashtextextended($1, 0))", values: [lock] },
        { sql: insertOnce, values: auditValues(entry) },
      ]);
      if (recorded && recorded.length > 0) chainWriter.wake();
    },
    async ofInquiry({ inquiryId, limit, cursor }) {
      const [id] = (cursor !== undefined && parseCursor(cursor)) || [0];
      const rows = await ofInquiry([inquiryId, id, limit + 1]);
      const page = toPage(rows, limit, (row) => toCursor(Number(row.id), ""));
      return { ...page, items: page.items.map(rowToAuditEntry) };
    },
  };
}

export function createAuditReader(query: Query): AuditReader {
  return {
    chains: async () => (await query(chainsSql)).map(rowToChain),
    async chainOf(project) {
      const [row] = await query("select * from audit_chains where project = $1", [project]);
      return row ? rowToChain(row) : emptyChain;
    },
    async entries({ project, after, limit, types }) {
      const rows = await query(
        `select * from audit where project = $1 and number > $2::bigint and ($3::text[] is null or type = any($3))
         order by number limit $4::integer`,
        [project, after, types ?? null, limit],
      );
      return rows.map(rowToChainedEntry);
    },
    unchainedCount: async () =>
      Number((await query("select count(*) as count from audit where number is null"))[0]?.count),
  };
}
