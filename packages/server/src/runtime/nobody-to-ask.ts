import type { Audience, Command, Conversation } from "@askback/core";
import { type Answerable, namesText } from "../store/people/answerable.ts";
import { type AgentDefinition, quorumsOf } from "./agent.ts";

/** Why nobody could answer what a run may ask: its definition names nobody whom the project has. Undefined where somebody could. */
export async function nobodyToAsk(
  answerable: Pick<Answerable, "unknownIn">,
  agent: AgentDefinition,
  { project, run }: Extract<Conversation, { status: "thinking" }>,
): Promise<string | undefined> {
  const { audience } = run.terms;
  if (audience) {
    const unknown = await answerable.unknownIn(project, audience);
    if (unknown && sizeOf(unknown) === sizeOf(audience)) return reason("its audience", unknown);
  }
  const groups = quorumsOf(agent).flatMap(({ rules }) => rules.flatMap(({ group }) => group ?? []));
  const missing = groups.length > 0 ? await answerable.unknownIn(project, { groups: [...new Set(groups)] }) : undefined;
  return missing && reason("a quorum", missing);

  function reason(what: string, unknown: Audience): string {
    return `nobody can answer the agent "${agent.name}": ${what} names ${namesText(unknown)}, which the project "${project}" does not have`;
  }
}

function sizeOf({ people = [], groups = [] }: Audience): number {
  return people.length + groups.length;
}

export function nobodyToAskFailure(reason: string, effect: string, at: number): Command {
  const message = `${reason}: correct the definition or add them to the project, and retry`;
  return { type: "record-failure", effect, at, error: { kind: "setup", message, retryable: false }, retryAt: at };
}
