import * as z from "zod";

const names = z.array(z.string());

export const Agent = z
  .object({
    name: z.string(),
    contract: z.string().optional().meta({ description: "How it asks people" }),
    tools: names,
    approve: names.meta({ description: "Those of its tools that run only when a person allows it" }),
    spawn: names.meta({ description: "Agents that it may start as sub-agents" }),
    canAsk: z.boolean(),
  })
  .meta({ id: "Agent" });
export type Agent = z.infer<typeof Agent>;
