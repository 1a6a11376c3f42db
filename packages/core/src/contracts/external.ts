import * as z from "zod";
import { askErrorText } from "../ask/ask-error.ts";
import {
  allDistinct,
  hasNoOther,
  hasShortPreviews,
  headerSchema,
  inputSchemaOf,
  optionListSchema,
  optionSchema,
  otherIsRefused,
  previewsTooLong,
  questionTextSchema,
  richOptionFields,
} from "../ask/ask-schema.ts";
import { toOption } from "../ask/read-ask.ts";
import { repairAsk } from "../ask/repair-ask.ts";
import { toolResultDelivery } from "../deliveries/tool-result.ts";
import { err, ok } from "../model/result.ts";
import { isObject, type Json } from "../model/tool-call.ts";
import type { Contract } from "./contract.ts";

const limits = { header: 30, question: 2_000, label: 120, description: 500 };
const maxQuestions = 10;
const maxOptions = 20;
const maxValueLength = 200;
export const maxContextLength = 10_000;

const option = optionSchema(limits).extend({
  value: z.string().min(1).max(maxValueLength).optional().describe("What you get back, if not the label"),
  ...richOptionFields,
});

const questionFields = {
  question: questionTextSchema(limits),
  header: headerSchema(limits),
  options: optionListSchema(option, { min: 0, max: maxOptions })
    .refine(
      // Equal labels are said to be equal once.
      (options) =>
        !allDistinct(options.map(({ label }) => label)) ||
        allDistinct(options.map(({ label, value }) => value ?? label)),
      "two options have the same value",
    )
    .default([])
    .describe("Choices to offer; leave out for an open question"),
  multiSelect: z.boolean().default(false).describe("Whether several options may be picked"),
  ownWords: z.boolean().default(true).describe("Whether people may answer in their own words"),
  secret: z.boolean().default(false).describe("Whether what people type is sealed; you get a handle"),
};

const schema = z
  .strictObject({
    context: z.string().max(maxContextLength).optional().describe("What to know before answering, as markdown"),
    questions: z
      .array(
        z
          .strictObject(questionFields)
          .refine(({ options, ownWords }) => !ownWords || hasNoOther(options), {
            path: ["options"],
            error: otherIsRefused,
          })
          .refine(({ options, ownWords }) => ownWords || options.length > 0, {
            path: ["options"],
            error: "a question without own words needs options",
          })
          .refine(({ options, ownWords, secret }) => !secret || (ownWords && options.length === 0), {
            path: ["secret"],
            error: "a secret is typed: leave out options, and allow own words",
          }),
      )
      .min(1)
      .max(maxQuestions)
      .refine(
        (questions) => questions.every(({ secret }) => secret === questions[0]?.secret),
        "questions that ask for a secret cannot be asked beside others",
      )
      .refine((questions) => allDistinct(questions.map((item) => item.question)), "two questions have the same text"),
  })
  .refine(hasShortPreviews, { path: ["questions"], error: previewsTooLong });

const allowed =
  `Allowed: {"questions": [{"question": "...", "header": "...", "options": [{"label": "...", "value": "...", "description": "..."}], "multiSelect": false, "ownWords": true, "secret": false}], "context": "..."} ` +
  `with 1-${maxQuestions} questions and 0-${maxOptions} options each; header up to ${limits.header}, question up to ${limits.question}, label up to ${limits.label}, value up to ${maxValueLength}, ` +
  `description up to ${limits.description}, context up to ${maxContextLength} characters; texts, labels and values distinct.`;

/** The contract of programs that run elsewhere. No model is offered it, and the program reads the resolution itself. */
export const external: Contract = {
  name: "external",
  description: "A program that runs elsewhere asks people.",
  get inputSchema() {
    return inputSchemaOf(schema);
  },
  read(input) {
    const { input: repaired, warnings } = repairAsk(withOptionObjects(input));
    const parsed = schema.safeParse(repaired, { reportInput: true });
    if (!parsed.success) return err(askErrorText(undefined, { input: repaired, issues: parsed.error.issues }, allowed));
    const { context, questions } = parsed.data;
    return ok({
      ...(context && { context }),
      questions: questions.map(({ question: text, header, options, multiSelect, ownWords, secret }, index) => ({
        id: `q${index + 1}`,
        text,
        ...(header && { header }),
        options: options.map(toOption),
        multiSelect,
        ownWords,
        ...(secret && { secret }),
      })),
      warnings,
    });
  },
  turn: "in-order",
  resumesIn: "same-run",
  join: ", ",
  delivery: toolResultDelivery,
};

/** An option may be given by its label alone. */
function withOptionObjects(input: Json): Json {
  if (!isObject(input) || !Array.isArray(input.questions)) return input;
  const questions = input.questions.map((item) => {
    if (!isObject(item) || !Array.isArray(item.options)) return item;
    return { ...item, options: item.options.map((given) => (typeof given === "string" ? { label: given } : given)) };
  });
  return { ...input, questions };
}
