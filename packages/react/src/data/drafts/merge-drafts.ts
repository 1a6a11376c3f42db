import type { Draft } from "@askback/core/wire";
import { copyField, emptyDraft, type Field, fieldsOf, isEqualAt, valueAt } from "./draft.ts";

/** A change in another tab: the draft before and after it. */
export interface DraftChange {
  readonly before: Draft;
  readonly after: Draft;
}

export interface MergedDraft {
  readonly draft: Draft;
  /** Set if a text of the other tab could not be merged because this tab has another one there: the other tab's draft. */
  readonly other?: Draft;
}

/**
 * Merges the fields that another tab changed. The last writer of a field wins, except where both tabs wrote different texts
 * into it or the questions differ: then both drafts stay.
 */
export function mergeDrafts(here: Draft, { before: last, after }: DraftChange): MergedDraft {
  if (after.revision !== here.revision) return { draft: here, other: after };
  const before = last.revision === after.revision ? last : emptyDraft(after);
  const changed = fieldsOf(before, after).filter((field) => !isEqualAt(before, after, field));
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  const contested = changed.filter(
    (field) => isText(valueAt(here, field)) && !isEqualAt(here, before, field) && !isEqualAt(here, after, field),
  );
  const taken = changed.filter((field) => !contested.includes(field));
  const draft = taken.reduce((merged, field) => copyField(merged, after, field), here);
  // The other draft may also hold texts from changes that this tab never received.
  const isMissing = (field: Field) => isText(valueAt(after, field)) && !isEqualAt(draft, after, field);
  return { draft, ...(fieldsOf(after).some(isMissing) && { other: after }) };
}
