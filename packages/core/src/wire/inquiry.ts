import * as z from "zod";
import { inquiryStatuses, resolutionTypes } from "../model/resolution.ts";
import { Answer, AnswerSet, Comment } from "./answer.ts";
import { GatedCall } from "./approval.ts";
import {
  Agreement,
  Audience,
  Channels,
  decider,
  Escalation,
  MissingAgreements,
  OnDeadline,
  Quorum,
} from "./audience.ts";
import { Question } from "./question.ts";
import { type RequestBody, type ResponseBody, Time } from "./schema.ts";

const Resolution = z
  .object({
    type: z.enum(resolutionTypes),
    at: Time,
    by: z.string().optional(),
    ...decider,
    answers: z.array(Answer).optional(),
    comment: z.string().optional(),
    input: z.unknown().optional().meta({ description: "Of an allowed call: its input, where the person changed it" }),
    messageId: z.string().optional(),
    standing: z
      .string()
      .optional()
      .meta({ description: "The standing answer by which it was answered: nobody was asked this time" }),
    text: z.string().optional().meta({ description: "The answer as one text, or the message that answered" }),
  })
  .meta({ id: "Resolution" });
export type Resolution = ResponseBody<typeof Resolution>;

/** Confirms a resolution to the person who gave it, and shows everybody else who resolved the inquiry. */
export const Receipt = z
  .object({
    inquiryId: z.string(),
    resolution: z.enum(resolutionTypes),
    allowed: z
      .boolean()
      .optional()
      .meta({ description: "For an approval: whether the call may run; absent while the answer can be taken back" }),
    edited: z
      .literal(true)
      .optional()
      .meta({ description: "Whether the person changed the input of the allowed call" }),
    by: z.string().optional(),
    at: Time,
    runId: z.string().optional().meta({ description: "Absent where the agent runs elsewhere" }),
    heldUntil: Time.optional(),
    agreedBy: z
      .array(z.string())
      .optional()
      .meta({ description: "Everybody who allowed a call that several people had to allow" }),
    agreement: z
      .object({
        given: z.int().meta({ description: "How many of the needed people have agreed" }),
        needed: z.int(),
        agreedBy: z.array(z.string()).optional().meta({ description: "Everybody who has agreed so far" }),
        missing: MissingAgreements.optional(),
      })
      .optional()
      .meta({ description: "Given while others have to agree too: the inquiry is still open" }),
    standing: z.string().optional().meta({ description: "The standing answer by which it was answered" }),
  })
  .meta({ id: "Receipt" });
export type Receipt = ResponseBody<typeof Receipt>;

const Origin = z
  .object({
    thread: z.string().optional(),
    key: z.string().optional(),
    state: z.unknown().optional().meta({ description: "What was given with the ask" }),
    webhook: z.string().optional(),
  })
  .meta({ description: "What a program gave with its ask; only that program sees it" });

export const Inquiry = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    project: z.string(),
    runId: z.string().optional().meta({ description: "Absent where the agent runs elsewhere" }),
    nextRunId: z
      .string()
      .optional()
      .meta({ description: "The run that continues with the answer, if that is a new run" }),
    agent: z.string(),
    status: z.enum(inquiryStatuses),
    revision: z.int(),
    contract: z.string(),
    context: z.string().optional().meta({ description: "What to know before answering, as markdown" }),
    questions: z.array(Question),
    approval: GatedCall.optional(),
    quorum: Quorum.optional(),
    agreements: z.array(Agreement).optional().meta({ description: "Who has allowed the call so far" }),
    missing: MissingAgreements.optional(),
    askedAt: Time,
    amendedAt: Time.optional().meta({ description: "When the asker last changed it" }),
    deadline: Time.optional(),
    audience: Audience.optional().meta({ description: "Who may answer; everybody in the project where it is absent" }),
    mayAnswer: z
      .boolean()
      .optional()
      .meta({ description: "Whether the caller may answer; given where not everybody in the project may" }),
    waitsForCaller: z
      .literal(false)
      .optional()
      .meta({ description: "Given where the caller may answer, and the agreement of others is needed instead" }),
    isUnanswerable: z.boolean().optional().meta({
      description:
        "Set on an open one that nobody whom it needs can answer as things are; shown to owners, and to everybody where several people must allow a call",
    }),
    channels: Channels.optional().meta({ description: "The channels by which people are told first" }),
    escalation: Escalation.optional(),
    reminded: z.int().optional().meta({ description: "How many steps of the escalation have happened" }),
    onDeadline: OnDeadline.optional(),
    assignee: z.string().optional().meta({ description: "Who is asked to answer; others may answer all the same" }),
    takenBy: z.string().optional().meta({ description: "Who is answering; others may answer all the same" }),
    heldUntil: Time.optional(),
    origin: Origin.optional(),
    warnings: z.array(z.string()).optional(),
    resolution: Resolution.optional(),
    call: z
      .object({
        startedAt: Time,
        starter: z.string().optional().meta({ description: "Who runs it, as given at its start" }),
        finishedAt: Time.optional(),
        interrupted: z
          .literal(true)
          .optional()
          .meta({ description: "Set if nobody knows how it ended, and a caller was told so" }),
      })
      .optional()
      .meta({ description: "What the asker reported about its allowed call" }),
    receipt: Receipt.optional(),
    mine: z
      .object({ snoozedUntil: Time.optional(), draftedAt: Time.optional(), seenAt: Time.optional() })
      .optional()
      .meta({ description: "What only the caller sees: their snooze, draft and when they saw it" }),
  })
  .meta({ id: "Inquiry" });
