import * as z from "zod";
import { answerLimits } from "../answer.ts";
import { Time } from "./time.ts";

const partId = z.string().max(40);

const DraftAnswer = z.strictObject({
  options: z.array(partId).max(200),
  text: z.string().max(answerLimits.text),
  isTextChosen: z
    .boolean()
    .meta({ description: "Own words are kept when another option is picked, and then not sent" }),
  note: z.string().max(answerLimits.note),
  isSkipped: z.boolean(),
});
export type DraftAnswer = Readonly<z.infer<typeof DraftAnswer>>;

/** What somebody has picked and written so far. Nothing of it is an answer before it is sent. */
export const Draft = z
  .strictObject({
    revision: z.int().min(1),
    answers: z.record(partId, DraftAnswer).meta({ description: "By question id" }),
    comment: z.string().max(answerLimits.comment),
    step: z.int().min(0).max(100).meta({ description: "The question that is shown, counted from 0" }),
  })
  .meta({ id: "Draft" });
export type Draft = Readonly<z.infer<typeof Draft>>;

/** A draft as the server keeps it for one person, on whichever device it was written. */
export const SavedDraft = z
  .strictObject({
    draft: Draft,
    device: z.string().max(80).meta({ description: "The name that a device gave itself" }),
    savedAt: Time,
  })
  .meta({ id: "SavedDraft" });
export type SavedDraft = z.infer<typeof SavedDraft>;
