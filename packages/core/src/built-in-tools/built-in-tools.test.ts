import { expect, test } from "vitest";
import { contractByName, contractNames } from "../contracts/contract-by-name.ts";
import { terms } from "../testing/samples.ts";
import { builtInToolNames, builtInTools } from "./built-in-tools.ts";

const parent = { conversationId: "conv_p", callId: "c1" };
const limits = { stepLimit: 1, askLimit: 1 };

function namesOf(...args: Parameters<typeof builtInTools>): readonly string[] {
  return builtInTools(...args).map(({ name }) => name);
}

test("[CONTRACT-1] [S1-01, S2-06, S2-30, S3-50] the model gets the one contract of its terms as a tool, or none", () => {
  expect(contractNames).toEqual(["ask_user_question", "ask_user", "question", "AskUserQuestion"]);
  for (const contract of contractNames) expect(namesOf({ ...limits, contract }, undefined)).toEqual([contract]);
  expect(namesOf(limits, undefined)).toEqual([]);
});

test("[CONTRACT-1] each contract is found by its name, and an unknown name throws", () => {
  for (const name of [...contractNames, "approval"]) expect(contractByName(name).name).toBe(name);
  for (const name of ["", "toString", "__proto__", "ask"]) expect(() => contractByName(name)).toThrow("no contract");
});

test("[SUBAGENT-6] [S0-33] a sub-agent gets neither an ask tool nor the spawn tool", () => {
  const all = { ...terms, spawn: ["scout"], todos: true };
  expect(namesOf(all, undefined)).toEqual(["ask_user_question", "spawn_agents", "update_todos"]);
  expect(namesOf(all, parent)).toEqual(["update_todos"]);
  expect(namesOf({ ...limits, spawn: [] }, undefined)).toEqual([]);
});

test("[SUBAGENT-1] the spawn tool names the agents that can be started", () => {
  const [offer] = builtInTools({ ...limits, spawn: ["scout", "writer"] }, undefined);
  expect(offer?.description).toContain("Agents: scout, writer.");
  expect(offer?.description).toContain("1-8 sub-agents");
});

test("[CONTRACT-1] the names of built-in tools are reserved", () => {
  expect(builtInToolNames).toEqual([...contractNames, "spawn_agents", "update_todos"]);
});

test("[CONTRACT-1] the words of each tool that a model reads are those that were last agreed on", () => {
  const specs = [
    ...contractNames.map(contractByName),
    ...builtInTools({ ...limits, spawn: ["scout"], todos: true }, undefined),
  ];
  const words = specs.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(words).toMatchSnapshot();
});
