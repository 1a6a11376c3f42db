import type { Audience } from "@askback/core";
import { type AgentDefinition, quorumsOf } from "./runtime/agent.ts";
import { type Answerable, namesText } from "./store/people/answerable.ts";
import { defaultProject } from "./store/people/directory.ts";

/** A field of a definition that names people or groups whom a project does not have. */
export interface UnknownNames {
  readonly agent: string;
  readonly project: string;
  readonly field: string;
  readonly unknown: Audience;
}

/** What agents' definitions name that their projects do not have; one that is bound to no project is looked up in the default one. */
export async function findUnknownNames(
  answerable: Pick<Answerable, "unknownIn">,
  agents: Iterable<AgentDefinition>,
): Promise<readonly UnknownNames[]> {
  const found: UnknownNames[] = [];
  for (const agent of agents)
    for (const project of agent.projects ?? [defaultProject])
      for (const [field, audience] of audiencesOf(agent)) {
        const unknown = await answerable.unknownIn(project, audience);
        if (unknown) found.push({ agent: agent.name, project, field, unknown });
      }
  return found;
}

/** As a sentence for whoever wrote the definition. */
export function unknownNamesText({ agent, project, field, unknown }: UnknownNames): string {
  return `${field} of the agent "${agent}" names ${namesText(unknown)}: nobody by that name may answer in the project "${project}"`;
}

/** Whoever a definition names, by its fields. */
function audiencesOf(agent: AgentDefinition): readonly (readonly [field: string, audience: Audience])[] {
  const { escalation = [], onDeadline } = agent.ask || {};
  const groups = quorumsOf(agent).flatMap(({ rules }) => rules.flatMap(({ group }) => group ?? []));
  return [
    ...(agent.audience ? [["audience", agent.audience] as const] : []),
    ...escalation.flatMap(({ to }) => (to ? [["ask.escalation", to] as const] : [])),
    ...(onDeadline ? [["ask.onDeadline", onDeadline.to] as const] : []),
    ...(groups.length > 0 ? [["approve", { groups: [...new Set(groups)] }] as const] : []),
  ];
}
