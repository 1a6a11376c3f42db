import { contractNamed, contractNames, matchesAny, offersOf } from "@askback/core";
import { type AgentDefinition, contractOf, outerTools, termsOf } from "./runtime/agent.ts";
import type { Toolbox } from "./runtime/tool/toolbox.ts";

/** The agents by name; throws for a definition that contradicts itself or another one. */
export function agentByName(definitions: readonly AgentDefinition[]): ReadonlyMap<string, AgentDefinition> {
  const agents = new Map<string, AgentDefinition>();
  for (const agent of definitions) {
    if (agents.has(agent.name)) throw new Error(`two agents are named "${agent.name}"`);
    const fault = contradiction(agent);
    if (fault !== undefined) throw new Error(`the agent "${agent.name}" ${fault}`);
    agents.set(agent.name, agent);
  }
  for (const { name, spawn = [] } of definitions)
    for (const child of spawn)
      if (!agents.has(child))
        throw new Error(`the agent "${name}" spawns "${child}"; there are: ${[...agents.keys()].join(", ")}`);
  return agents;
}

/** Why the definition cannot say how the agent asks, or undefined when it does. */
function contradiction(agent: AgentDefinition): string | undefined {
  const { ask, tools = [] } = agent;
  const [named, another] = new Set(tools.filter((name) => contractNames.includes(name)));
  if (another !== undefined) return `lists "${named}" and "${another}" in tools; an agent asks by one contract`;
  if (named !== undefined && ask === false)
    return `names "${named}" in tools and says ask: false; leave one of them out`;
  if (ask === false) return undefined;
  if (named !== undefined && ask?.contract !== undefined && ask.contract !== named)
    return `names "${named}" in tools and "${ask.contract}" in ask.contract; an agent asks by one contract`;
  const contract = contractOf(agent);
  if (contract === undefined) return undefined;
  if (!contractNames.includes(contract)) return `asks by "${contract}"; there are: ${contractNames.join(", ")}`;
  if (ask?.autoResume === false && goesOnAlone(contract))
    return (
      `says autoResume: false, which would have no effect with ${contract}: the run that asked goes on by itself; ` +
      `it has one with ${contractNames.filter((name) => !goesOnAlone(name)).join(" and ")}`
    );
  return undefined;
}

function goesOnAlone(contract: string): boolean {
  return contractNamed(contract).goesOn === "same-run";
}

/** Throws for a tool that this server does not have, and for an approval that would gate nothing: what was meant would run. */
export function checkTools(agent: AgentDefinition, toolbox: Toolbox): void {
  const own = offersOf(termsOf(agent), undefined).filter(({ name }) => !contractNames.includes(name));
  const names = [...toolbox.select(outerTools(agent)), ...own].map(({ name }) => name);
  for (const pattern of agent.approve ?? []) {
    if (names.some((name) => matchesAny([pattern], name))) continue;
    const remark = contractNames.includes(pattern) ? " (asking people needs no approval)" : "";
    throw new Error(
      `the agent "${agent.name}" wants approval for "${pattern}", which is none of its tools; ` +
        `it has: ${names.join(", ") || "none"}${remark}`,
    );
  }
}
