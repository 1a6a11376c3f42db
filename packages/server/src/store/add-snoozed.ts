import type { SnoozeFilter } from "./personal.ts";
import type { createWhere } from "./where.ts";

/** Adds what a person has put off for now, or has not; `now` is the time in SQL and the value that this needs. */
export function addSnoozed<Value>(
  where: ReturnType<typeof createWhere<Value | string>>,
  { snoozedBy, notSnoozedBy }: SnoozeFilter,
  now: { readonly sql: string; readonly value: Value },
): void {
  const snoozed = `exists (select 1 from personal_records
    where inquiry_id = inquiries.id and principal = ? and snoozed_until > ${now.sql})`;
  if (snoozedBy !== undefined) where.add(snoozed, snoozedBy, now.value);
  if (notSnoozedBy !== undefined) where.add(`not ${snoozed}`, notSnoozedBy, now.value);
}
