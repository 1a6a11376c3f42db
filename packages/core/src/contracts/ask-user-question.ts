import * as z from "zod";
import { askErrorWords } from "../ask-error.ts";
import { repairAsk } from "../ask-repair.ts";
import { type AskLimits, askSchema } from "../ask-schema.ts";
import type { Contract, Reading } from "../contract.ts";
import { toolResultDelivery } from "../deliveries/tool-result.ts";
import type { Json } from "../json.ts";
import { err, ok, type Result } from "../result.ts";

const limits: AskLimits = {
  questions: { min: 1, max: 4 },
  options: { min: 2, max: 4 },
  header: 12,
  question: 1_000,
  label: 60,
  description: 300,
};

const schema = askSchema(limits);

/** The input of up to four questions with up to four options, which two contracts take. */
export const fourQuestionsSchema = z.toJSONSchema(schema, { io: "input" }) as { readonly [key: string]: Json };

const allowed =
  `Allowed: {"questions": [{"question": "...", "header": "at most 12 characters", "options": [{"label": "...", "description": "..."}], "multiSelect": false}]} ` +
  "with 1-4 questions and 2-4 options each; question up to 1000, label up to 60, description up to 300 characters; texts and labels distinct.";

export function readFourQuestions(toolName: string, input: Json): Result<Reading, string> {
  const { input: repaired, warnings } = repairAsk(input);
  const parsed = schema.safeParse(repaired, { reportInput: true });
  if (!parsed.success) return err(askErrorWords(toolName, parsed.error.issues, allowed));
  const questions = parsed.data.questions.map((item, index) => ({
    id: `q${index + 1}`,
    text: item.question,
    ...(item.header && { header: item.header }),
    options: item.options.map((option, place) => ({
      id: `o${place + 1}`,
      label: option.label,
      ...(option.description && { description: option.description }),
    })),
    multiSelect: item.multiSelect,
    ownWords: true,
  }));
  return ok({ questions, warnings });
}

/** The default contract (S0 and S1): the answer is the result of the call. */
export const askUserQuestion: Contract = {
  name: "ask_user_question",
  description: [
    "Ask the user clarifying questions when you need input to proceed.",
    "Use when there are multiple valid approaches and user preference matters.",
    "",
    "Provide 1-4 questions with 2-4 options each. Keep questions focused",
    "and options clear. Users can also type custom answers.",
    "",
    "NOT available to sub-agents.",
  ].join("\n"),
  inputSchema: fourQuestionsSchema,
  read: (input) => readFourQuestions("ask_user_question", input),
  turn: "in-order",
  goesOn: "same-run",
  join: ", ",
  delivery: toolResultDelivery,
};
