import * as z from "zod";
import { previewKinds } from "../model/question.ts";
import type { ToolSpec } from "../model/tool-call.ts";
import { foldedText, isBlank } from "./plain-text.ts";

/** How long the texts of an ask may be. */
export interface AskLengths {
  readonly header: number;
  readonly question: number;
  readonly label: number;
  readonly description: number;
}

/** How many questions and options an ask may have, and how long its texts may be. */
export interface AskLimits extends AskLengths {
  readonly questions: { readonly min: number; readonly max: number };
  readonly options: { readonly min: number; readonly max: number };
}

/** The input of a tool that asks several questions with options. */
export function askSchema<Option extends z.ZodType<{ label: string }>>(limits: AskLimits, option: Option) {
  const question = z.strictObject({
    question: questionTextSchema(limits),
    header: headerSchema(limits),
    options: optionListSchema(option, limits.options).refine(hasNoOther, otherIsRefused),
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

export function questionTextSchema(limits: AskLengths) {
  return textSchema(limits.question).describe("The full question text to display");
}

export function headerSchema(limits: AskLengths) {
  return z
    .string()
    .max(limits.header)
    .optional()
    .describe(`Short label for the question (at most ${limits.header} characters)`);
}

export function optionSchema(limits: AskLengths) {
  return z.strictObject({
    label: textSchema(limits.label).describe("What the user sees and picks"),
    description: z.string().max(limits.description).optional().describe("What this choice means, in one line"),
  });
}

export function optionListSchema<Option extends z.ZodType<{ label: string }>>(
  option: Option,
  { min, max }: { readonly min: number; readonly max: number },
) {
  return z
    .array(option)
    .min(min)
    .max(max)
    .refine((options) => allDistinct(options.map(({ label }) => label)), "two labels are the same");
}

export function hasNoOther(options: readonly { readonly label: string }[]): boolean {
  return !options.some(({ label }) => /^other\W*$/iu.test(foldedText(label)));
}

export const otherIsRefused = 'no label may be "Other": people can answer in their own words anyway';

function textSchema(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !isBlank(value), "must not be blank");
}

export function allDistinct(texts: readonly string[]): boolean {
  return new Set(texts.map(foldedText)).size === texts.length;
}

const maxContextLength = 4_000;
const maxReasonLength = 200;
const maxPreviewLength = 20_000;
/** Everybody who may answer is sent the whole inquiry, so all previews together are limited too. */
const maxPreviewsLength = 60_000;

const recommended = z
  .union(
    [z.boolean(), z.string().max(maxReasonLength)],
    `must be true, or a reason of at most ${maxReasonLength} characters`,
  )
  .optional()
  .describe("Set it where you would pick this option: true, or your reason in a few words");

const preview = z
  .strictObject({
    kind: z.enum(previewKinds),
    text: z
      .string()
      .max(maxPreviewLength)
      .refine((value) => !isBlank(value), "must not be blank"),
    language: z.string().max(40).optional().describe('Of code, such as "typescript"'),
  })
  .optional()
  .describe("What this choice would lead to, for the user to look at");

/** The fields of an option that are shown and do not change the answers. */
export const richOptionFields = { recommended, preview };

/** The ask schema with context, recommendations and previews. */
export function richAskSchema(limits: AskLimits) {
  return askSchema(limits, optionSchema(limits).extend(richOptionFields))
    .extend({
      context: z
        .string()
        .max(maxContextLength)
        .optional()
        .describe("What the user should know before answering, as markdown"),
    })
    .refine(hasShortPreviews, { path: ["questions"], error: previewsTooLong });
}

interface WithPreviews {
  readonly questions: readonly { readonly options: readonly PreviewedOption[] }[];
}

interface PreviewedOption {
  readonly preview?: { readonly text: string } | undefined;
}

export const previewsTooLong = `all previews together allow at most ${maxPreviewsLength} characters`;

export function hasShortPreviews({ questions }: WithPreviews): boolean {
  return previewLength(questions.flatMap(({ options }) => options)) <= maxPreviewsLength;
}

function previewLength(options: readonly PreviewedOption[]): number {
  return options.reduce((sum, option) => sum + (option.preview?.text.length ?? 0), 0);
}

/** These fields in the text that the model gets when its input is wrong. */
export const richFieldsAllowed =
  `Optional: "context" beside "questions" (markdown, up to ${maxContextLength}); in an option "recommended": true or a reason (up to ${maxReasonLength}), ` +
  `and "preview": {"kind": "markdown" | "code" | "diff" | "json", "text": "...", "language": "..."} (up to ${maxPreviewLength}).`;

const inputSchemas = new WeakMap<z.ZodType, ToolSpec["inputSchema"]>();

/** A schema of a tool's input as the model is shown it, made once. */
export function inputSchemaOf(schema: z.ZodType): ToolSpec["inputSchema"] {
  const known = inputSchemas.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: "input" }) as ToolSpec["inputSchema"];
  inputSchemas.set(schema, made);
  return made;
}
