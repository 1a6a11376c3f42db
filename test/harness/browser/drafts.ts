/** A word in a draft that must not be found in logs or events. */
export const secretWord = "Blackbird";

/** A draft of an answer to `askTwo`. */
export const halfAnswered = {
  revision: 1,
  answers: { q1: { options: ["o2"], text: secretWord, isTextChosen: false, note: "", isSkipped: false } },
  comment: "",
  step: 1,
} as const;
