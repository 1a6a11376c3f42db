import * as z from "zod";
import { answerLimits } from "../answer.ts";

const partId = z.string().max(40);

/** What a person says to one question: options, own words, a note; or that they leave it out. */
export const Answer = z
  .union([
    z.strictObject({ question: partId, skipped: z.literal(true) }),
    z.strictObject({
      question: partId.meta({ example: "q1" }),
      options: z
        .array(partId)
        .max(20)
        .optional()
        .meta({ example: ["o1"] }),
      text: z.string().max(answerLimits.text).optional().meta({ description: "Own words" }),
      note: z.string().max(answerLimits.note).optional(),
    }),
  ])
  .meta({ id: "Answer" });
export type Answer = z.infer<typeof Answer>;

/** What a person adds to the whole. */
export const Comment = z.string().max(answerLimits.comment).optional();

export const AnswerSet = z.strictObject({ answers: z.array(Answer).min(1).max(20), comment: Comment });
