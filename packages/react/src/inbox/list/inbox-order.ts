import type { Inquiry } from "@askback/core/wire";

const soonMs = 30 * 60_000;

/** Whether an inquiry expires so soon that it comes first. */
export function isExpiring({ deadline }: Pick<Inquiry, "deadline">, now: number): boolean {
  return deadline !== undefined && Date.parse(deadline) - now <= soonMs;
}

/** Open inquiries: those that expire soon first, then approvals, then the ones that have waited longest. */
export function byUrgency(inquiries: readonly Inquiry[], now: number): readonly Inquiry[] {
  const ranked = inquiries.map((inquiry) => ({ inquiry, rank: rankOf(inquiry, now), since: sinceOf(inquiry, now) }));
  ranked.sort((a, b) => a.rank - b.rank || a.since - b.since || (a.inquiry.id < b.inquiry.id ? -1 : 1));
  return ranked.map(({ inquiry }) => inquiry);
}

function rankOf(inquiry: Inquiry, now: number): number {
  if (isExpiring(inquiry, now)) return 0;
  return inquiry.approval ? 1 : 2;
}

/** Inquiries that expire soon are ordered by their deadline, all others by when they were asked. */
function sinceOf(inquiry: Inquiry, now: number): number {
  return Date.parse(isExpiring(inquiry, now) ? (inquiry.deadline ?? inquiry.askedAt) : inquiry.askedAt);
}

/** Snoozed inquiries by the end of their snooze. */
export function bySnoozeEnd(inquiries: readonly Inquiry[]): readonly Inquiry[] {
  return inquiries.toSorted((a, b) => timeOf(a.mine?.snoozedUntil) - timeOf(b.mine?.snoozedUntil));
}

/** Resolved inquiries, the latest first. */
export function byResolution(inquiries: readonly Inquiry[]): readonly Inquiry[] {
  return inquiries.toSorted((a, b) => timeOf(b.resolution?.at) - timeOf(a.resolution?.at));
}

function timeOf(time: string | undefined): number {
  return time === undefined ? 0 : Date.parse(time);
}
