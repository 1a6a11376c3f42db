import type { InquiryRecord } from "@askback/core";
import { type AgentDefinition, type AgentInProject, agentsIn, isInProject } from "../../runtime/agent.ts";
import type { Problem } from "../problems/problem.ts";

/** The problem of an agent that a project does not have; the agents of other projects are not named. */
export function unknownAgent(
  agents: ReadonlyMap<string, AgentDefinition>,
  { agent, project }: AgentInProject,
): Problem {
  const known = agentsIn(agents, project).map(({ name }) => name);
  return {
    status: 422,
    code: "agent-unknown",
    title: `No agent is named "${agent}"`,
    hint: `Agents here: ${known.join(", ") || "none"}. Declare more in askback.config.ts.`,
  };
}

/** Why an agent may not go on in a conversation that began before it was bound to other projects; undefined where it may. */
export function boundElsewhere(
  agents: ReadonlyMap<string, AgentDefinition>,
  where: AgentInProject & Pick<InquiryRecord, "origin">,
): Problem | undefined {
  // An agent that runs elsewhere may have the name of one that runs here.
  const agent = where.origin ? undefined : agents.get(where.agent);
  return agent && !isInProject(agent, where.project) ? unknownAgent(agents, where) : undefined;
}
