import type { QuorumRule } from "../model/quorum.ts";

/** Somebody who has agreed, as a sentence names them. */
interface Agreed {
  readonly name: string;
  readonly groups?: readonly string[] | undefined;
  /** Set where the sentence speaks to them. */
  readonly isReader?: boolean;
}

/** Says who has agreed to a call that several people must allow, and how many of whom are missing. */
export function agreementText(agreed: readonly Agreed[], missing: readonly QuorumRule[]): string {
  const names = agreed.map(({ name, groups = [] }) => (groups.length > 0 ? `${name} (${groups.join(", ")})` : name));
  const verb = agreed.length === 1 && !agreed[0]?.isReader ? "has" : "have";
  const given = names.length === 0 ? "Nobody has agreed yet." : `${joined(names)} ${verb} agreed.`;
  return missing.length === 0 ? given : `${given} ${joined(missing.map(peopleOf))} must agree before the call runs.`;
}

function peopleOf({ group, count }: QuorumRule): string {
  const people = `${count} more ${count === 1 ? "person" : "people"}`;
  return group === undefined ? people : `${people} of ${group}`;
}

function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${last}` : last;
}
