import * as z from "zod";
import { askErrorText } from "../ask/ask-error.ts";
import {
  allDistinct,
  hasNoOther,
  inputSchemaOf,
  optionListSchema,
  optionSchema,
  otherIsRefused,
  questionTextSchema,
} from "../ask/ask-schema.ts";
import { repairOneAsk } from "../ask/repair-ask.ts";
import { resumeMessageDelivery } from "../deliveries/resume-message.ts";
import { err, ok } from "../model/result.ts";
import type { Contract } from "./contract.ts";

const limits = { header: 0, question: 1_000, label: 60, description: 300 };
const maxValueLength = 200;
const maxOptions = 10;

const option = optionSchema(limits).extend({
  value: z.string().min(1).max(maxValueLength).optional().describe("What you get back, if not the label"),
});
const schema = z
  .strictObject({
    question: questionTextSchema(limits),
    options: optionListSchema(option, { min: 0, max: maxOptions })
      .refine(hasNoOther, otherIsRefused)
      .refine(
        (options) => allDistinct(options.map(({ label, value }) => value ?? label)),
        "two options have the same value",
      )
      .refine(
        (options) =>
          !options.some(({ value }, own) => options.some(({ label }, other) => own !== other && value === label)),
        "a value is the label of another option",
      )
      .default([])
      .describe("Choices to offer; leave out for an open question"),
    secret: z
      .boolean()
      .default(false)
      .describe("Whether you ask for a secret, such as a password: you get a handle for tools, and never read it"),
  })
  .refine(({ options, secret }) => !secret || options.length === 0, {
    path: ["secret"],
    error: "a secret is typed: leave out options",
  });

const allowed =
  `Allowed: {"question": "...", "options": [{"label": "...", "value": "...", "description": "..."}], "secret": false} with 0-10 options, none for a secret; ` +
  "question up to 1000, label up to 60, value up to 200, description up to 300 characters; labels and values distinct.";

/** The contract of the projects API: one question, with or without options; a new run continues with the answer. */
export const askUser: Contract = {
  name: "ask_user",
  description: [
    "Ask the user one question and pause until they respond.",
    "Offer options where there are clear choices, or none for an open question.",
    "Only the last ask_user call of a turn is put to the user.",
  ].join("\n"),
  get inputSchema() {
    return inputSchemaOf(schema);
  },
  read(input) {
    const { input: repaired, warnings } = repairOneAsk(input, { hasHeader: false });
    const parsed = schema.safeParse(repaired, { reportInput: true });
    if (!parsed.success)
      return err(askErrorText(askUser.name, { input: repaired, issues: parsed.error.issues }, allowed));
    const { question, options, secret } = parsed.data;
    const offered = options.map(({ label, value, description }, index) => ({
      id: `o${index + 1}`,
      label,
      ...(value !== undefined && { value }),
      ...(description && { description }),
    }));
    return ok({
      questions: [
        {
          id: "q1",
          text: question,
          options: offered,
          multiSelect: false,
          ownWords: true,
          ...(secret && { secret }),
        },
      ],
      warnings,
    });
  },
  turn: "asks-last",
  resumesIn: "new-run",
  join: ", ",
  delivery: resumeMessageDelivery,
};
