import * as z from "zod";
import { foldedText, isBlank } from "./plain-text.ts";

/** The lengths within which a contract lets a model write. */
export interface AskLengths {
  readonly header: number;
  readonly question: number;
  readonly label: number;
  readonly description: number;
}

/** The counts and lengths within which a contract lets a model ask several questions. */
export interface AskLimits extends AskLengths {
  readonly questions: { readonly min: number; readonly max: number };
  readonly options: { readonly min: number; readonly max: number };
}

/** The input of an ask tool with questions and options, in the field names of S0. */
export function askSchema<Option extends z.ZodType<{ label: string }>>(limits: AskLimits, option: Option) {
  const question = z.strictObject({
    question: questionText(limits),
    header: headerText(limits),
    options: optionList(option, limits.options).refine(withoutOther, otherIsNeedless),
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

export function questionText(limits: AskLengths) {
  return text(limits.question).describe("The full question text to display");
}

export function headerText(limits: AskLengths) {
  return z
    .string()
    .max(limits.header)
    .optional()
    .describe(`Short label for the question (at most ${limits.header} characters)`);
}

export function optionOf(limits: AskLengths) {
  return z.strictObject({
    label: text(limits.label).describe("What the user sees and picks"),
    description: z.string().max(limits.description).optional().describe("What this choice means, in one line"),
  });
}

export function optionList<Option extends z.ZodType<{ label: string }>>(
  option: Option,
  { min, max }: { readonly min: number; readonly max: number },
) {
  return z
    .array(option)
    .min(min)
    .max(max)
    .refine((options) => allDistinct(options.map(({ label }) => label)), "two labels are the same");
}

export function withoutOther(options: readonly { readonly label: string }[]): boolean {
  return !options.some(({ label }) => /^other\W*$/iu.test(foldedText(label)));
}

export const otherIsNeedless = 'no label may be "Other": people can answer in their own words anyway';

function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !isBlank(value), "must not be blank");
}

export function allDistinct(texts: readonly string[]): boolean {
  return new Set(texts.map(foldedText)).size === texts.length;
}
