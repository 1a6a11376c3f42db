import * as z from "zod";
import { askSchema, optionOf } from "../ask-schema.ts";
import type { Contract } from "../contract.ts";
import { resumeContextDelivery } from "../deliveries/resume-context.ts";
import type { Json } from "../json.ts";
import { readAsk } from "../read-ask.ts";
import { fourQuestionsAllowed as allowed, fourQuestions } from "./four-questions.ts";

const name = "AskUserQuestion";
const schema = askSchema(fourQuestions, optionOf(fourQuestions));
const join = ", ";

/** S4: the ask ends the run, and the answer is context that only the model reads when it resumes. */
export const askUserQuestionInSession: Contract = {
  name,
  description: [
    "Ask the user one to four questions with two to four options each, and stop until they answer.",
    "The user may take minutes, hours or days, can answer in their own words, and can add comments.",
    "Call it last: calls after it in the same turn are not run.",
    "",
    "NOT available to sub-agents.",
  ].join("\n"),
  inputSchema: z.toJSONSchema(schema, { io: "input" }) as { readonly [key: string]: Json },
  read: (input) => readAsk({ name, schema, allowed }, input),
  turn: "ends-step",
  goesOn: "new-run",
  join,
  delivery: resumeContextDelivery(join),
};
