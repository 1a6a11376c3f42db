import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../../clock.ts";
import { createWhere } from "../../sql-where.ts";
import type { Store } from "../../store.ts";

/** The number of open inquiries, which triggers keep for each project and creator, less those that a person has snoozed. */
export function createOpenCount(db: DatabaseSync, clock: Clock): Pick<Store, "openInquiryCount"> {
  return {
    async openInquiryCount({ project, createdBy, snoozedBy, notSnoozedBy } = {}) {
      const visible = () => {
        const where = createWhere<string | number>();
        if (project !== undefined) where.add("project = ?", project);
        if (createdBy !== undefined) where.add("created_by = ?", createdBy);
        return where;
      };
      function countSnoozed(principal: string): number {
        const where = visible();
        where.add("status = 'open'");
        where.add("principal = ? and snoozed_until > ?", principal, clock.now());
        return readNumber(
          `select count(*) as value from personal_records cross join inquiries on id = inquiry_id ${where.sql}`,
          where.values,
        );
      }
      if (snoozedBy !== undefined) return countSnoozed(snoozedBy);
      const where = visible();
      const open = readNumber(`select sum(count) as value from open_inquiry_counts ${where.sql}`, where.values);
      return notSnoozedBy === undefined ? open : open - countSnoozed(notSnoozedBy);
    },
  };

  function readNumber(sql: string, values: readonly (string | number)[]): number {
    return Number(db.prepare(sql).get(...values)?.value ?? 0);
  }
}
