import { type InquiryRecord, isWaitedFor, type Member, type WaitsFor, waitsFor } from "@askback/core";
import type { Where } from "./sql-where.ts";

/** Limits a list by the people for whom inquiries wait, and by who has them. */
export interface PersonFilter {
  /** Only inquiries that wait for this person. */
  readonly waitsFor?: Member | undefined;
  /** Only those that wait for exactly one of these sets of people, as they are stored. */
  readonly waitingSets?: readonly string[] | undefined;
  /** Only those that this person has taken, or that are assigned to them. */
  readonly assignedTo?: string | undefined;
  /** Only those that somebody else has. */
  readonly assignedToOtherThan?: string | undefined;
  /** Only those that nobody has. */
  readonly unassigned?: true | undefined;
}

/** Adds the filter by who has an inquiry. */
export function addAssignedFilter<Value>(
  where: Where<Value | string>,
  { assignedTo, assignedToOtherThan, unassigned }: PersonFilter,
): void {
  if (assignedTo !== undefined) where.add("assigned_to = ?", assignedTo);
  if (assignedToOtherThan !== undefined) where.add("assigned_to <> ?", assignedToOtherThan);
  if (unassigned) where.add("assigned_to is null");
}

/** The column that says for whom an inquiry waits; null where that is everybody. */
export function waitsForColumn(record: InquiryRecord): string | null {
  const waiting = waitsFor(record);
  return waiting ? JSON.stringify(waiting) : null;
}

/** A number of inquiries that wait for the same people. */
export interface WaitingCount {
  readonly waitsFor: string | null;
  readonly count: number;
}

/** How many of them wait for a person; all of them where nobody is named. */
export function countWaiting(counts: readonly WaitingCount[], member: Member | undefined): number {
  return counts.reduce((sum, { waitsFor: column, count }) => (isFor(column, member) ? sum + count : sum), 0);
}

function isFor(column: string | null, member: Member | undefined): boolean {
  return !member || column === null || isWaitedFor(JSON.parse(column) as WaitsFor, member);
}
