import { builtInTools, contractByName, contractNames, matchesAny, type QuorumRule, type ToolSpec } from "@askback/core";
import {
  type AgentDefinition,
  type AskSettings,
  approvePatterns,
  contractOf,
  externalTools,
  isInProject,
  termsOf,
} from "./runtime/agent.ts";
import type { Toolbox } from "./runtime/tool/toolbox.ts";

/** The agents by name; throws for a definition that contradicts itself or another one. */
export function toAgentByName(definitions: readonly AgentDefinition[]): ReadonlyMap<string, AgentDefinition> {
  const agents = new Map<string, AgentDefinition>();
  for (const agent of definitions) {
    if (agents.has(agent.name)) throw new Error(`two agents are named "${agent.name}"`);
    const contradiction = findContradiction(agent);
    if (contradiction !== undefined) throw new Error(`the agent "${agent.name}" ${contradiction}`);
    agents.set(agent.name, agent);
  }
  for (const agent of definitions) for (const child of agent.spawn ?? []) checkSpawned(agent, child, agents);
  return agents;
}

/** Throws for a sub-agent that does not exist, or not in every project of the agent that spawns it. */
function checkSpawned(
  { name, projects }: AgentDefinition,
  child: string,
  agents: ReadonlyMap<string, AgentDefinition>,
): void {
  const spawned = agents.get(child);
  if (!spawned) throw new Error(`the agent "${name}" spawns "${child}"; there are: ${[...agents.keys()].join(", ")}`);
  if (!spawned.projects) return;
  const missing = projects ? projects.filter((project) => !isInProject(spawned, project)) : ["any other project"];
  if (missing.length > 0)
    throw new Error(
      `the agent "${name}" spawns "${child}", which does not exist in ${missing.join(", ")}; ` +
        "bind the first to projects of the second, or the second to those of the first",
    );
}

/** What is contradictory in how the agent asks, or undefined. */
function findContradiction(agent: AgentDefinition): string | undefined {
  const { ask, tools = [], audience } = agent;
  if (audience && (audience.people ?? []).length + (audience.groups ?? []).length === 0)
    return "has an audience that names nobody: give people, groups or both as lists of names, or leave it out";
  const patterns = approvePatterns(agent);
  const twice = patterns.find((pattern, index) => patterns.indexOf(pattern) !== index);
  if (twice !== undefined) return `lists "${twice}" twice in approve`;
  const quorum = quorumContradiction(agent);
  if (quorum !== undefined) return quorum;
  const [named, another] = new Set(tools.filter((name) => contractNames.includes(name)));
  if (another !== undefined) return `lists "${named}" and "${another}" in tools; an agent asks by one contract`;
  if (named !== undefined && ask === false)
    return `names "${named}" in tools and says ask: false; leave one of them out`;
  if (ask === false) return undefined;
  const time = timeContradiction(ask);
  if (time !== undefined) return time;
  if (named !== undefined && ask?.contract !== undefined && ask.contract !== named)
    return `names "${named}" in tools and "${ask.contract}" in ask.contract; an agent asks by one contract`;
  const contract = contractOf(agent);
  if (contract === undefined) return undefined;
  if (!contractNames.includes(contract)) return `asks by "${contract}"; there are: ${contractNames.join(", ")}`;
  if (ask?.autoResume === false && continuesSameRun(contract))
    return (
      `says autoResume: false, which would have no effect with ${contract}: the run that asked goes on by itself; ` +
      `it has one with ${contractNames.filter((name) => !continuesSameRun(name)).join(" and ")}`
    );
  return undefined;
}

/** What is contradictory in what happens while nobody answers, or undefined. */
function timeContradiction({ escalation = [], onDeadline, deadlineMs }: AskSettings = {}): string | undefined {
  if (onDeadline && deadlineMs === undefined) return "has ask.onDeadline without ask.deadlineMs; give both";
  if (escalation.some(({ to, remind }) => !to && !remind))
    return "has a step in ask.escalation that neither reminds nor asks somebody: give to, remind or both";
  return undefined;
}

/** What is contradictory in how many people must allow a tool, or undefined. */
function quorumContradiction({ approve = [] }: AgentDefinition): string | undefined {
  for (const entry of approve) {
    if (typeof entry === "string" || entry.quorum === undefined) continue;
    if (entry.remember !== undefined || entry.edit)
      return `lets one person remember or change "${entry.tool}", which several people must allow; leave out remember and edit, or quorum`;
    if (!isQuorum(entry.quorum))
      return `has a quorum for "${entry.tool}" that is neither a number from 2 on nor a list of { count, group, keys }`;
  }
  return undefined;
}

function isQuorum(quorum: number | readonly QuorumRule[]): boolean {
  if (typeof quorum === "number") return Number.isInteger(quorum) && quorum >= 2;
  return quorum.length > 0 && quorum.every(({ count }) => Number.isInteger(count) && count >= 1);
}

function continuesSameRun(contract: string): boolean {
  return contractByName(contract).resumesIn === "same-run";
}

/** Throws for a tool that this server does not have, and for an approval pattern that matches no tool of the agent. */
export function checkTools(agent: AgentDefinition, toolbox: Toolbox): void {
  const own = builtInTools(termsOf(agent), undefined).filter(({ name }) => !contractNames.includes(name));
  toolbox.check(agent.name, externalTools(agent));
  const tools = [...toolbox.select(externalTools(agent)), ...own];
  const names = tools.map(({ name }) => name);
  for (const pattern of approvePatterns(agent)) {
    if (names.some((name) => matchesAny([pattern], name))) continue;
    const remark = contractNames.includes(pattern) ? " (asking people needs no approval)" : "";
    throw new Error(
      `the agent "${agent.name}" wants approval for "${pattern}", which is none of its tools; ` +
        `it has: ${names.join(", ") || "none"}${remark}`,
    );
  }
  for (const { tool, part } of termsOf(agent).remember ?? [])
    if (part !== true)
      checkRememberedFields(
        agent.name,
        part,
        tools.filter(({ name }) => matchesAny([tool], name)),
      );
}

/** Throws where a permission would match by nothing, or by a field that a tool does not have. */
function checkRememberedFields(agent: string, fields: readonly string[], tools: readonly ToolSpec[]): void {
  for (const { name, inputSchema } of tools) {
    const known = Object.keys(inputSchema.properties ?? {});
    const unknown = fields.find((field) => !known.includes(field.split(".")[0] ?? ""));
    if (fields.length > 0 && unknown === undefined) continue;
    const what = unknown === undefined ? "no field" : `"${unknown}", which is no field of it`;
    throw new Error(
      `the agent "${agent}" remembers approvals of "${name}" by ${what}; ` +
        `give fields, or true for the whole input; it has: ${known.join(", ") || "none"}`,
    );
  }
}
