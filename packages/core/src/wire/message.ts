import * as z from "zod";
import { toolResultStatuses } from "../model/tool-call.ts";
import { File } from "./file.ts";
import { Inquiry } from "./inquiry.ts";
import { type ResponseBody, Time } from "./schema.ts";

const call = z.object({
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
  unreadable: z.string().optional().meta({ description: "Why the input could not be read" }),
});
const result = z.object({
  callId: z.string(),
  name: z.string(),
  status: z.enum(toolResultStatuses),
  text: z.string(),
  allowedBy: z.string().optional().meta({ description: "Whose remembered permission let it run" }),
});

const TextBlock = z.object({ type: z.literal("text"), text: z.string() }).meta({ id: "TextBlock" });
const FileBlock = z.object({ type: z.literal("file"), file: File }).meta({ id: "FileBlock" });
const ReasoningBlock = z.object({ type: z.literal("reasoning"), text: z.string() }).meta({ id: "ReasoningBlock" });
const ToolBlock = z.object({ type: z.literal("tool"), call, result: result.optional() }).meta({ id: "ToolBlock" });
const ErrorBlock = z
  .object({ type: z.literal("error"), text: z.string(), call })
  .meta({ id: "ErrorBlock", description: "An ask that was refused, so nothing waits for an answer" });
const ActionBlock = z
  .object({
    type: z.literal("action"),
    action_type: z.literal("question_request"),
    status: z.enum(["pending", "success", "denied"]),
    content: z.string().meta({ description: "The whole inquiry as plain text" }),
    extra: z.object({
      needsUserAction: z.boolean(),
      questionHeader: z.string().optional(),
      questionText: z.string().meta({ description: "The text of the first question; all questions are in `inquiry`" }),
      questionOptions: z.array(z.object({ label: z.string(), description: z.string().optional() })),
      questionMultiple: z.boolean(),
      questionCustom: z.boolean(),
      questionResolution: z.enum(["asked", "replied", "rejected"]),
      answerText: z.string().optional(),
      answerMessageId: z.string().optional(),
    }),
    inquiry: Inquiry,
    received: z.string().optional().meta({ description: "What the agent read about the resolution" }),
  })
  .meta({ id: "ActionBlock" });

export const Message = z
  .object({
    id: z.string(),
    role: z.enum(["person", "agent"]),
    at: Time,
    by: z.string().optional(),
    runId: z.string().optional(),
    step: z.int().optional().meta({ description: "The step of the run, for a reply of the model" }),
    answers: z.string().optional(),
    delivered: z.boolean().optional(),
    interrupted: z.literal(true).optional(),
    blocks: z.array(z.union([TextBlock, FileBlock, ReasoningBlock, ToolBlock, ErrorBlock, ActionBlock])),
  })
  .meta({ id: "Message" });
export type Message = ResponseBody<typeof Message>;
export type Block = Message["blocks"][number];
export type QuestionBlock = ResponseBody<typeof ActionBlock>;
