import type { AskLimits } from "../ask-schema.ts";

/** Up to four questions with up to four options each, which two contracts take. */
export const fourQuestions: AskLimits = {
  questions: { min: 1, max: 4 },
  options: { min: 2, max: 4 },
  header: 12,
  question: 1_000,
  label: 60,
  description: 300,
};

/** What a model is told of these limits when it missed one. */
export const fourQuestionsAllowed =
  `Allowed: {"questions": [{"question": "...", "header": "at most 12 characters", "options": [{"label": "...", "description": "..."}], "multiSelect": false}]} ` +
  "with 1-4 questions and 2-4 options each; question up to 1000, label up to 60, description up to 300 characters; texts and labels distinct.";
