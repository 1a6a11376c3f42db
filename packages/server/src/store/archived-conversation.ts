import * as z from "zod";

export const count = z.int().min(0);
export const conversationId = z.string().regex(/^conv_[0-9a-z]{1,75}$/);

const usage = z.looseObject({ inputTokens: count, outputTokens: count, reasoningTokens: count, cachedTokens: count });
const run = z.looseObject({
  id: z.string(),
  startedAt: z.number(),
  terms: z.looseObject({ stepLimit: count, askLimit: count }),
  steps: count,
  pauseAt: count,
  asks: count,
  usage,
});
const call = z.looseObject({ id: z.string(), name: z.string() });
export const questions = z.array(
  z.looseObject({ text: z.string(), options: z.array(z.looseObject({ label: z.string() })) }),
);
const inquiry = z.looseObject({ id: z.string(), callId: z.string(), askedAt: count, questions });
const child = z.looseObject({ id: conversationId, agent: z.string(), task: z.string() });

const thread = z.looseObject({
  id: conversationId,
  agent: z.string(),
  project: z.string(),
  createdBy: z.string(),
  createdAt: z.number(),
  title: z.string().optional(),
  mailbox: z.array(z.string()),
  counts: z.looseObject({ messages: count, places: count, runs: count, inquiries: count, children: count }),
  usage,
  parent: z.looseObject({ conversationId, callId: z.string() }).optional(),
});
const step = { run, queue: z.array(call), calls: count };

/** The state of a conversation with what its status stands on: lists and servers read it without looking. */
export const ArchivedConversation = z.discriminatedUnion("status", [
  thread.extend({ status: z.literal("idle"), run: run.optional() }),
  thread.extend({ status: z.literal("thinking"), run, attempt: count }),
  thread.extend({ status: z.literal("acting"), ...step, call, attempt: count, started: z.boolean() }),
  thread.extend({ status: z.literal("parked"), ...step, call: call.optional(), inquiry }),
  thread.extend({
    status: z.literal("delegating"),
    ...step,
    call,
    children: z.array(child),
    started: z.boolean(),
  }),
  thread.extend({ status: z.literal("paused"), run, reason: z.string() }),
  thread.extend({
    status: z.literal("failed"),
    run,
    error: z.looseObject({ message: z.string(), retryable: z.boolean() }),
  }),
  thread.extend({ status: z.literal("deleted") }),
]);
