import { answerLimits } from "@askback/core";
import { z } from "@hono/zod-openapi";
import { orderOf } from "../store/pages.ts";

/** The wire's shapes, from which the API description is made. */
export const time = z.iso.datetime().openapi({ example: "2026-11-15T09:30:00.000Z" });
export const conversationStatuses = ["idle", "thinking", "acting", "parked", "delegating", "paused", "failed"] as const;
const resolutionTypes = [
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
const usage = z.object({
  inputTokens: z.int(),
  outputTokens: z.int(),
  reasoningTokens: z.int(),
  cachedTokens: z.int(),
});

const QuestionSchema = z
  .object({
    id: z.string().openapi({ example: "q1" }),
    text: z.string(),
    header: z.string().optional(),
    options: z.array(
      z.object({
        id: z.string().openapi({ example: "o1" }),
        label: z.string(),
        value: z.string().optional(),
        description: z.string().optional(),
      }),
    ),
    multiSelect: z.boolean(),
    ownWords: z.boolean(),
  })
  .openapi("Question");

const partId = z.string().max(40);
export const AnswerSchema = z
  .union([
    z.strictObject({ question: partId, skipped: z.literal(true) }),
    z.strictObject({
      question: partId.openapi({ example: "q1" }),
      options: z
        .array(partId)
        .max(20)
        .optional()
        .openapi({ example: ["o1"] }),
      text: z.string().max(answerLimits.text).optional().openapi({ description: "Own words" }),
      note: z.string().max(answerLimits.note).optional(),
    }),
  ])
  .openapi("Answer");

const ResolutionSchema = z
  .object({
    type: z.enum(resolutionTypes),
    at: time,
    by: z.string().optional(),
    answers: z.array(AnswerSchema).optional(),
    comment: z.string().optional(),
    messageId: z.string().optional(),
  })
  .openapi("Resolution");

export const ReceiptSchema = z
  .object({
    inquiryId: z.string(),
    resolution: z.string(),
    allowed: z.boolean().optional().openapi({ description: "For an approval: whether the call may run" }),
    by: z.string().optional(),
    at: time,
    runId: z.string(),
    heldUntil: time.optional(),
  })
  .openapi("Receipt");

export const ProblemSchema = z
  .object({
    type: z.string(),
    status: z.int(),
    code: z.string().openapi({ example: "answer-misfit" }),
    title: z.string(),
    detail: z.string().optional(),
    hint: z.string().openapi({ description: "What to do next" }),
    errors: z
      .array(z.object({ pointer: z.string(), message: z.string() }))
      .optional()
      .openapi({ description: "The places of a request that does not fit" }),
    receipt: ReceiptSchema.optional().openapi({ description: "Who resolved the inquiry, and how" }),
    inquiryId: z.string().optional(),
    revision: z.int().optional().openapi({ description: "The current one" }),
    parentId: z.string().optional().openapi({ description: "The conversation that a sub-agent works for" }),
  })
  .openapi("Problem");

export const InquirySchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    project: z.string(),
    runId: z.string(),
    nextRunId: z.string().optional().openapi({ description: "The run that goes on with the answer, if a new one" }),
    agent: z.string(),
    status: z.enum(inquiryStatuses),
    revision: z.int(),
    contract: z.string(),
    questions: z.array(QuestionSchema),
    approval: z
      .object({ tool: z.string(), input: z.unknown() })
      .optional()
      .openapi({ description: "The call that runs if it is allowed, exactly so" }),
    askedAt: time,
    deadline: time.optional(),
    heldUntil: time.optional(),
    warnings: z.array(z.string()).optional(),
    resolution: ResolutionSchema.optional(),
    receipt: ReceiptSchema.optional(),
  })
  .openapi("Inquiry");

export const ConversationSchema = z
  .object({
    id: z.string(),
    agent: z.string(),
    project: z.string(),
    title: z.string().optional(),
    status: z.enum(conversationStatuses),
    version: z.int(),
    createdAt: time,
    createdBy: z.string(),
    usage,
    waitingMessages: z.int(),
    todos: z
      .array(z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed"]) }))
      .optional(),
    parent: z.object({ conversationId: z.string(), callId: z.string() }).optional(),
    forkedFrom: z.object({ conversationId: z.string(), inquiryId: z.string() }).optional(),
    children: z
      .array(z.object({ id: z.string(), agent: z.string(), task: z.string(), status: z.string() }))
      .optional()
      .openapi({ description: "The sub-agents it waits for" }),
    runId: z.string().optional(),
    inquiry: InquirySchema.optional(),
    tool: z.string().optional(),
    reason: z.string().optional(),
    outcome: z.string().optional(),
    retryAt: time.optional(),
    error: z.object({ message: z.string(), retryable: z.boolean() }).optional(),
  })
  .openapi("Conversation");

export const RunSchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    agent: z.string(),
    status: z.enum(["running", "waiting", "finished", "paused", "failed", "stopped"]),
    startedAt: time,
    endedAt: time.optional(),
    steps: z.int(),
    asks: z.int(),
    usage,
    resumedFrom: z.string().optional(),
    reason: z.string().optional(),
    inquiryId: z.string().optional(),
  })
  .openapi("Run");

export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().optional() });
}

export const PageQuery = z.object({
  limit: z.coerce.number("must be a number").int().min(1).max(200).default(50),
  cursor: z
    .string()
    .max(400)
    .refine((cursor) => orderOf(cursor) !== undefined, "is no `next` of a page")
    .optional()
    .openapi({ description: "`next` of the page before" }),
});

export const IdempotencyHeaders = z.object({
  "idempotency-key": z
    .string()
    .min(1)
    .max(255)
    .optional()
    .openapi({ description: "The same request again under the same key gets the same response, for 24 hours" }),
});

export const IdParams = z.object({ id: z.string().max(80) });
