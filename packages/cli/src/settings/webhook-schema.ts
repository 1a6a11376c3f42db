import * as z from "zod";
import { name } from "./name-schema.ts";
import { object } from "./strict-object.ts";

const webhookSecret = z
  .string()
  .refine(
    (secret) => isBase64(secret) && Buffer.from(secret.slice("whsec_".length), "base64").length >= 24,
    'must be "whsec_" and at least 24 bytes in base64, such as that of `askback webhooks secret --new`',
  );

const url = z.url({ protocol: /^https?$/ }).max(2_000);
const secret = z
  .union([webhookSecret, z.array(webhookSecret).min(1).max(3)], {
    error: 'must be a text such as "whsec_...", or up to three of them while receivers change over',
  })
  .optional();

/** The webhook of a key. */
export const webhook = object({ url: url.optional(), secret });

/** What holds for all webhooks. */
export const webhooks = object({
  allowPrivate: z
    .union([z.boolean(), z.array(z.string().min(1))], { error: 'must be true, or a list of hosts such as "10.0.0.7"' })
    .optional(),
  receivers: z
    .array(object({ name, project: name.optional(), url, secret }))
    .max(20)
    .refine((receivers) => new Set(receivers.map((receiver) => receiver.name)).size === receivers.length, {
      message: "the names must differ from each other",
    })
    .optional(),
});

/** Whether a secret has the form of Standard Webhooks. */
function isBase64(secret: string): boolean {
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) && secret.length % 4 === "whsec_".length % 4;
}
