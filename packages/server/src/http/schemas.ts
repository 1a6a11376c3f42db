import { z } from "@hono/zod-openapi";
import { orderOf } from "../store/pages.ts";

/** What every route takes in the same form; what they give is in the core, where clients see it too. */
export const PageQuery = z.object({
  limit: z.coerce.number("must be a number").int().min(1).max(200).default(50),
  cursor: z
    .string()
    .max(400)
    .refine((cursor) => orderOf(cursor) !== undefined, "is no `next` of a page")
    .optional()
    .openapi({ description: "`next` of the page before" }),
});

export const IdempotencyHeaders = z.object({
  "idempotency-key": z
    .string()
    .min(1)
    .max(255)
    .optional()
    .openapi({ description: "The same request again under the same key gets the same response, for 24 hours" }),
});

export const IdParams = z.object({ id: z.string().max(80) });
