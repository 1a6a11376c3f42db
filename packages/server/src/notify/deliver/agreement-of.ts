import { agreementText, type InquiryRecord, missingAgreements } from "@askback/core";
import type { NameOf } from "../../store/people/name-of.ts";

/** Who has agreed to a call that several people must allow, and how many of whom still must; nothing where one person decides. */
export async function agreementOf(
  { quorum, agreements = [] }: InquiryRecord,
  { reader, nameOf }: { readonly reader: string; readonly nameOf: NameOf },
): Promise<string | undefined> {
  if (!quorum) return undefined;
  const own = agreements
    .filter(({ by }) => by === reader)
    .map(({ groups }) => ({ name: "You", groups, isReader: true }));
  const others = agreements.filter(({ by }) => by !== reader);
  const named = await Promise.all(others.map(async ({ by, groups }) => ({ name: await nameOf(by), groups })));
  return agreementText([...own, ...named], missingAgreements(quorum, agreements));
}
