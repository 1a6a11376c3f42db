import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../../clock.ts";
import { createWhere, type Where } from "../../sql-where.ts";
import type { Store, VisibilityFilter } from "../../store.ts";
import { countWaiting, type WaitingCount } from "../../waits-for.ts";

type Value = string | number;

/**
 * The number of open inquiries, which triggers keep for each project and creator, less those that wait for others, which
 * they keep for each set of people, and less those that a person has snoozed.
 */
export function createOpenCount(db: DatabaseSync, clock: Clock): Pick<Store, "openInquiryCount" | "waitingSets"> {
  return {
    async waitingSets(project) {
      return [...new Set(readRestricted({ project }).flatMap(({ waitsFor }) => waitsFor ?? []))];
    },
    async openInquiryCount({ snoozedBy, notSnoozedBy, waitsFor, ...visible } = {}) {
      const countSnoozed = (principal: string) => countWaiting(readSnoozed(visible, principal), waitsFor);
      if (snoozedBy !== undefined) return countSnoozed(snoozedBy);
      const where = visibleTo(visible);
      const [row] = db.prepare(`select sum(count) as count from open_inquiry_counts ${where.sql}`).all(...where.values);
      const open = Number(row?.count ?? 0);
      const restricted = waitsFor ? readRestricted(visible) : [];
      const forOthers = countWaiting(restricted, undefined) - countWaiting(restricted, waitsFor);
      return open - forOthers - (notSnoozedBy === undefined ? 0 : countSnoozed(notSnoozedBy));
    },
  };

  function readRestricted(visible: VisibilityFilter): readonly WaitingCount[] {
    const where = visibleTo(visible);
    return db
      .prepare(`select waits_for, count from restricted_inquiry_counts ${where.sql}`)
      .all(...where.values)
      .map(toWaitingCount);
  }

  function readSnoozed(visible: VisibilityFilter, principal: string): readonly WaitingCount[] {
    const where = visibleTo(visible);
    where.add("status = 'open'");
    where.add("principal = ? and snoozed_until > ?", principal, clock.now());
    return db
      .prepare(
        `select waits_for, count(*) as count from personal_records cross join inquiries on id = inquiry_id ${where.sql}
         group by waits_for`,
      )
      .all(...where.values)
      .map(toWaitingCount);
  }
}

function visibleTo({ project, createdBy }: VisibilityFilter): Where<Value> {
  const where = createWhere<Value>();
  if (project !== undefined) where.add("project = ?", project);
  if (createdBy !== undefined) where.add("created_by = ?", createdBy);
  return where;
}

function toWaitingCount({ waits_for, count }: Readonly<Record<string, unknown>>): WaitingCount {
  return { waitsFor: waits_for === null ? null : String(waits_for), count: Number(count) };
}
