import * as z from "zod";
import { Receipt } from "./inquiry.ts";

/** What went wrong, for a program (`code`) and for a person (`title`, `detail`, `hint`). */
export const Problem = z
  .object({
    type: z.string(),
    status: z.int(),
    code: z.string().meta({ example: "answer-misfit" }),
    title: z.string(),
    detail: z.string().optional(),
    hint: z.string().meta({ description: "What to do next" }),
    errors: z
      .array(z.object({ pointer: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "The places of a request that does not fit" }),
    receipt: Receipt.optional(),
    inquiryId: z.string().optional(),
    revision: z.int().optional().meta({ description: "The current one" }),
    parentId: z.string().optional().meta({ description: "The conversation that a sub-agent works for" }),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;
