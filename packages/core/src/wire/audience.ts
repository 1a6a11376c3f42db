import * as z from "zod";
import { type RequestBody, Time } from "./schema.ts";

/** The name of a person or a group: visible text, as a database takes it. */
const Name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "must have no control characters");
const Names = z.array(Name).max(100);

/** Who may answer. */
export const Audience = z
  .strictObject({
    people: Names.optional().meta({ description: "Their ids", example: ["per_ana"] }),
    groups: Names.optional().meta({ description: "Names of groups of the project" }),
  })
  .refine(({ people = [], groups = [] }) => people.length + groups.length > 0, "name a person or a group")
  .meta({ id: "Audience", description: "Who may answer: these people and the members of these groups" });

const ms = z
  .int()
  .min(1)
  .max(366 * 24 * 3_600_000);

/** Names of channels by which people are told. */
export const Channels = z.array(Name).max(20);

/** What happens while nobody answers. */
export const Escalation = z
  .array(
    z
      .strictObject({
        afterMs: ms.meta({ description: "Milliseconds after it was asked" }),
        to: Audience.optional().meta({ description: "Who may answer from then on, beside the others" }),
        remind: z.literal(true).optional().meta({ description: "Reminds everybody who may answer" }),
        channels: Channels.min(1)
          .optional()
          .meta({ description: "By which channels they are told; all that they have switched on by default" }),
      })
      .refine(({ to, remind }) => to !== undefined || remind, "give `to`, `remind` or both"),
  )
  .max(20)
  .meta({ description: "What happens while nobody answers: reminders, and others who may answer too" });

/** Who is asked when the deadline passes. */
export const OnDeadline = z
  .strictObject({
    to: Audience.meta({ description: "Who may answer from then on, beside the others" }),
    forMs: ms.meta({ description: "For how many milliseconds; then it expires" }),
  })
  .meta({ description: "Who is asked when the deadline passes, instead of its expiry" });

const QuorumRule = z.strictObject({
  count: z.int().min(1).max(20).meta({ description: "How many people must agree" }),
  group: Name.optional().meta({ description: "Members of this group; any who may answer unless given" }),
  keys: z
    .literal(true)
    .optional()
    .meta({ description: "Counts keys too, and whoever a backend lets in by a token; people alone unless given" }),
});

/** How many people must allow a call, as it is asked: a number of them, or rules that all must hold. */
export const AskedQuorum = z
  .union([z.int().min(2).max(20), z.array(QuorumRule).min(1).max(10)])
  .meta({ description: "How many people must allow the call: a number, or rules; one person counts for one rule" });

export const Quorum = z
  .object({
    rules: z.array(QuorumRule).meta({ description: "All must hold; one person counts for one of them" }),
    excludes: z.array(z.string()).meta({ description: "Who asked, whose agreement does not count" }),
  })
  .meta({ id: "Quorum", description: "How many people must allow a call" });

/** What is known of whoever agreed or decided where several people must allow a call. */
export const decider = {
  name: z.string().optional().meta({ description: "What people called them then; given for calls with a `quorum`" }),
  groups: z.array(z.string()).optional().meta({ description: "Their groups then, of those that the rules name" }),
};

export const MissingAgreements = z
  .array(QuorumRule)
  .meta({ description: "How many people of which group must still agree; given while the call is open" });

export const Agreement = z
  .object({
    by: z.string(),
    at: Time,
    ...decider,
    byKey: z
      .literal(true)
      .optional()
      .meta({ description: "Given by a key or a token; only rules with `keys` count it" }),
    note: z.string().optional(),
    comment: z.string().optional(),
  })
  .meta({ id: "Agreement", description: "That one person allows the call" });

/** `POST /v1/inquiries/{id}/assign`; null assigns it to nobody. */
export const AssignInquiry = z.strictObject({
  to: Name.nullable().meta({ description: "The id of a person; null for nobody" }),
});
export type AssignInquiry = RequestBody<typeof AssignInquiry>;
