import * as z from "zod";
import { AnswerSet } from "./answer.ts";
import { Question } from "./question.ts";
import { type RequestBody, type ResponseBody, Time } from "./schema.ts";

/** What is always answered to exactly these questions of an agent. */
export const StandingAnswer = z
  .object({
    id: z.string(),
    agent: z.string(),
    by: z.string().meta({ description: "Who made it" }),
    at: Time,
    inquiryId: z.string().meta({ description: "The answered inquiry from which it was made; it may be gone" }),
    questions: z.array(Question),
    answers: AnswerSet.shape.answers,
    comment: AnswerSet.shape.comment,
    text: z.string().meta({ description: "The answer as one text" }),
  })
  .meta({ id: "StandingAnswer" });
export type StandingAnswer = ResponseBody<typeof StandingAnswer>;

/** `POST /v1/standing-answers` */
export const MakeStandingAnswer = z.strictObject({
  inquiry: z.string().min(1).max(120).meta({ description: "An inquiry that somebody answered" }),
});
export type MakeStandingAnswer = RequestBody<typeof MakeStandingAnswer>;
