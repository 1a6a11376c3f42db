import { conversationIdOf, countOf } from "@askback/core";
import * as z from "zod";
import { archiveFormat, archiveVersion, recordTypes } from "./archive.ts";
import { ArchivedConversation, conversationId, count, questions } from "./archived-conversation.ts";

/** Far from where positions that come after it would no longer be exact numbers. */
const highestPosition = 2 ** 50;

export const Header = z.object({
  format: z.literal(archiveFormat),
  formatVersion: z.literal(archiveVersion),
  horizon: count.max(highestPosition),
  counts: z.record(z.enum(recordTypes), count),
});

/** What the tables and those who read them rely on; states, messages and events are otherwise taken as they are. */
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
      inquiry: z.looseObject({
        id: z.string(),
        conversationId,
        runId: z.string(),
        agent: z.string(),
        status: z.string(),
        askedAt: count,
        questions,
        resolution: z.looseObject({ type: z.string(), by: z.string().optional() }).optional(),
      }),
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
]);
