import * as z from "zod";
import { Audience } from "./audience.ts";
import { Receipt } from "./inquiry.ts";
import type { ResponseBody } from "./schema.ts";

/** What went wrong, for a program (`code`) and for a person (`title`, `detail`, `hint`). */
export const Problem = z
  .object({
    type: z
      .string()
      .meta({ description: "Where this server says what the code means", example: "/docs/errors#answer-misfit" }),
    status: z.int(),
    code: z.string().meta({ example: "answer-misfit" }),
    title: z.string(),
    detail: z.string().optional(),
    hint: z.string().meta({ description: "What to do next" }),
    errors: z
      .array(z.object({ pointer: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "Which parts of the request are invalid" }),
    receipt: Receipt.optional(),
    inquiryId: z.string().optional(),
    audience: Audience.optional().meta({ description: "Who may answer" }),
    revision: z.int().optional().meta({ description: "The current revision" }),
    claimant: z.string().optional().meta({ description: "Who has the named claim" }),
    parentId: z.string().optional().meta({ description: "The parent conversation of a sub-agent" }),
    signInCommand: z.string().optional().meta({ description: "The command that prints a link to sign in" }),
  })
  .meta({ id: "Problem" });
export type Problem = ResponseBody<typeof Problem>;
