import * as z from "zod";
import { type RequestBody, type ResponseBody, Time } from "./schema.ts";

const DayTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of the day such as 22:00")
  .meta({ example: "22:00" });
const TimeZone = z
  .string()
  .max(60)
  .meta({ description: "A name of the IANA time zone database", example: "Europe/Berlin" });

const Weekday = z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);

const settings = {
  email: z.email("must be a mail address").max(254).optional(),
  slackUserId: z
    .string()
    .regex(/^[UW][A-Z0-9]{2,20}$/, "must be the id of a Slack user, such as U024BE7LH")
    .optional(),
  channels: z
    .record(z.string().max(40), z.enum(["all", "important", "off"]))
    .optional()
    .meta({ description: "What each channel tells you; one that is not named tells everything" }),
  quietHours: z
    .object({ from: DayTime, to: DayTime, timeZone: TimeZone })
    .optional()
    .meta({ description: "Hours in which nothing is sent: it waits for their end" }),
  onCall: z
    .object({
      days: z.array(Weekday).min(1, "must have a day at least").max(7),
      from: DayTime,
      to: DayTime,
      timeZone: TimeZone,
    })
    .optional()
    .meta({
      description:
        "Hours in which you are told at once, also in quiet hours; at other times it waits for the next of them. A day is the one on which they begin, and the same time twice is a whole day",
    }),
  digest: z
    .object({ at: z.array(DayTime).min(1).max(24), timeZone: TimeZone })
    .optional()
    .meta({ description: "Mail comes collected at these times of the day" }),
};

/** `PUT /v1/contact` */
export const SaveContact = z.strictObject(settings).meta({ id: "SaveContact" });
export type SaveContact = RequestBody<typeof SaveContact>;

/** How a person is reached besides the app. */
export const Contact = z
  .object({
    ...settings,
    subscriptions: z
      .array(z.object({ id: z.string(), device: z.string().optional(), createdAt: Time }))
      .meta({ description: "The browsers that show notifications" }),
    available: z
      .array(z.string())
      .meta({ description: "The channels that this server has", example: ["mail", "push"] }),
    pushKey: z.string().optional().meta({ description: "The `applicationServerKey` for a push subscription" }),
  })
  .meta({ id: "Contact" });
export type Contact = ResponseBody<typeof Contact>;

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, "must be base64url");

/** `POST /v1/contact/subscriptions`: a `PushSubscription` of a browser as JSON. */
export const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1_000),
  keys: z.object({ p256dh: base64url(100), auth: base64url(40) }),
  device: z.string().max(80).optional().meta({ description: "What you call this browser" }),
});
export type PushSubscription = RequestBody<typeof PushSubscription>;

/** `POST /v1/contact/test` */
export const TestChannel = z.object({ channel: z.string().max(40) });
export type TestChannel = RequestBody<typeof TestChannel>;

export const ChannelTest = z
  .object({
    outcome: z.enum(["delivered", "failed", "dead"]),
    status: z.int().optional(),
    failure: z.string().optional().meta({ description: "Why it failed, as in the attempts of a notice" }),
  })
  .meta({ id: "ChannelTest" });
export type ChannelTest = ResponseBody<typeof ChannelTest>;
