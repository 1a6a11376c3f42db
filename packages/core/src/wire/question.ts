import * as z from "zod";
import { previewKinds } from "../model/question.ts";
import type { ResponseBody } from "./schema.ts";

/** What an option would lead to, shown on request. */
export const Preview = z
  .object({
    kind: z.enum(previewKinds),
    text: z.string(),
    language: z.string().optional().meta({ description: "The language of code, such as `typescript`" }),
  })
  .meta({ id: "Preview" });
export type Preview = ResponseBody<typeof Preview>;

const Option = z
  .object({
    id: z.string().meta({ example: "o1" }),
    label: z.string(),
    value: z.string().optional(),
    description: z.string().optional(),
    recommended: z
      .object({ reason: z.string().optional() })
      .optional()
      .meta({ description: "The agent would pick this option; it is never picked automatically" }),
    preview: Preview.optional(),
  })
  .meta({ id: "Option" });
export type Option = ResponseBody<typeof Option>;

export const Question = z
  .object({
    id: z.string().meta({ example: "q1" }),
    text: z.string(),
    header: z.string().optional(),
    options: z.array(Option),
    multiSelect: z.boolean(),
    ownWords: z.boolean(),
    secret: z
      .literal(true)
      .optional()
      .meta({ description: "What is typed is sealed: the answer has a handle in its place" }),
  })
  .meta({ id: "Question" });
export type Question = ResponseBody<typeof Question>;
