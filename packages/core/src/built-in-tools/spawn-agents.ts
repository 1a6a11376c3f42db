import * as z from "zod";
import { inputSchemaOf } from "../ask/ask-schema.ts";
import { isBlank } from "../ask/plain-text.ts";
import { err, ok, type Result } from "../model/result.ts";
import type { Json, ToolSpec } from "../model/tool-call.ts";

const maxChildren = 8;
const maxTaskLength = 20_000;

const name = "spawn_agents";

const schema = z.strictObject({
  agents: z
    .array(
      z.strictObject({
        agent: z.string().max(100).describe("The name of the agent"),
        task: z
          .string()
          .max(maxTaskLength)
          .refine((task) => !isBlank(task), "must not be blank")
          .describe("All it needs to know: it does not see this conversation"),
      }),
    )
    .min(1)
    .max(maxChildren),
});

export interface Task {
  readonly agent: string;
  readonly task: string;
}

/** The tool that starts sub-agents in parallel and waits for all of them. */
export const spawnAgents = {
  name,
  /** The tool as it is shown to an agent that may start these agents. */
  spec: (agents: readonly string[]): ToolSpec => ({
    name,
    description: [
      `Start 1-${maxChildren} sub-agents side by side and wait until all have ended; their results come in the same order.`,
      "They work on their own and cannot ask the user. NOT available to sub-agents.",
      `Agents: ${agents.join(", ")}.`,
    ].join("\n"),
    inputSchema: inputSchemaOf(schema),
  }),
  read(input: Json, agents: readonly string[]): Result<readonly Task[], string> {
    const parsed = schema.safeParse(input);
    if (!parsed.success)
      return err(
        `Invalid input: ${z.prettifyError(parsed.error).slice(0, 1_000)}\nCorrect this and call ${name} again.`,
      );
    const unknown = parsed.data.agents.find(({ agent }) => !agents.includes(agent));
    if (unknown)
      return err(
        `Invalid input: there is no agent ${JSON.stringify(unknown.agent)} to start. There are: ${agents.join(", ")}.`,
      );
    return ok(parsed.data.agents);
  },
};
