import { createHash } from "node:crypto";
import {
  actionStatuses,
  conversationIdOf,
  countOf,
  fileTypes,
  inquiryChangeTypes,
  notificationTypes,
} from "@askback/core";
import * as z from "zod";
import { archivedTableNames, columnsOf } from "../people/archived-tables.ts";
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
    type: z.literal("notification"),
    notification: z.looseObject({
      id: z.string(),
      conversationId,
      project: z.string(),
      type: z.enum(notificationTypes),
      title: z.string(),
      message: z.string(),
      relatedResourceType: z.enum(["agent_question", "agent_run"]),
      relatedResourceId: z.string(),
      actionStatus: z.enum(actionStatuses),
      raisedAt: count,
      settledAt: count.optional(),
    }),
  }),
  z.strictObject({
    type: z.literal("notice"),
    notice: z.strictObject({
      id: z.string(),
      inquiryId: z.string().optional(),
      version: z.int().min(1),
      channel: z.string(),
      endpoint: z.string(),
      recipient: z.string(),
      project: z.string(),
      url: z.string().optional(),
      type: z.enum([...inquiryChangeTypes, "notification.raised", "notification.settled", "digest"]),
      at: count,
      record: archivedInquiry.optional(),
      notificationId: z.string().optional(),
      follows: z.string().optional(),
      reference: z.string().optional(),
      why: z.string().optional(),
      reasons: z.array(z.looseObject({ cause: z.string() })).optional(),
      status: z.enum(["pending", "delivered", "dead", "withdrawn"]),
      createdAt: count,
      triedFrom: count,
      tries: count,
      dueAt: count.optional(),
      attempts: z.array(z.looseObject({ at: count, ms: count })),
    }),
  }),
  z
    .strictObject({
      type: z.literal("access"),
      table: z.enum(archivedTableNames),
      row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    })
    .refine(({ table, row }) => columnsOf(table).join() === Object.keys(row).join()),
  z.strictObject({
    type: z.literal("audit"),
    entry: z.strictObject({
      project: z.string(),
      type: z.string(),
      at: count,
      conversationId: z.string(),
      inquiryId: z.string().optional(),
      by: z.string().optional(),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      seal: z.strictObject({ number: z.int().min(1), hash }).optional(),
    }),
  }),
  z.strictObject({
    type: z.literal("standing"),
    standing: z.strictObject({
      id: z.string(),
      project: z.string(),
      agent: z.string(),
      fingerprint: z.string(),
      by: z.string(),
      at: count,
      inquiryId: z.string(),
      conversationId: z.string(),
      questions,
      set: z.looseObject({ answers: z.array(z.looseObject({ question: z.string() })) }),
    }),
  }),
]);
