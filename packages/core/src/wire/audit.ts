import * as z from "zod";
import { auditTypes } from "../model/audit.ts";
import { type ResponseBody, Time } from "./schema.ts";

/** One thing that happened to an inquiry. */
export const AuditEntry = z
  .object({
    type: z.enum(auditTypes),
    at: Time,
    by: z
      .string()
      .optional()
      .meta({ description: "The person or the key that did it; absent where time or the agent did" }),
    via: z.string().optional().meta({
      description: "By which way: `web`, `api`, `terminal`, `mcp`, `embed` (with the fact `key`)",
      example: "web",
    }),
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).meta({
      description: "Names, times in milliseconds and numbers; never words that somebody wrote",
    }),
    seal: z
      .object({ number: z.int(), hash: z.string() })
      .optional()
      .meta({ description: "Its place in the chain of the project; a new entry may not have one yet" }),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = ResponseBody<typeof AuditEntry>;

/** One thing that happened in a project. */
export const ProjectAuditEntry = AuditEntry.extend({
  conversationId: z.string(),
  inquiryId: z.string().optional().meta({ description: "Absent where it is about the conversation as a whole" }),
}).meta({ id: "ProjectAuditEntry" });
export type ProjectAuditEntry = ResponseBody<typeof ProjectAuditEntry>;

/** `GET /v1/audit/verify` */
export const AuditReport = z
  .object({
    entries: z.int().meta({ description: "How many were checked" }),
    end: z
      .object({ number: z.int(), hash: z.string() })
      .meta({ description: "The end of the chain. Noted elsewhere, it shows later that nobody wrote the chain anew" }),
    faults: z
      .array(z.object({ number: z.int(), problem: z.string() }))
      .meta({ description: "The first 100 entries that were changed, removed, added or moved" }),
  })
  .meta({ id: "AuditReport" });
export type AuditReport = ResponseBody<typeof AuditReport>;
