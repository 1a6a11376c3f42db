import { z } from "@hono/zod-openapi";
import { InquirySchema, time } from "./schemas.ts";

const call = z.object({
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
  unreadable: z.string().optional().openapi({ description: "Why the input could not be read" }),
});
const result = z.object({
  callId: z.string(),
  name: z.string(),
  status: z.enum(["ok", "error", "not-run"]),
  text: z.string(),
});

const TextBlock = z.object({ type: z.literal("text"), text: z.string() }).openapi("TextBlock");
const ReasoningBlock = z.object({ type: z.literal("reasoning"), text: z.string() }).openapi("ReasoningBlock");
const ToolBlock = z.object({ type: z.literal("tool"), call, result: result.optional() }).openapi("ToolBlock");
const ErrorBlock = z
  .object({ type: z.literal("error"), text: z.string(), call })
  .openapi("ErrorBlock", { description: "A call that tried to ask and was refused: nothing waits for an answer" });
const ActionBlock = z
  .object({
    type: z.literal("action"),
    action_type: z.literal("question_request"),
    status: z.enum(["pending", "success", "denied"]),
    content: z.string().openapi({ description: "All of it in plain words" }),
    extra: z.object({
      needsUserAction: z.boolean(),
      questionHeader: z.string().optional(),
      questionText: z.string().openapi({ description: "Of the first question; all are in `inquiry`" }),
      questionOptions: z.array(z.object({ label: z.string(), description: z.string().optional() })),
      questionMultiple: z.boolean(),
      questionCustom: z.boolean(),
      questionResolution: z.enum(["asked", "replied", "rejected"]),
      answerText: z.string().optional(),
      answerMessageId: z.string().optional(),
    }),
    inquiry: InquirySchema,
    received: z.string().optional().openapi({ description: "What the agent was told of the resolution" }),
  })
  .openapi("ActionBlock");

export const MessageSchema = z
  .object({
    id: z.string(),
    role: z.enum(["person", "agent"]),
    at: time,
    by: z.string().optional(),
    runId: z.string().optional(),
    answers: z.string().optional(),
    delivered: z.boolean().optional(),
    interrupted: z.literal(true).optional(),
    blocks: z.array(z.union([TextBlock, ReasoningBlock, ToolBlock, ErrorBlock, ActionBlock])),
  })
  .openapi("Message");
