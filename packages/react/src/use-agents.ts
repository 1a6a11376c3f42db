import { type AgentProfile, neutralise, profileOf } from "@askback/core";
import type { Agent } from "@askback/core/wire";
import { useAskback } from "./askback-context.ts";
import type { AsyncState } from "./data/live/server-cache.ts";
import { useServerQuery } from "./use-server-query.ts";

/** The agents of the server, also those that people are not offered. */
export function useAgents(): AsyncState<readonly Agent[]> {
  return useServerQuery(useAskback().live.queries.agents);
}

/** An agent by its name in the configuration, which people never read: they read the title. */
export type NamedAgent = AgentProfile & Pick<Agent, "name"> & Partial<Agent>;

/** The titles of agents by their names, for texts. */
export function useAgentTitles(): (name: string) => string {
  const agents = useAgents().data;
  return (name) => neutralise(agents?.find((agent) => agent.name === name)?.title ?? profileOf(name).title);
}

/** An agent by its name. One that the server does not have, or not any more, has the profile that derives from its name. */
export function useAgent(name: string): NamedAgent {
  return useAgents().data?.find((agent) => agent.name === name) ?? { name, ...profileOf(name) };
}
