import * as z from "zod";
import { conversationStatuses, todoStatuses } from "../model/conversation.ts";
import { failureKinds } from "../model/failure.ts";
import { runStatuses } from "../model/run.ts";
import { Permission } from "./approval.ts";
import { FileIds } from "./file.ts";
import { Inquiry } from "./inquiry.ts";
import { type RequestBody, type ResponseBody, Time } from "./schema.ts";

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
    kind: z
      .literal("external")
      .optional()
      .meta({ description: "Set where a program asks that runs elsewhere: it reads answers, and no other messages" }),
    thread: z.string().optional().meta({ description: "The name that the program gave to the conversation" }),
    project: z.string(),
    title: z.string().optional(),
    status: z.enum(conversationStatuses),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time.optional().meta({ description: "When an event was last recorded; only in lists" }),
    createdBy: z.string(),
    usage: Usage,
    waitingMessages: z.int().meta({ description: "Messages that the agent has not read yet" }),
    todos: z.array(z.object({ content: z.string(), status: z.enum(todoStatuses) })).optional(),
    permissions: z
      .array(Permission)
      .optional()
      .meta({ description: "What people allowed for the rest of the conversation; not in lists" }),
    parent: z.object({ conversationId: z.string(), callId: z.string() }).optional(),
    forkedFrom: z
      .object({ conversationId: z.string(), inquiryId: z.string().optional(), messageId: z.string().optional() })
      .optional()
      .meta({ description: "The conversation of which it is a fork, and the inquiry or message where it began" }),
    children: z
      .array(z.object({ id: z.string(), agent: z.string(), task: z.string(), status: z.string() }))
      .optional()
      .meta({ description: "The sub-agents for which it waits" }),
    runId: z.string().optional(),
    live: z
      .object({ runId: z.string(), step: z.int(), text: z.string() })
      .optional()
      .meta({ description: "The text so far of the reply that streams right now" }),
    inquiry: Inquiry.optional().meta({ description: "The open inquiry, if there is exactly one" }),
    openInquiries: z.int().optional().meta({ description: "How many are open at once, for the kind `external`" }),
    tool: z.string().optional(),
    reason: z.string().optional(),
    outcome: z.string().optional(),
    retryAt: Time.optional(),
    error: z
      .object({
        message: z.string().meta({ description: "For developers, in the words of the provider" }),
        retryable: z.boolean(),
        kind: z.enum(failureKinds).optional(),
        status: z.int().optional().meta({ description: "The HTTP status of the provider's response" }),
      })
      .optional()
      .meta({ description: "Why the run failed, or why a model call is tried again at `retryAt`" }),
  })
  .meta({ id: "Conversation" });
export type Conversation = ResponseBody<typeof Conversation>;

export const Run = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    agent: z.string(),
    status: z.enum(runStatuses),
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
export type Run = ResponseBody<typeof Run>;

const text = z.string().max(100_000);
const title = z.string().max(200);

/** `POST /v1/conversations` */
export const StartConversation = z.strictObject({
  agent: z.string().max(100),
  message: text.optional(),
  files: FileIds.optional().meta({ description: "The files of the message" }),
  title: title.optional(),
});
export type StartConversation = RequestBody<typeof StartConversation>;

/** `POST /v1/conversations/{id}/messages`; `answers` names the inquiry that its author has seen. */
export const SendMessage = z.strictObject({
  text: text.meta({ description: "May be blank where there are files" }),
  files: FileIds.optional(),
  separate: z.boolean().default(false),
  answers: z.strictObject({ inquiry: z.string().max(100), revision: z.int().min(1) }).optional(),
});
export type SendMessage = RequestBody<typeof SendMessage>;

/** `PATCH /v1/conversations/{id}` */
export const RenameConversation = z.strictObject({ title });
export type RenameConversation = RequestBody<typeof RenameConversation>;

/** `POST /v1/conversations/{id}/fork`; at an inquiry, or before a message, whose place another text takes. */
export const ForkConversation = z.union([
  z.strictObject({ inquiry: z.string().max(80) }),
  z.strictObject({ message: z.string().max(80), text }),
]);
export type ForkConversation = RequestBody<typeof ForkConversation>;
