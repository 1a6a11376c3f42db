import type { SnoozeFilter } from "./personal-records.ts";

/** The conditions of a `where` clause with their values; `?` stands for the next value. */
export interface Where<Value> {
  readonly sql: string;
  readonly values: readonly Value[];
  add(condition: string, ...bound: readonly Value[]): void;
}

export function createWhere<Value>(): Where<Value> {
  const conditions: string[] = [];
  const values: Value[] = [];
  return {
    values,
    get sql() {
      return conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
    },
    add(condition: string, ...bound: readonly Value[]) {
      conditions.push(condition);
      values.push(...bound);
    },
  };
}

/** Adds the filter by who snoozed an inquiry; `now` is the time as SQL, with the value of its parameter. */
export function addSnoozeFilter<Value>(
  where: Where<Value | string>,
  { snoozedBy, notSnoozedBy }: SnoozeFilter,
  now: { readonly sql: string; readonly value: Value },
): void {
  const isSnoozed = `exists (select 1 from personal_records
    where inquiry_id = inquiries.id and principal = ? and snoozed_until > ${now.sql})`;
  if (snoozedBy !== undefined) where.add(isSnoozed, snoozedBy, now.value);
  if (notSnoozedBy !== undefined) where.add(`not ${isSnoozed}`, notSnoozedBy, now.value);
}
