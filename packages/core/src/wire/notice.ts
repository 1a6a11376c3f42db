import * as z from "zod";
import { inquiryChangeTypes } from "../views/inquiry-changes.ts";
import { Inquiry } from "./inquiry.ts";
import { ToldNotification } from "./notification.ts";
import { type ResponseBody, Time } from "./schema.ts";

export const noticeStatuses = ["pending", "delivered", "dead", "withdrawn"] as const;

/** What people are told of: a notification is raised or settled, or what waits is collected. */
export const personalNoticeTypes = ["notification.raised", "notification.settled", "digest"] as const;

/** Why an attempt failed where no response came. */
export const attemptFailures = [
  "timeout",
  "connection",
  "name",
  "certificate",
  "private-address",
  "not-https",
  "no-webhook",
  "no-channel",
  "no-address",
  "sign-in",
  "refused",
  "channel",
  "response",
] as const;

/** Why a person was told nothing at a time at which it was due. */
const unsentReasons = ["quiet-hours", "not-on-call", "not-wanted"] as const;

const Attempt = z
  .object({
    at: Time,
    ms: z.int().meta({ description: "How long it took" }),
    status: z.int().optional().meta({ description: "The status of the response" }),
    failure: z.enum(attemptFailures).optional().meta({ description: "Why there is no response" }),
    unsent: z
      .enum(unsentReasons)
      .optional()
      .meta({ description: "Why nothing was sent: the person wants it later, or has switched it off" }),
  })
  .meta({ id: "NoticeAttempt" });

/** One thing that happened to an inquiry, on its way to one receiver. */
export const Notice = z
  .object({
    id: z.string().meta({ description: "The `webhook-id` of every attempt" }),
    inquiryId: z.string().optional().meta({ description: "Absent where it tells of a run, or collects what waits" }),
    channel: z.string().meta({ description: "`webhook`, `mail` or another channel of this server" }),
    type: z.enum([...inquiryChangeTypes, ...personalNoticeTypes]),
    recipient: z.string().meta({ description: "The name of the key that is told, or the person" }),
    url: z.string().optional().meta({ description: "The address; only its recipient sees it" }),
    why: z.string().optional().meta({ description: "Why this person is told" }),
    status: z.enum(noticeStatuses).meta({
      description:
        "`dead`: it is not tried again, unless somebody sends it again. `withdrawn`: there was no more reason to send it, or its person does not want it",
    }),
    createdAt: Time,
    nextAttemptAt: Time.optional(),
    attempts: z.array(Attempt).meta({ description: "The last 20, oldest first" }),
  })
  .meta({ id: "Notice" });
export type Notice = ResponseBody<typeof Notice>;

/** `GET /v1/webhooks/secret` */
export const WebhookSecrets = z.object({
  secrets: z
    .array(z.string())
    .meta({ description: "Each signs every message, so that a receiver may know any of them", example: ["whsec_..."] }),
});
export type WebhookSecrets = ResponseBody<typeof WebhookSecrets>;

/** The body of a webhook. */
export const WebhookMessage = z
  .object({ type: z.enum(inquiryChangeTypes), timestamp: Time, data: Inquiry })
  .meta({ id: "WebhookMessage", description: "What happened, when, and the inquiry as its asker sees it" });
export type WebhookMessage = ResponseBody<typeof WebhookMessage>;

/** What the webhook of a project is told beside that: a run failed or paused, or nobody has to look at it any more. */
export const RunWebhookMessage = z
  .object({ type: z.enum(["notification.raised", "notification.settled"]), timestamp: Time, data: ToldNotification })
  .meta({ id: "RunWebhookMessage" });
export type RunWebhookMessage = ResponseBody<typeof RunWebhookMessage>;