export type Inquiry = ResponseBody<typeof Inquiry>;

/** `GET /v1/inbox/count` */
export const InboxCount = z.object({ open: z.int(), snoozed: z.int() });
export type InboxCount = ResponseBody<typeof InboxCount>;

/** The revision that the caller has seen; the command is refused if the inquiry has another one. */
const seenRevision = z.int().min(1).optional();

/** `POST /v1/inquiries/{id}/answer`; `hold` is the number of seconds in which the answer can be retracted. */
export const AnswerInquiry = AnswerSet.extend({ revision: seenRevision, hold: z.number().min(0).max(300).optional() });
export type AnswerInquiry = RequestBody<typeof AnswerInquiry>;

/** `POST /v1/inquiries/{id}/delegate`, `/decline` and `/dismiss` */
export const ResolveInquiry = z.strictObject({ comment: Comment, revision: seenRevision });
export type ResolveInquiry = RequestBody<typeof ResolveInquiry>;

/** One of several processes or attempts of a program, by a name that it chooses. */
const ProcessName = z.string().min(1).max(255);

/** `POST /v1/inquiries/{id}/claim` */
export const ClaimInquiry = z.strictObject({
  claimant: ProcessName.meta({ description: "Names one attempt to continue; a random id, for example" }),
  claim: ProcessName.optional().meta({
    description: "What is claimed, by a name that your processes agree on; the resolution where it is absent",
  }),
});
export type ClaimInquiry = RequestBody<typeof ClaimInquiry>;

/** `POST /v1/inquiries/{id}/start-call` */
export const StartCall = z.strictObject({
  starter: ProcessName.optional().meta({
    description: "Names who runs the call; then only the same name reports its end",
  }),
});
export type StartCall = RequestBody<typeof StartCall>;

/** `POST /v1/inquiries/{id}/finish-call` */
export const FinishCall = z.strictObject({
  starter: ProcessName.optional().meta({ description: "The name that was given at the start" }),
  interrupted: z.literal(true).optional().meta({
    description:
      "Give it instead of `starter` where the starter has ended: nobody knows whether the call happened, and you tell your caller so",
  }),
});
export type FinishCall = RequestBody<typeof FinishCall>;

/** `POST /v1/secrets/{handle}` */
export const Secret = z.object({ secret: z.string().meta({ description: "What a person typed" }) });
export type Secret = ResponseBody<typeof Secret>;

const until = z.iso.datetime().nullable();

/** `POST /v1/inquiries/{id}/extend`; null removes the deadline. */
export const ExtendInquiry = z.strictObject({ until });
export type ExtendInquiry = RequestBody<typeof ExtendInquiry>;

/** `POST /v1/inquiries/{id}/snooze`; null brings the inquiry back into the inbox. */
export const SnoozeInquiry = z.strictObject({ until });
export type SnoozeInquiry = RequestBody<typeof SnoozeInquiry>;
