import type { Inquiry } from "@askback/core/wire";

const soon = 30 * 60_000;

/** Whether an inquiry expires so soon that it comes before all others. */
export function isExpiring({ deadline }: Pick<Inquiry, "deadline">, now: number): boolean {
  return deadline !== undefined && Date.parse(deadline) - now <= soon;
}

/** What needs a person, most urgent first: what expires soon, then approvals, then what keeps an agent waiting longest. */
export function byUrgency(inquiries: readonly Inquiry[], now: number): readonly Inquiry[] {
  const ranked = inquiries.map((inquiry) => ({ inquiry, rank: rankOf(inquiry, now), since: sinceOf(inquiry, now) }));
  ranked.sort((a, b) => a.rank - b.rank || a.since - b.since || (a.inquiry.id < b.inquiry.id ? -1 : 1));
  return ranked.map(({ inquiry }) => inquiry);
}

function rankOf(inquiry: Inquiry, now: number): number {
  if (isExpiring(inquiry, now)) return 0;
  return inquiry.approval ? 1 : 2;
}

/** What expires is ordered by its deadline, everything else by how long it waits. */
function sinceOf(inquiry: Inquiry, now: number): number {
  return Date.parse(isExpiring(inquiry, now) ? (inquiry.deadline ?? inquiry.askedAt) : inquiry.askedAt);
}

/** What was put off, in the order in which it comes back. */
export function byReturn(inquiries: readonly Inquiry[]): readonly Inquiry[] {
  return inquiries.toSorted((a, b) => timeOf(a.mine?.snoozedUntil) - timeOf(b.mine?.snoozedUntil));
}

/** What is done, the latest first. */
export function byEnd(inquiries: readonly Inquiry[]): readonly Inquiry[] {
  return inquiries.toSorted((a, b) => timeOf(b.resolution?.at) - timeOf(a.resolution?.at));
}

function timeOf(time: string | undefined): number {
  return time === undefined ? 0 : Date.parse(time);
}
