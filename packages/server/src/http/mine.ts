import type { InquiryRecord } from "@askback/core";
import { drafterOf, type PersonalRecord } from "../store/personal.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "./principal.ts";
import { inquiryView, iso } from "./views.ts";

/** Inquiries as the caller sees them: each with what they keep for it. */
export async function inquiriesFor(
  { personal }: Pick<Store, "personal">,
  { id }: Principal,
  records: readonly InquiryRecord[],
) {
  const ids = records.map((record) => record.id);
  const recordById = await personal.recordsOf(id, ids);
  return records.map((record) => {
    const personalRecord = recordById.get(record.id);
    return { ...inquiryView(record), ...(personalRecord && { mine: mineView(record, id, personalRecord) }) };
  });
}

export async function inquiryFor(store: Pick<Store, "personal">, principal: Principal, record: InquiryRecord) {
  const [view] = await inquiriesFor(store, principal, [record]);
  return view;
}

/** Empty where nothing is left of what they kept, so that a reader does not take the older word for the last. */
function mineView(record: InquiryRecord, principal: string, { draft, snoozedUntil, seenAt }: PersonalRecord) {
  return {
    ...(draft && drafterOf(record) !== principal && { draftedAt: iso(draft.savedAt) }),
    ...(snoozedUntil !== undefined && { snoozedUntil: iso(snoozedUntil) }),
    ...(seenAt !== undefined && { seenAt: iso(seenAt) }),
  };
}
