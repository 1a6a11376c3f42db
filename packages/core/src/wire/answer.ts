import * as z from "zod";
import { answerLimits } from "../model/answer.ts";
import { fileLimits } from "../model/file.ts";
import { File, FileIds } from "./file.ts";
import { type RequestBody, type ResponseBody, Time } from "./schema.ts";

const partId = z.string().max(40);

const Skipped = z.strictObject({ question: partId, skipped: z.literal(true) });
const Given = z.strictObject({
  question: partId.meta({ example: "q1" }),
  options: z
    .array(partId)
    .max(20)
    .optional()
    .meta({ example: ["o1"] }),
  text: z.string().max(answerLimits.text).optional().meta({ description: "Own words" }),
  note: z.string().max(answerLimits.note).optional(),
});

const labels = z
  .array(z.string())
  .optional()
  .meta({ description: "The labels of the options", example: ["Yes"] });
const values = z
  .array(z.string())
  .optional()
  .meta({ description: "The values of the options, where one differs from its label" });

const secret = z
  .string()
  .optional()
  .meta({ description: "The handle of what was typed, where the question asks for a secret" });

/** A person's answer to one question: options, own words with files, and a note; or that they skip it. */
export const Answer = z
  .union([Skipped, Given.extend({ labels, values, secret, files: z.array(File).optional() })])
  .meta({ id: "Answer" });
export type Answer = ResponseBody<typeof Answer>;

/** The same in a request, where files are named by their ids. */
const GivenAnswer = z.union([Skipped, Given.extend({ files: FileIds.optional() })]).meta({ id: "GivenAnswer" });

/** What a person adds to the whole inquiry. */
export const Comment = z.string().max(answerLimits.comment).optional();

export const AnswerSet = z.strictObject({
  answers: z.array(GivenAnswer).min(1).max(20),
  comment: Comment,
  input: z.unknown().optional().meta({ description: "The changed input of an allowed call that is `editable`" }),
});

const DraftAnswer = z.strictObject({
  options: z.array(partId).max(200),
  text: z.string().max(answerLimits.text),
  isTextChosen: z
    .boolean()
    .meta({ description: "Whether the own words are sent; they are kept when another option is picked" }),
  files: z.array(File).max(fileLimits.perMessage).optional().meta({ description: "Files of the own words" }),
  note: z.string().max(answerLimits.note),
  isSkipped: z.boolean(),
});
export type DraftAnswer = ResponseBody<typeof DraftAnswer>;

/** What somebody has picked and written so far. It is no answer until it is sent. */
export const Draft = z
  .strictObject({
    revision: z.int().min(1),
    answers: z.record(partId, DraftAnswer).meta({ description: "By question id" }),
    comment: z.string().max(answerLimits.comment),
    input: z.string().max(answerLimits.input).optional().meta({ description: "The changed input of a call, as text" }),
    step: z.int().min(0).max(100).meta({ description: "The question that is shown, counted from 0" }),
  })
  .meta({ id: "Draft" });
export type Draft = ResponseBody<typeof Draft>;

/** A draft that the server stores for one person, for all their devices. */
export const SavedDraft = z
  .strictObject({
    draft: Draft,
    device: z.string().max(80).meta({ description: "The name of the device that saved it" }),
    savedAt: Time,
  })
  .meta({ id: "SavedDraft" });
export type SavedDraft = ResponseBody<typeof SavedDraft>;

/** `PUT /v1/inquiries/{id}/draft` */
export const SaveDraft = SavedDraft.omit({ savedAt: true });
export type SaveDraft = RequestBody<typeof SaveDraft>;
