import * as z from "zod";
import { object } from "./strict-object.ts";

const madeByChannel = "must be a channel: it needs name, addressesOf, send and test";

const mail = object({
  url: z.url({
    protocol: /^smtps?$/,
    error: "must be the address of a mail server, such as smtps://user:password@mail.example.org",
  }),
  from: z
    .string()
    .regex(/^([^<>\r\n]+ )?<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be a sender such as "Askback <askback@example.org>"'),
});

const token = (prefix: string, from: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}-[A-Za-z0-9-]+$`), `must be a token that begins with ${prefix}-, from ${from}`);

const slack = object({
  botToken: token("xoxb", "OAuth & Permissions of your Slack app"),
  appToken: token("xapp", "Basic Information of your Slack app").optional(),
  signingSecret: z
    .string()
    .regex(/^[0-9a-f]{16,64}$/, "must be the signing secret in Basic Information of your Slack app")
    .optional(),
  apiUrl: z.url({ protocol: /^https?$/, error: "must be an address such as https://slack.com/api" }).optional(),
}).refine(({ appToken, signingSecret }) => appToken !== undefined || signingSecret !== undefined, {
  message: "needs appToken (Socket Mode) or signingSecret (HTTP), by which answers arrive",
});

/** How people are reached besides the app. */
export const notifications = object({
  mail: mail.optional(),
  push: object({
    contact: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be an address such as mailto:ops@example.org"),
  }).optional(),
  slack: slack.optional(),
  channels: z
    .array(
      z
        .looseObject({
          name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "must be up to 40 small letters, digits and hyphens"),
        })
        .refine(
          ({ addressesOf, send, test }) => [addressesOf, send, test].every((part) => typeof part === "function"),
          madeByChannel,
        ),
    )
    .optional(),
});
