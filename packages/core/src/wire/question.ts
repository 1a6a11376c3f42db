import * as z from "zod";

export const Question = z
  .object({
    id: z.string().meta({ example: "q1" }),
    text: z.string(),
    header: z.string().optional(),
    options: z.array(
      z.object({
        id: z.string().meta({ example: "o1" }),
        label: z.string(),
        value: z.string().optional(),
        description: z.string().optional(),
      }),
    ),
    multiSelect: z.boolean(),
    ownWords: z.boolean(),
  })
  .meta({ id: "Question" });
export type Question = z.infer<typeof Question>;
