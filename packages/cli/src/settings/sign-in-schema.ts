import * as z from "zod";
import { object } from "./strict-object.ts";

const texts = z.array(z.string().min(1)).optional();

const provider = object({
  name: z.string().regex(/^[a-z0-9-]{1,40}$/, "must be 1 to 40 of a-z, 0-9 and -: it is a part of addresses"),
  title: z.string().min(1).max(60).optional(),
  issuer: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => /^https:|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/.test(url),
      "must be https, except on this machine",
    ),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  scopes: z
    .string()
    .regex(/(^| )openid( |$)/, "must contain openid")
    .optional(),
  admit: object({
    emailDomains: texts,
    emails: texts,
    project: z.string().min(1).optional(),
    role: z.enum(["member", "viewer"]).optional(),
    groups: texts,
  }).optional(),
});

/** How people sign in. */
export const signIn = object({
  oidc: z
    .array(provider)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, "the names must differ")
    .optional(),
});
