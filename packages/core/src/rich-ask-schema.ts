import * as z from "zod";
import { type AskLimits, askSchema, optionOf } from "./ask-schema.ts";
import { isBlank } from "./plain-text.ts";

const longestContext = 4_000;
const longestReason = 200;
const longestPreview = 20_000;
/** An inquiry is sent whole to everybody who may answer it. */
const longestPreviews = 60_000;

const recommended = z
  .union(
    [z.boolean(), z.string().max(longestReason)],
    `must be true, or a reason of at most ${longestReason} characters`,
  )
  .optional()
  .describe("Set it where you would pick this option: true, or your reason in a few words");

const preview = z
  .strictObject({
    kind: z.enum(["markdown", "code", "diff", "json"]),
    text: z
      .string()
      .max(longestPreview)
      .refine((value) => !isBlank(value), "must not be blank"),
    language: z.string().max(40).optional().describe('Of code, such as "typescript"'),
  })
  .optional()
  .describe("What this choice would lead to, for the user to look at");

/** The same with what is shown beside the questions and changes nothing about the answers. */
export function richAskSchema(limits: AskLimits) {
  return askSchema(limits, optionOf(limits).extend({ recommended, preview }))
    .extend({
      context: z
        .string()
        .max(longestContext)
        .optional()
        .describe("What the user should know before answering, as markdown"),
    })
    .refine(({ questions }) => lengthOf(questions.flatMap(({ options }) => options)) <= longestPreviews, {
      path: ["questions"],
      error: `all previews together allow at most ${longestPreviews} characters`,
    });
}

function lengthOf(options: readonly { readonly preview?: { readonly text: string } | undefined }[]): number {
  return options.reduce((sum, option) => sum + (option.preview?.text.length ?? 0), 0);
}

/** What a model is told of these fields when it got one wrong. */
export const richFieldsAllowed =
  `Optional: "context" beside "questions" (markdown, up to ${longestContext}); in an option "recommended": true or a reason (up to ${longestReason}), ` +
  `and "preview": {"kind": "markdown" | "code" | "diff" | "json", "text": "...", "language": "..."} (up to ${longestPreview}).`;
