import { isInAudience, type Member, widenAudience } from "./audience.ts";
import type { Inquiry } from "./inquiry.ts";
import { type Agreement, isReached } from "./quorum.ts";

/**
 * Whether enough people may still agree to a call, of those who answer in the project now and whoever an escalation lets in.
 * Where keys count it may be: nobody knows how many of them there will be.
 */
export function isWithinReach(
  inquiry: Pick<Inquiry, "quorum" | "agreements" | "audience" | "escalation" | "onDeadline">,
  members: readonly Member[],
): boolean {
  const { quorum, agreements = [], escalation = [], onDeadline } = inquiry;
  if (!quorum || quorum.rules.some(({ keys }) => keys)) return true;
  const later = [...escalation.flatMap(({ to }) => to ?? []), ...(onDeadline ? [onDeadline.to] : [])];
  const audience = later.reduce(widenAudience, inquiry.audience);
  const named = new Set([...quorum.excludes, ...agreements.map(({ by }) => by)]);
  const left = members.filter((member) => !named.has(member.by) && isInAudience(audience, member));
  const possible = left.map(({ by, groups = [] }): Agreement => ({ by, at: 0, groups }));
  return isReached(quorum, [...agreements, ...possible]);
}
