import type { Resolution } from "../model/resolution.ts";

/** The text that tells the model of a resolution other than an answer. */
export function resolutionText({ type }: { readonly type: Exclude<Resolution["type"], "answered"> }): string {
  switch (type) {
    case "answered-in-chat":
      return "The user replied in chat instead of picking an option. Their message follows; treat it as the answer.";
    case "delegated":
      return "The user leaves this decision to you: choose by your own judgment, and say what you chose and why.";
    case "declined":
      return "The user declined to answer. Proceed without an answer: assume no preference and no consent, and do nothing that needs it.";
    case "dismissed":
      return "User cancelled the question. It was set aside unanswered: assume nothing from it and follow what the user writes next.";
    case "expired":
      return "Nobody answered before the deadline. This is neither consent nor refusal: go on without an answer, and do nothing that needs one.";
    case "superseded":
      return "This question was replaced by a newer one and was never answered.";
    case "withdrawn":
      return "This question was withdrawn before anybody answered it.";
  }
}

/** What the model is told beside an answer that nobody gave just now. */
export const standingText =
  "This is a standing answer: a person has said before that exactly this question is always answered so. Nobody was asked this time.";
