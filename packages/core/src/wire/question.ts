import * as z from "zod";

/** What an option would lead to, shown on request. */
export const Preview = z
  .object({
    kind: z.enum(["markdown", "code", "diff", "json"]),
    text: z.string(),
    language: z.string().optional().meta({ description: "Of code, as in `typescript`" }),
  })
  .meta({ id: "Preview" });
export type Preview = z.infer<typeof Preview>;

const Option = z
  .object({
    id: z.string().meta({ example: "o1" }),
    label: z.string(),
    value: z.string().optional(),
    description: z.string().optional(),
    recommended: z
      .object({ reason: z.string().optional() })
      .optional()
      .meta({ description: "The agent would pick it; nothing is picked by it" }),
    preview: Preview.optional(),
  })
  .meta({ id: "Option" });
export type Option = z.infer<typeof Option>;

export const Question = z
  .object({
    id: z.string().meta({ example: "q1" }),
    text: z.string(),
    header: z.string().optional(),
    options: z.array(Option),
    multiSelect: z.boolean(),
    ownWords: z.boolean(),
  })
  .meta({ id: "Question" });
export type Question = z.infer<typeof Question>;
