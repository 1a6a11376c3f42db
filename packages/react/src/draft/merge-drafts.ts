import type { Draft } from "@askback/core/wire";
import { fieldsOf, isEqualAt, valueAt, withField } from "./draft-fields.ts";

/** A change that somebody made in another tab: the draft before and after it. */
export interface DraftChange {
  readonly before: Draft;
  readonly after: Draft;
}

export interface MergedDraft {
  readonly draft: Draft;
  /** Set where both wrote different words into one field: what was written here stayed, and this is what the other has. */
  readonly other?: Draft;
}

/** Takes over the fields that changed elsewhere, and no others. Of several writers the last one wins in each field. */
export function mergeDrafts(here: Draft, { before, after }: DraftChange): MergedDraft {
  const changed = fieldsOf(before, after).filter((field) => !isEqualAt(before, after, field));
  const isWords = (value: unknown) => typeof value === "string" && value !== "";
  const contested = changed.filter(
    (field) => isWords(valueAt(here, field)) && !isEqualAt(here, before, field) && !isEqualAt(here, after, field),
  );
  const taken = changed.filter((field) => !contested.includes(field));
  const draft = taken.reduce((merged, field) => withField(merged, after, field), here);
  return { draft, ...(contested.length > 0 && { other: after }) };
}
