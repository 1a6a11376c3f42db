import * as z from "zod";
import { foldedText, isBlank } from "./plain-text.ts";

/** The counts and lengths within which a contract lets a model ask. */
export interface AskLimits {
  readonly questions: { readonly min: number; readonly max: number };
  readonly options: { readonly min: number; readonly max: number };
  readonly header: number;
  readonly question: number;
  readonly label: number;
  readonly description: number;
}

/** The input of an ask tool with questions and options, in the field names of the first seeds. */
export function askSchema(limits: AskLimits) {
  const text = (max: number) =>
    z
      .string()
      .max(max)
      .refine((value) => !isBlank(value), "must not be blank");
  const option = z.strictObject({
    label: text(limits.label)
      .refine((label) => !isOther(label), 'must not be "Other": people can always answer in their own words')
      .describe("What the user sees and picks"),
    description: z.string().max(limits.description).optional().describe("What this choice means, in one line"),
  });
  const question = z.strictObject({
    question: text(limits.question).describe("The full question text to display"),
    header: z
      .string()
      .max(limits.header)
      .optional()
      .describe(`Short label for the question (at most ${limits.header} characters)`),
    options: z
      .array(option)
      .min(limits.options.min)
      .max(limits.options.max)
      .refine((options) => allDistinct(options.map(({ label }) => label)), "two labels are the same"),
    multiSelect: z.boolean().default(false).describe("Whether several options may be picked"),
  });
  return z.strictObject({
    questions: z
      .array(question)
      .min(limits.questions.min)
      .max(limits.questions.max)
      .refine((questions) => allDistinct(questions.map((item) => item.question)), "two questions have the same text")
      .describe(`${limits.questions.min}-${limits.questions.max} questions to ask the user`),
  });
}

function isOther(label: string): boolean {
  return /^other\W*$/iu.test(foldedText(label));
}

function allDistinct(texts: readonly string[]): boolean {
  return new Set(texts.map(foldedText)).size === texts.length;
}
