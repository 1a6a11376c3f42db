import * as z from "zod";
import { resolutionTypes } from "../model/resolution.ts";
import { type ResponseBody, Time } from "./schema.ts";

const Duration = z.int().meta({ description: "In milliseconds" });

const Answering = {
  answered: z.int().meta({ description: "How many people answered, delegated, declined or dismissed" }),
  median: Duration.optional(),
  p95: Duration.optional(),
};

/** `GET /v1/insight` */
export const Insight = z
  .object({
    from: Time,
    to: Time,
    computedAt: Time,
    isWhole: z
      .boolean()
      .meta({ description: "False where there is more than is read: then `from` is later than you asked" }),
    asked: z.int(),
    resolved: z.int(),
    waited: Duration.meta({ description: "How long agents waited for people, all together" }),
    open: z
      .array(z.object({ at: Time, open: z.int(), asked: z.int(), waited: Duration }))
      .meta({ description: "Equal parts of the time: how many were open at the end of each, and what happened in it" }),
    outcomes: z.array(z.object({ resolution: z.enum(resolutionTypes), count: z.int() })),
    agents: z
      .array(z.object({ agent: z.string(), asked: z.int(), waited: Duration, ...Answering }))
      .meta({ description: "Those that asked the most; `waited` counts what is resolved" }),
    people: z.array(z.object({ by: z.string(), ...Answering })),
    repeated: z
      .array(
        z.object({
          agent: z.string(),
          question: z.string(),
          questions: z.int(),
          count: z.int(),
          lastAskedAt: Time,
          inquiryId: z.string().meta({ description: "The latest of them" }),
          answeredId: z.string().optional().meta({ description: "The latest that somebody answered" }),
          answer: z.string().optional().meta({ description: "How that was answered, as one text" }),
        }),
      )
      .meta({ description: "What the same agent asked more than once, among the newest 5,000 questions" }),
  })
  .meta({ id: "Insight" });
export type Insight = ResponseBody<typeof Insight>;
