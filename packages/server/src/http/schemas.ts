import { z } from "@hono/zod-openapi";
import { parseCursor } from "../store/page.ts";

/** The parameters that several routes share; bodies are in `@askback/core/wire`, where clients see them too. */
export const PageQuery = z.object({
  limit: z.coerce.number("must be a number").int().min(1).max(200).default(50),
  cursor: z
    .string()
    .max(400)
    .refine((cursor) => parseCursor(cursor) !== undefined, "is no `next` of a page")
    .optional()
    .openapi({ description: "`next` of the page before" }),
});

/** A page of a list that is usually short, so that most readers need no second one. */
export const LongPageQuery = PageQuery.extend({ limit: PageQuery.shape.limit.unwrap().default(200) });

export const searchDescription =
  "A page may be short or empty while there is a `next`: a search ends early after a limit of work, and `next` continues it.";

export const IdempotencyHeaders = z.object({
  "idempotency-key": z
    .string()
    .min(1)
    .max(255)
    .optional()
    .openapi({ description: "The same request again under the same key gets the same response, for 24 hours" }),
});

export const FileHeaders = z.object({
  "file-name": z.string().optional().openapi({ description: "The name of the file, percent-encoded as UTF-8" }),
});

/** How long a request waits for a resolution. */
export const WaitQuery = z.object({
  wait: z.coerce
    .number("must be a number")
    .min(0, "must be 0 to 60 seconds")
    .max(60, "must be 0 to 60 seconds")
    .default(0)
    .openapi({ type: "number", minimum: 0, maximum: 60, description: "Seconds to wait for its resolution" }),
});

export const IdParams = z.object({ id: z.string().max(80) });
