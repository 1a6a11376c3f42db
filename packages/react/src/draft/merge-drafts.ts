import type { Draft } from "@askback/core/wire";
import { emptyDraft } from "./draft.ts";
import { type Field, fieldsOf, isEqualAt, valueAt, withField } from "./draft-fields.ts";

/** A change that somebody made in another tab: the draft before and after it. */
export interface DraftChange {
  readonly before: Draft;
  readonly after: Draft;
}

export interface MergedDraft {
  readonly draft: Draft;
  /** Set where not all of it could be taken over: what was written here stayed, and this is what the other has. */
  readonly other?: Draft;
}

/**
 * Takes over the fields that changed elsewhere, and no others. Of several writers the last one wins in each field; where
 * both wrote different words into one, or for questions that are not the same, both stay.
 */
export function mergeDrafts(here: Draft, { before: last, after }: DraftChange): MergedDraft {
  if (after.revision !== here.revision) return { draft: here, other: after };
  const before = last.revision === after.revision ? last : emptyDraft(after);
  const changed = fieldsOf(before, after).filter((field) => !isEqualAt(before, after, field));
  const isWords = (value: unknown) => typeof value === "string" && value !== "";
  const contested = changed.filter(
    (field) => isWords(valueAt(here, field)) && !isEqualAt(here, before, field) && !isEqualAt(here, after, field),
  );
  const taken = changed.filter((field) => !contested.includes(field));
  const draft = taken.reduce((merged, field) => withField(merged, after, field), here);
  // A change may rest on words that were never heard of here.
  const isMissing = (field: Field) => isWords(valueAt(after, field)) && !isEqualAt(draft, after, field);
  return { draft, ...(fieldsOf(after).some(isMissing) && { other: after }) };
}
