import * as z from "zod";
import { Answer } from "./answer.ts";
import { Question } from "./question.ts";
import { Time } from "./time.ts";

export const resolutionTypes = [
  "answered",
  "answered-in-chat",
  "delegated",
  "declined",
  "dismissed",
  "expired",
  "superseded",
  "withdrawn",
] as const;
export const inquiryStatuses = ["open", "held", ...resolutionTypes] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

const Resolution = z
  .object({
    type: z.enum(resolutionTypes),
    at: Time,
    by: z.string().optional(),
    answers: z.array(Answer).optional(),
    comment: z.string().optional(),
    messageId: z.string().optional(),
  })
  .meta({ id: "Resolution" });
export type Resolution = z.infer<typeof Resolution>;

/** What the person who resolved an inquiry is given, and what everybody else is shown of the winner. */
export const Receipt = z
  .object({
    inquiryId: z.string(),
    resolution: z.string(),
    allowed: z.boolean().optional().meta({ description: "For an approval: whether the call may run" }),
    by: z.string().optional(),
    at: Time,
    runId: z.string(),
    heldUntil: Time.optional(),
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof Receipt>;

export const Inquiry = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    project: z.string(),
    runId: z.string(),
    nextRunId: z.string().optional().meta({ description: "The run that goes on with the answer, if a new one" }),
    agent: z.string(),
    status: z.enum(inquiryStatuses),
    revision: z.int(),
    contract: z.string(),
    context: z.string().optional().meta({ description: "What to know before answering, as markdown" }),
    questions: z.array(Question),
    approval: z
      .object({ tool: z.string(), input: z.unknown() })
      .optional()
      .meta({ description: "The call that runs if it is allowed, exactly so" }),
    askedAt: Time,
    deadline: Time.optional(),
    heldUntil: Time.optional(),
    warnings: z.array(z.string()).optional(),
    resolution: Resolution.optional(),
    receipt: Receipt.optional(),
    mine: z
      .object({ snoozedUntil: Time.optional(), draftedAt: Time.optional(), seenAt: Time.optional() })
      .optional()
      .meta({ description: "What concerns only the caller" }),
  })
  .meta({ id: "Inquiry" });
export type Inquiry = z.infer<typeof Inquiry>;
