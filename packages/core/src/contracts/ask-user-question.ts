import {
  type AskLimits,
  askSchema,
  inputSchemaOf,
  optionSchema,
  richAskSchema,
  richFieldsAllowed,
} from "../ask/ask-schema.ts";
import { readAsk } from "../ask/read-ask.ts";
import { resumeContextDelivery } from "../deliveries/resume-context.ts";
import { toolResultDelivery } from "../deliveries/tool-result.ts";
import type { Contract } from "./contract.ts";

/** The limits of both contracts: up to four questions with up to four options each. */
const limits: AskLimits = {
  questions: { min: 1, max: 4 },
  options: { min: 2, max: 4 },
  header: 12,
  question: 1_000,
  label: 60,
  description: 300,
};

/** The limits in the text that the model gets when its input breaks one. */
const limitsText =
  `Allowed: {"questions": [{"question": "...", "header": "at most 12 characters", "options": [{"label": "...", "description": "..."}], "multiSelect": false}]} ` +
  "with 1-4 questions and 2-4 options each; question up to 1000, label up to 60, description up to 300 characters; texts and labels distinct.";

const richTool = {
  name: "ask_user_question",
  schema: richAskSchema(limits),
  allowed: `${limitsText}\n${richFieldsAllowed}`,
};

/** The default contract, which the conversations API uses too: the answer is the result of the call. */
export const askUserQuestion: Contract = {
  name: richTool.name,
  description: [
    "Ask the user clarifying questions when you need input to proceed.",
    "Use when there are multiple valid approaches and user preference matters.",
    "",
    "Provide 1-4 questions with 2-4 options each. Keep questions focused",
    "and options clear. Users can also type custom answers.",
    "Where it helps them decide, add a `context` to read first, mark the option",
    "that you would pick as `recommended`, and give options a `preview`.",
    "",
    "NOT available to sub-agents.",
  ].join("\n"),
  get inputSchema() {
    return inputSchemaOf(richTool.schema);
  },
  read: (input) => readAsk(richTool, input),
  turn: "in-order",
  resumesIn: "same-run",
  join: ", ",
  delivery: toolResultDelivery,
};

const sessionTool = {
  name: "AskUserQuestion",
  schema: askSchema(limits, optionSchema(limits)),
  allowed: limitsText,
};

/** The contract of the sessions API: the ask ends the run, and the next run reads the answer as context. */
export const askUserQuestionInSession: Contract = {
  name: sessionTool.name,
  description: [
    "Ask the user one to four questions with two to four options each, and stop until they answer.",
    "The user may take minutes, hours or days, can answer in their own words, and can add comments.",
    "Call it last: calls after it in the same turn are not run.",
    "",
    "NOT available to sub-agents.",
  ].join("\n"),
  get inputSchema() {
    return inputSchemaOf(sessionTool.schema);
  },
  read: (input) => readAsk(sessionTool, input),
  turn: "ends-step",
  resumesIn: "new-run",
  join: ", ",
  delivery: resumeContextDelivery(", "),
};
