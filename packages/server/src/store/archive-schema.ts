import { createHash } from "node:crypto";
import { conversationIdOf, countOf, fileTypes, inquiryChangeTypes } from "@askback/core";
import * as z from "zod";
import { archiveFormat, archiveVersion, recordTypes } from "./archive.ts";

const count = z.int().min(0);
const conversationId = z.string().regex(/^conv_[0-9a-z]{1,75}$/);

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const fileId = z.string().regex(/^file_[0-9a-f]{40}$/);

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
const questions = z.array(z.looseObject({ text: z.string(), options: z.array(z.looseObject({ label: z.string() })) }));
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

/** A conversation with the fields that its status requires; servers read them without checking. */
const ArchivedConversation = z.discriminatedUnion("status", [
  thread.extend({ status: z.literal("idle"), run: run.optional() }),
  thread.extend({ status: z.literal("thinking"), run, attempt: count }),
  thread.extend({ status: z.literal("acting"), ...step, call, attempt: count, started: z.boolean() }),
  thread.extend({ status: z.literal("parked"), ...step, call: call.optional(), inquiry }),
  thread.extend({ status: z.literal("external"), open: z.array(z.looseObject({ inquiry })) }),
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

const archivedInquiry = z.looseObject({
  id: z.string(),
  conversationId,
  runId: z.string().optional(),
  agent: z.string(),
  status: z.string(),
  askedAt: count,
  questions,
  resolution: z.looseObject({ type: z.string(), by: z.string().optional() }).optional(),
});

/** Well below the largest exact number, so that later positions are exact too. */
const highestPosition = 2 ** 50;

export const Header = z.object({
  format: z.literal(archiveFormat),
  formatVersion: z.literal(archiveVersion),
  horizon: count.max(highestPosition),
  counts: z.partialRecord(z.enum(recordTypes), count),
});

/** Checks what the tables and their readers rely on; the rest of states, messages and events is taken as it is. */
export const AnyRecord = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("conversation"),
    conversation: ArchivedConversation,
    version: z.int().min(1),
    stateFormat: count,
    updatedAt: count,
    dueAt: count.optional(),
  }),
  z
    .strictObject({
      type: z.literal("message"),
      conversationId,
      message: z.looseObject({
        id: z.string(),
        number: z.int().min(1),
        place: count.optional(),
        role: z.enum(["person", "agent", "tool"]),
        at: z.number(),
        parts: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
      }),
    })
    .refine((record) => conversationIdOf(record.message.id) === record.conversationId)
    .refine(({ message }) => countOf(message.id) === message.number),
  z
    .strictObject({
      type: z.literal("inquiry"),
      inquiry: archivedInquiry,
    })
    .refine(({ inquiry }) => conversationIdOf(inquiry.id) === inquiry.conversationId),
  z
    .strictObject({
      type: z.literal("run"),
      run: z.looseObject({ id: z.string(), conversationId, agent: z.string(), status: z.string() }),
    })
    .refine(({ run }) => conversationIdOf(run.id) === run.conversationId),
  z.strictObject({
    type: z.literal("event"),
    position: z.int().min(1).max(highestPosition),
    conversationId,
    project: z.string(),
    version: z.int().min(1),
    event: z.looseObject({ type: z.string(), at: z.number() }),
  }),
  z.strictObject({
    type: z.literal("reply"),
    conversationId,
    principal: z.string(),
    route: z.string(),
    key: z.string(),
    fingerprint: z.string(),
    status: z.int().min(100).max(599),
    body: z.string(),
    createdAt: count,
  }),
  z
    .strictObject({ type: z.literal("file-content"), hash, bytes: z.base64() })
    .refine((record) => createHash("sha256").update(record.bytes, "base64").digest("hex") === record.hash),
  z.strictObject({
    type: z.literal("file"),
    file: z.strictObject({
      id: fileId,
      name: z.string(),
      type: z.enum(fileTypes),
      size: count,
      hash,
      project: z.string(),
      uploadedBy: z.string(),
    }),
    uploadedAt: count,
  }),
  z.strictObject({ type: z.literal("file-use"), fileId, conversationId }),
  z.strictObject({
    type: z.literal("notice"),
    notice: z.strictObject({
      id: z.string(),
      inquiryId: z.string().optional(),
      version: z.int().min(1),
      channel: z.literal("webhook"),
      endpoint: z.string(),
      recipient: z.string(),
      project: z.string(),
      url: z.string().optional(),
      type: z.enum(inquiryChangeTypes),
      at: count,
      record: archivedInquiry,
      status: z.enum(["pending", "delivered", "dead"]),
      createdAt: count,
      triedFrom: count,
      tries: count,
      dueAt: count.optional(),
      attempts: z.array(z.looseObject({ at: count, ms: count })),
    }),
  }),
]);
