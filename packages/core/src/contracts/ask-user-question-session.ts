import type { Contract } from "../contract.ts";
import { resumeContextDelivery } from "../deliveries/resume-context.ts";
import { fourQuestionsSchema, readFourQuestions } from "./ask-user-question.ts";

const join = ", ";

/** S4: the ask ends the run, and the answer is context that only the model reads when it resumes. */
export const askUserQuestionInSession: Contract = {
  name: "AskUserQuestion",
  description: [
    "Ask the user one to four questions with two to four options each, and stop until they answer.",
    "The user may take minutes, hours or days, can answer in their own words, and can add comments.",
    "Call it last: calls after it in the same turn are not run.",
    "",
    "NOT available to sub-agents.",
  ].join("\n"),
  inputSchema: fourQuestionsSchema,
  read: (input) => readFourQuestions("AskUserQuestion", input),
  turn: "ends-step",
  goesOn: "new-run",
  join,
  delivery: resumeContextDelivery(join),
};
