import { builtInToolNames } from "@askback/core";
import { expect, test } from "vitest";
import * as z from "zod";
import { checkTools, toAgentByName } from "./check-agents.ts";
import { type AgentDefinition, nameableTools } from "./runtime/agent.ts";
import { defineTool } from "./runtime/tool/tool.ts";
import { createToolbox } from "./runtime/tool/toolbox.ts";

const named = (name: string) => defineTool({ name, description: "", input: z.object({}), run() {} });
const toolbox = createToolbox(["deploy", "files__read", "files__write"].map(named), builtInToolNames, nameableTools);
const agent = (settings: Partial<AgentDefinition>): AgentDefinition => ({
  name: "guide",
  instructions: "",
  model: "ollama/x",
  ...settings,
});

const check = (settings: Partial<AgentDefinition>) => checkTools(agent(settings), toolbox);

test.each<[string, readonly string[], Partial<AgentDefinition>]>([
  ["another tool of the server", ["deploy"], { tools: ["files__*"] }],
  ["a tool misspelt", ["files__write", "deploi"], { tools: ["deploy", "files__write"] }],
  ["a prefix of nothing", ["mail__*"], { tools: ["deploy"] }],
  ["spawn_agents where it may not spawn", ["spawn_agents"], { tools: ["deploy"], spawn: [] }],
  ["update_todos where it is not listed", ["update_todos"], { tools: ["deploy"] }],
  ["everything of an agent that has nothing", ["*"], {}],
])("[APPROVAL-1] approval for %s is refused with the agent, the pattern and what there is", (_, approve, settings) => {
  const pattern = approve.at(-1);
  const has = toolbox.select(settings.tools ?? []).map(({ name }) => name);
  expect(() => check({ ...settings, approve })).toThrow(
    `the agent "guide" wants approval for "${pattern}", which is none of its tools; it has: ${has.join(", ") || "none"}`,
  );
});

test.each<[string, AgentDefinition["approve"], string]>([
  ["a pattern twice", ["deploy", { tool: "deploy", remember: true }], 'lists "deploy" twice in approve'],
  ["no field", [{ tool: "deploy", remember: [] }], 'remembers approvals of "deploy" by no field'],
  [
    "a field that the tool does not have",
    [{ tool: "deploy", remember: ["to.zone"] }],
    'by "to.zone", which is no field',
  ],
])("[APPROVAL-10] %s is refused", (_, approve, message) => {
  const settings = agent({ tools: ["deploy"], ...(approve && { approve }) });
  expect(() => {
    toAgentByName([settings]);
    checkTools(settings, toolbox);
  }).toThrow(message);
});

test("[APPROVAL-10] fields of every tool that a pattern matches, or the whole input, can be remembered by", () => {
  const shop = defineTool({
    name: "shop",
    description: "",
    input: z.object({ to: z.object({ zone: z.string() }) }),
    run() {},
  });
  const settings = { tools: ["shop"], approve: [{ tool: "s*", remember: ["to.zone"] }] };
  checkTools(agent(settings), createToolbox([shop], builtInToolNames, nameableTools));
  check({ tools: ["deploy"], approve: [{ tool: "deploy", remember: true }] });
});

test("[APPROVAL-1] a contract cannot be gated, which the refusal says", () => {
  expect(() => check({ tools: ["deploy"], approve: ["ask_user_question"] })).toThrow(
    /"ask_user_question".*it has: deploy \(asking people needs no approval\)/,
  );
});

test("[APPROVAL-1] patterns that match a tool of the agent are accepted", () => {
  check({ tools: ["deploy", "files__*"], approve: ["deploy", "files__w*", "files__read", "*"] });
  check({ tools: ["update_todos"], spawn: ["guide"], approve: ["update_todos", "spawn_agents", "spawn*"] });
});

test.each(["Question", "questions", "spawn_agent"])(
  "[CLI-2] tools: %s is refused with the builder's tools and Askback's own",
  (name) => {
    expect(() => check({ tools: [name] })).toThrow(
      `lists "${name}" in tools, which is none; there are: deploy, files__read, files__write; ` +
        "and Askback's own: ask_user_question, ask_user, question, AskUserQuestion, update_todos",
    );
  },
);

