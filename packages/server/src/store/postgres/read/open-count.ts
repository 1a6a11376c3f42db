import type { Clock } from "../../../clock.ts";
import { createWhere, type Where } from "../../sql-where.ts";
import type { Store, VisibilityFilter } from "../../store.ts";
import { countWaiting } from "../../waits-for.ts";
import { nowSql } from "../connection/sql-values.ts";
import type { Bound, PageQuery } from "./page-query.ts";

/** More rows than this are added up for the readers that follow. */
const maxChanges = 1_000;

/**
 * Each row is the change of a count, so commits of the same project never wait for each other. Adding rows up takes one
 * statement: a reader sees all rows from before it or from after it.
 */
function mergeSql(table: string, columns: string): string {
  return `
  with taken as (
    delete from ${table} where ctid = any(array(select ctid from ${table} for update skip locked))
    returning ${columns}, change
  )
  insert into ${table} (${columns}, change)
  select ${columns}, sum(change) from taken group by ${columns} having sum(change) <> 0`;
}

const merges = [
  mergeSql("open_inquiry_changes", "project, created_by"),
  mergeSql("restricted_inquiry_changes", "project, created_by, waits_for"),
];

/**
 * The number of open inquiries, whose changes triggers record, less those that wait for others and those that a person has
 * snoozed. One statement reads all of them, so that they belong to the same moment.
 */
export function createOpenCount(
  query: PageQuery,
  clock: Clock | undefined,
): Pick<Store, "openInquiryCount" | "waitingSets"> {
  /** From so many rows on they are added up: rows of different projects and creators remain. */
  let mergeFrom = maxChanges;

  return {
    async waitingSets(project) {
      const sql = `select waits_for from restricted_inquiry_changes where project = ? group by waits_for having sum(change) > 0`;
      return (await query(sql, [project])).map((row) => String(row.waits_for));
    },
    async openInquiryCount({ snoozedBy, notSnoozedBy, waitsFor, ...filter } = {}) {
      const visible = visibleTo(filter);
      const parts = [
        {
          sql: `select 'open' as kind, null as waits_for, coalesce(sum(change), 0) as count, count(*) as rows
            from open_inquiry_changes ${visible.sql}`,
          values: visible.values,
        },
      ];
      if (waitsFor)
        parts.push({
          sql: `select 'restricted', waits_for, sum(change), count(*)
            from restricted_inquiry_changes ${visible.sql} group by waits_for`,
          values: visible.values,
        });
      const principal = snoozedBy ?? notSnoozedBy;
      if (principal !== undefined) {
        const where = visibleTo(filter);
        where.add("status = 'open'");
        where.add(`principal = ? and snoozed_until > ${nowSql("?")}`, principal, clock?.now() ?? null);
        parts.push({
          sql: `select 'snoozed', waits_for, count(*), 0
            from personal_records join inquiries on id = inquiry_id ${where.sql} group by waits_for`,
          values: where.values,
        });
      }
      const rows = await query(
        parts.map(({ sql }) => sql).join(" union all "),
        parts.flatMap(({ values }) => values),
      );
      if (rows.reduce((sum, row) => sum + Number(row.rows), 0) > mergeFrom) await merge();
      const counts = (kind: string) =>
        rows
          .filter((row) => row.kind === kind)
          .map((row) => ({
            waitsFor: row.waits_for === null ? null : String(row.waits_for),
            count: Number(row.count),
          }));
      const snoozed = countWaiting(counts("snoozed"), waitsFor);
      if (snoozedBy !== undefined) return snoozed;
      const restricted = counts("restricted");
      const forOthers = countWaiting(restricted, undefined) - countWaiting(restricted, waitsFor);
      return countWaiting(counts("open"), undefined) - forOthers - snoozed;
    },
  };

  async function merge(): Promise<void> {
    for (const sql of merges) await query(sql, []);
    const [left] = await query(
      "select (select count(*) from open_inquiry_changes) + (select count(*) from restricted_inquiry_changes) as rows",
      [],
    );
    mergeFrom = Math.max(maxChanges, 2 * Number(left?.rows));
  }
}

function visibleTo({ project, createdBy }: VisibilityFilter): Where<Bound> {
  const where = createWhere<Bound>();
  if (project !== undefined) where.add("project = ?", project);
  if (createdBy !== undefined) where.add("created_by = ?", createdBy);
  return where;
}
