/** A word that stands in a draft and must not be found where nobody is to read it. */
export const secretWord = "Blackbird";

/** What somebody may have written so far of an answer to `askTwo`. */
export const halfAnswered = {
  revision: 1,
  answers: { q1: { options: ["o2"], text: secretWord, isTextChosen: false, note: "", isSkipped: false } },
  comment: "",
  step: 1,
} as const;