test.each<[string, Partial<AgentDefinition>, string]>([
  ["two contracts in tools", { tools: ["question", "ask_user"] }, 'lists "question" and "ask_user" in tools'],
  [
    "one in tools and another in ask.contract",
    { tools: ["question"], ask: { contract: "ask_user" } },
    'names "question" in tools and "ask_user" in ask.contract',
  ],
  [
    "a contract in tools and ask: false",
    { tools: ["question"], ask: false },
    'names "question" in tools and says ask: false',
  ],
  [
    "autoResume: false where the same run goes on",
    { ask: { autoResume: false } },
    "says autoResume: false, which would have no effect with ask_user_question: the run that asked goes on by itself",
  ],
  [
    "the same by a contract in tools",
    { tools: ["question"], ask: { autoResume: false } },
    "says autoResume: false, which would have no effect with question",
  ],
  ["an unknown contract", { ask: { contract: "shout" } }, 'asks by "shout"; there are: ask_user_question'],
])("[CLI-2] %s is refused with the agent's name", (_, settings, words) => {
  expect(() => toAgentByName([agent(settings)])).toThrow(`the agent "guide" ${words}`);
});

test("[CONTRACT-1] [S2-06, S2-30] one contract, named in either way or in both, is accepted", () => {
  const definitions: readonly Partial<AgentDefinition>[] = [
    { tools: ["question"] },
    { ask: { contract: "question" } },
    { tools: ["question", "question"], ask: { contract: "question" } },
    { tools: ["ask_user"], ask: { autoResume: false } },
    { ask: { contract: "AskUserQuestion", autoResume: false } },
    { ask: { autoResume: true } },
    { ask: false },
  ];
  for (const settings of definitions) expect(toAgentByName([agent(settings)]).size).toBe(1);
});

test.each<[string, readonly string[] | undefined, readonly string[] | undefined, string | undefined]>([
  ["all projects, one of some", undefined, ["shop"], "which does not exist in any other project"],
  ["more projects than it", ["shop", "garden"], ["shop"], "which does not exist in garden"],
  ["some of its projects", ["shop"], ["shop", "garden"], undefined],
  ["some projects, one of all", ["shop"], undefined, undefined],
])("[PROJECT-3] an agent of %s spawns a sub-agent only where that exists", (_, projects, ofChild, message) => {
  const definitions = [
    agent({ spawn: ["child"], ...(projects && { projects }) }),
    agent({ name: "child", ...(ofChild && { projects: ofChild }) }),
  ];
  if (message === undefined) expect(toAgentByName(definitions).size).toBe(2);
  else expect(() => toAgentByName(definitions)).toThrow(message);
});

test.each<[string, Partial<AgentDefinition>, string]>([
  ["[AUDIENCE-5] an audience of nobody", { audience: {} }, "has an audience that names nobody"],
  ["[AUDIENCE-5] an audience of empty lists", { audience: { people: [], groups: [] } }, "names nobody"],
  ["[QUORUM-7] a quorum of one", { approve: [{ tool: "deploy", quorum: 1 }] }, 'has a quorum for "deploy"'],
  ["[QUORUM-7] a quorum of no rule", { approve: [{ tool: "deploy", quorum: [] }] }, 'has a quorum for "deploy"'],
  ["[REMIND-5] a step that does nothing", { ask: { escalation: [{ afterMs: 5 }] } }, "neither reminds nor asks"],
  [
    "[REMIND-5] others at no deadline",
    { ask: { onDeadline: { to: { people: ["ana"] }, forMs: 5 } } },
    "has ask.onDeadline without ask.deadlineMs",
  ],
  [
    "[QUORUM-7] a quorum whose call one person may change",
    { approve: [{ tool: "deploy", quorum: 2, edit: true }] },
    'lets one person remember or change "deploy"',
  ],
])("%s is refused", (_, settings, message) => {
  expect(() => toAgentByName([agent({ tools: ["deploy"], ...settings })])).toThrow(message);
});
