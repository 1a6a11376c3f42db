import { isInAudience } from "@askback/core";
import type { Inquiry, Member } from "@askback/core/wire";

/** Whether an inquiry can be assigned to a member: it waits for them, and they may answer in the project. */
export function isAssignable(
  { audience, quorum, agreements = [] }: Pick<Inquiry, "audience" | "quorum" | "agreements">,
  {
    id,
    role,
    groups,
    formerGroups = [],
    isDisabled,
  }: Pick<Member, "id" | "role" | "groups" | "formerGroups" | "isDisabled">,
): boolean {
  const hasAgreed = agreements.some(({ by }) => by === id);
  if (role === "viewer" || isDisabled || hasAgreed || quorum?.excludes.includes(id)) return false;
  return isInAudience(audience, { by: id, groups: [...groups, ...formerGroups] });
}
