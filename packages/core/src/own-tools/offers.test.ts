import { expect, test } from "vitest";
import { contractNamed, contractNames } from "../contracts/contract-by-name.ts";
import { terms } from "../testing/samples.ts";
import { offersOf, ownToolNames } from "./offers.ts";

const parent = { conversationId: "conv_p", callId: "c1" };
const limits = { stepLimit: 1, askLimit: 1 };

function namesOf(...args: Parameters<typeof offersOf>): readonly string[] {
  return offersOf(...args).map(({ name }) => name);
}

test("[CTR-1] the model is offered the one contract of its terms, or none", () => {
  expect(contractNames).toEqual(["ask_user_question", "ask_user", "question", "AskUserQuestion"]);
  for (const contract of contractNames) expect(namesOf({ ...limits, contract }, undefined)).toEqual([contract]);
  expect(namesOf(limits, undefined)).toEqual([]);
});

test("[CTR-1] each contract is found by its name, and a name that never was is a mistake of the program", () => {
  for (const name of [...contractNames, "approval"]) expect(contractNamed(name).name).toBe(name);
  for (const name of ["", "toString", "__proto__", "ask"]) expect(() => contractNamed(name)).toThrow("no contract");
});

test("[SUB-6] neither asking nor spawning is offered to a sub-agent", () => {
  const all = { ...terms, spawn: ["scout"], todos: true };
  expect(namesOf(all, undefined)).toEqual(["ask_user_question", "spawn_agents", "update_todos"]);
  expect(namesOf(all, parent)).toEqual(["update_todos"]);
  expect(namesOf({ ...limits, spawn: [] }, undefined)).toEqual([]);
});

test("[SUB-1] the offer names the agents that can be started", () => {
  const [offer] = offersOf({ ...limits, spawn: ["scout", "writer"] }, undefined);
  expect(offer?.description).toContain("Agents: scout, writer.");
  expect(offer?.description).toContain("1-8 sub-agents");
});

test("[CTR-1] no builder's tool may have the name of one that is carried out here", () => {
  expect(ownToolNames).toEqual([...contractNames, "spawn_agents", "update_todos"]);
});
