import * as z from "zod";

export const presentationLimits = {
  title: 200,
  fields: 20,
  label: 60,
  value: 2_000,
  command: 10_000,
  diff: 100_000,
} as const;

/** How a tool's author shows the input of a gated call. Plain text: characters that hide or reorder text are escaped. */
export const Presentation = z
  .object({
    title: z.string().min(1).max(presentationLimits.title).optional().meta({ description: "What would run on what" }),
    fields: z
      .array(
        z.object({
          label: z.string().min(1).max(presentationLimits.label),
          value: z.string().max(presentationLimits.value),
        }),
      )
      .max(presentationLimits.fields)
      .optional(),
    diff: z
      .object({
        before: z.string().max(presentationLimits.diff),
        after: z.string().max(presentationLimits.diff),
      })
      .optional()
      .meta({ description: "Two texts of which people read the difference" }),
    command: z.string().min(1).max(presentationLimits.command).optional().meta({ description: "A command line" }),
  })
  .meta({ id: "Presentation", description: "Plain text, with hidden and reordering characters escaped" });

export interface Presentation {
  readonly title?: string | undefined;
  readonly fields?: readonly { readonly label: string; readonly value: string }[] | undefined;
  readonly diff?: { readonly before: string; readonly after: string } | undefined;
  readonly command?: string | undefined;
}
