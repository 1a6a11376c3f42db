import * as z from "zod";
import type { Contract } from "../contract.ts";
import { toolResultDelivery } from "../deliveries/tool-result.ts";
import type { Json } from "../json.ts";
import { readAsk } from "../read-ask.ts";
import { richAskSchema, richFieldsAllowed } from "../rich-ask-schema.ts";
import { fourQuestions, fourQuestionsAllowed } from "./four-questions.ts";

const name = "ask_user_question";
const schema = richAskSchema(fourQuestions);
const allowed = `${fourQuestionsAllowed}\n${richFieldsAllowed}`;

/** The default contract (S0 and S1): the answer is the result of the call. */
export const askUserQuestion: Contract = {
  name,
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
  inputSchema: z.toJSONSchema(schema, { io: "input" }) as { readonly [key: string]: Json },
  read: (input) => readAsk({ name, schema, allowed }, input),
  turn: "in-order",
  goesOn: "same-run",
  join: ", ",
  delivery: toolResultDelivery,
};
