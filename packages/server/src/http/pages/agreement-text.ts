import { type InquiryRecord, missingAgreements, type QuorumRule } from "@askback/core";
import type { NameOf } from "../../store/people/name-of.ts";

/** Who has agreed to a call that several people must allow, and how many of whom still must; nothing where one person decides. */
export async function agreementText(
  { quorum, agreements = [] }: InquiryRecord,
  { reader, nameOf }: { readonly reader: string; readonly nameOf: NameOf },
): Promise<string | undefined> {
  if (!quorum) return undefined;
  const others = agreements.filter(({ by }) => by !== reader);
  const own = others.length < agreements.length ? ["You"] : [];
  const names = [...own, ...(await Promise.all(others.map(({ by }) => nameOf(by))))];
  const isOne = names.length === 1 && own.length === 0;
  const given = names.length === 0 ? "Nobody has agreed yet." : `${joined(names)} ${isOne ? "has" : "have"} agreed.`;
  const missing = missingAgreements(quorum, agreements);
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
