import { contractNamed, contractNames } from "../contracts/contract-by-name.ts";
import type { Conversation } from "../conversation.ts";
import type { Terms } from "../run.ts";
import type { Offer } from "./offer.ts";
import { spawnAgents } from "./spawn-agents.ts";
import { updateTodos } from "./update-todos.ts";

/** Names that no tool of a builder may have, since calls by them are carried out here. */
export const ownToolNames: readonly string[] = [...contractNames, spawnAgents.name, updateTodos.name];

/** The tools that a run's terms offer to the model beside those of its builder. */
export function offersOf({ contract, spawn, todos }: Terms, parent: Conversation["parent"]): readonly Offer[] {
  return [
    ...(contract !== undefined && !parent ? [contractNamed(contract)] : []),
    ...(spawn && spawn.length > 0 && !parent ? [spawnAgents.offer(spawn)] : []),
    ...(todos ? [updateTodos.offer] : []),
  ];
}
