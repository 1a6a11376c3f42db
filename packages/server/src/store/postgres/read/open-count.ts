import type { Clock } from "../../../clock.ts";
import { createWhere } from "../../sql-where.ts";
import type { Store } from "../../store.ts";
import { nowSql } from "../connection/sql-values.ts";
import type { Bound, PageQuery } from "./page-query.ts";

/** More rows than this are added up for the readers that follow. */
const maxChanges = 1_000;

/**
 * Each row is the change of a count, so commits of the same project never wait for each other. Adding rows up takes one
 * statement: a reader sees all rows from before it or from after it.
 */
const mergeSql = `
  with taken as (
    delete from open_inquiry_changes where ctid = any(array(
      select ctid from open_inquiry_changes for update skip locked))
    returning project, created_by, change
  )
  insert into open_inquiry_changes (project, created_by, change)
  select project, created_by, sum(change) from taken group by project, created_by having sum(change) <> 0`;

/** The number of open inquiries, whose changes triggers record, less those that a person has snoozed. */
export function createOpenCount(query: PageQuery, clock: Clock | undefined): Pick<Store, "openInquiryCount"> {
  /** From so many rows on they are added up: rows of different projects and creators remain. */
  let mergeFrom = maxChanges;

  return {
    async openInquiryCount({ project, createdBy, snoozedBy, notSnoozedBy } = {}) {
      const visible = createWhere<Bound>();
      if (project !== undefined) visible.add("project = ?", project);
      if (createdBy !== undefined) visible.add("created_by = ?", createdBy);
      const principal = snoozedBy ?? notSnoozedBy;
      const snoozed = createWhere<Bound>();
      if (principal !== undefined) {
        snoozed.add("status = 'open'");
        snoozed.add(`principal = ? and snoozed_until > ${nowSql("?")}`, principal, clock?.now() ?? null);
        for (const [name, value] of [
          ["project", project],
          ["created_by", createdBy],
        ] as const)
          if (value !== undefined) snoozed.add(`${name} = ?`, value);
      }
      const snoozedSql =
        principal === undefined
          ? "0"
          : `(select count(*) from personal_records join inquiries on id = inquiry_id ${snoozed.sql})`;
      const [row] = await query(
        `select ${snoozedSql} as snoozed, coalesce(sum(change), 0) as open, count(*) as rows
         from open_inquiry_changes ${visible.sql}`,
        [...snoozed.values, ...visible.values],
      );
      if (Number(row?.rows) > mergeFrom) await merge();
      if (snoozedBy !== undefined) return Number(row?.snoozed ?? 0);
      return Number(row?.open ?? 0) - Number(row?.snoozed ?? 0);
    },
  };

  async function merge(): Promise<void> {
    await query(mergeSql, []);
    const [left] = await query("select count(*) as rows from open_inquiry_changes", []);
    mergeFrom = Math.max(maxChanges, 2 * Number(left?.rows));
  }
}
