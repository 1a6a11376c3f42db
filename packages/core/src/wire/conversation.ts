import * as z from "zod";
import { Inquiry } from "./inquiry.ts";
import { Time } from "./time.ts";

export const conversationStatuses = ["idle", "thinking", "acting", "parked", "delegating", "paused", "failed"] as const;

const Usage = z.object({
  inputTokens: z.int(),
  outputTokens: z.int(),
  reasoningTokens: z.int(),
  cachedTokens: z.int(),
});

export const Conversation = z
  .object({
    id: z.string(),
    agent: z.string(),
    project: z.string(),
    title: z.string().optional(),
    status: z.enum(conversationStatuses),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time.optional().meta({ description: "When something was recorded last; in lists" }),
    createdBy: z.string(),
    usage: Usage,
    waitingMessages: z.int().meta({ description: "Messages that the agent has not read yet" }),
    todos: z
      .array(z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed"]) }))
      .optional(),
    parent: z.object({ conversationId: z.string(), callId: z.string() }).optional(),
    forkedFrom: z.object({ conversationId: z.string(), inquiryId: z.string() }).optional(),
    children: z
      .array(z.object({ id: z.string(), agent: z.string(), task: z.string(), status: z.string() }))
      .optional()
      .meta({ description: "The sub-agents it waits for" }),
    runId: z.string().optional(),
    live: z
      .object({ runId: z.string(), step: z.int(), text: z.string() })
      .optional()
      .meta({ description: "What the model has written of the reply that streams right now" }),
    inquiry: Inquiry.optional(),
    tool: z.string().optional(),
    reason: z.string().optional(),
    outcome: z.string().optional(),
    retryAt: Time.optional(),
    error: z.object({ message: z.string(), retryable: z.boolean() }).optional(),
  })
  .meta({ id: "Conversation" });
export type Conversation = z.infer<typeof Conversation>;

export const Run = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    agent: z.string(),
    status: z.enum(["running", "waiting", "finished", "paused", "failed", "stopped"]),
    startedAt: Time,
    endedAt: Time.optional(),
    steps: z.int(),
    asks: z.int(),
    usage: Usage,
    resumedFrom: z.string().optional(),
    reason: z.string().optional(),
    inquiryId: z.string().optional(),
  })
  .meta({ id: "Run" });
export type Run = z.infer<typeof Run>;
