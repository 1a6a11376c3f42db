import { contractByName, contractNames } from "../contracts/contract-by-name.ts";
import type { Conversation } from "../model/conversation.ts";
import type { Terms } from "../model/run.ts";
import type { ToolSpec } from "../model/tool-call.ts";
import { spawnAgents } from "./spawn-agents.ts";
import { updateTodos } from "./update-todos.ts";

/** The names of the tools that the core executes itself; no other tool may have one of them. */
export const builtInToolNames: readonly string[] = [...contractNames, spawnAgents.name, updateTodos.name];

/** The built-in tools that a run's terms give to the model. */
export function builtInTools({ contract, spawn, todos }: Terms, parent: Conversation["parent"]): readonly ToolSpec[] {
  return [
    ...(contract !== undefined && !parent ? [contractByName(contract)] : []),
    ...(spawn && spawn.length > 0 && !parent ? [spawnAgents.spec(spawn)] : []),
    ...(todos ? [updateTodos.spec] : []),
  ];
}
