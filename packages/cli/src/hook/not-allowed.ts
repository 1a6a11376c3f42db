import { resolutionText } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";

type Resolution = NonNullable<Inquiry["resolution"]>;

/** What Claude reads about a call that nobody allowed. */
export function reasonNotAllowed({ type, answers = [], comment, text = "" }: Resolution): string {
  const notes = answers.flatMap((answer) => ("note" in answer && answer.note ? [answer.note] : []));
  const remarks = [...notes, ...(comment ? [comment] : [])];
  const because = remarks.length > 0 ? ` Their reason: ${remarks.join("\n")}` : "";
  switch (type) {
    case "answered":
      return `Not run: the user refused this call.${because}`;
    case "answered-in-chat":
      return `Not run: the user wrote a message instead, which is no permission to run it: ${text}`;
    case "delegated":
      return `Not run: leaving the decision to you is no permission to run it.${because}`;
    default:
      return `Not run: it needed the user's approval. ${resolutionText({ type })}${because}`;
  }
}
