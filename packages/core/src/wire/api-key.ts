import * as z from "zod";
import { GroupNames, PersonName } from "./people.ts";
import { type RequestBody, type ResponseBody, Time } from "./schema.ts";

const scopes = ["ask", "answer", "read", "metrics", "admin", "tokens", "tokens:members", "tokens:groups"] as const;

/** `POST /v1/keys` */
export const CreateApiKey = z.strictObject({
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u, "must be 1 to 60 letters, digits, spaces, dots, - or _")
    .meta({ description: "What its holder is called; keys with one name are one caller", example: "ci" }),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
  expiresInDays: z.int().min(1).max(3650).optional().meta({ description: "It never expires unless given" }),
});
export type CreateApiKey = RequestBody<typeof CreateApiKey>;

/** A key as it can be seen after it was created. */
export const ApiKey = z
  .object({
    id: z.string().meta({ description: "The part of the key that is no secret" }),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    createdBy: z.string(),
    createdAt: Time,
    expiresAt: Time.optional(),
    lastUsedAt: Time.optional().meta({ description: "To the minute" }),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = ResponseBody<typeof ApiKey>;

export const CreatedApiKey = ApiKey.extend({
  key: z.string().meta({ description: "The key itself; it is shown only here", example: "ask_..." }),
}).meta({ id: "CreatedApiKey" });
export type CreatedApiKey = ResponseBody<typeof CreatedApiKey>;

const lifetime = {
  expiresInSeconds: z.int().min(5).max(3600).default(600).meta({ description: "How long it is valid, up to an hour" }),
};

/** `POST /v1/tokens` */
export const CreateToken = z.union([
  z.strictObject({
    person: z
      .string()
      .min(1)
      .max(80)
      .meta({ description: "A member of the project; the key needs the scope `tokens:members`" }),
    ...lifetime,
  }),
  z.strictObject({
    subject: z.string().min(1).max(200).meta({ description: "How the backend names the person", example: "user-42" }),
    name: PersonName,
    role: z.enum(["member", "viewer"]).default("member").meta({ description: "With the first token" }),
    groups: GroupNames.default([]).meta({
      description: "With the first token; the key needs the scope `tokens:groups`",
    }),
    ...lifetime,
  }),
]);
export type CreateToken = RequestBody<typeof CreateToken>;
export type GivenToken = z.output<typeof CreateToken>;

export const Token = z
  .object({ token: z.string(), person: z.string().meta({ description: "The id of the person" }), expiresAt: Time })
  .meta({ id: "Token" });
export type Token = ResponseBody<typeof Token>;
