import * as z from "zod";

/** Who is calling. */
export const Me = z
  .object({ id: z.string(), project: z.string(), scopes: z.array(z.enum(["ask", "answer"])) })
  .meta({ id: "Me" });
export type Me = z.infer<typeof Me>;
