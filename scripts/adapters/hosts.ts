import { readFileSync } from "node:fs";
import { versions as clients } from "../../clients/install.ts";
import { packagesOf } from "../example-folder.ts";
import * as agUi from "./ag-ui.ts";
import * as aiSdk from "./ai-sdk.ts";
import { alone as claudeAlone } from "./claude/alone.ts";
import { withAskback as claudeWithAskback } from "./claude/with-askback.ts";
import type { Lab } from "./lab.ts";
import * as langgraph from "./langgraph.ts";
import * as mastra from "./mastra.ts";
import * as openai from "./openai-agents.ts";
import type { Row } from "./row.ts";

/** A host alone, or with its adapter: a line of the table. */
export interface Observed {
  /** The name of the line, which has the version of the host where it is alone. */
  readonly name: string;
  /** Whether what it needs is installed with this repository, so that CI observes it too. */
  readonly isInstalled: boolean;
  observe(lab: Lab): Promise<Row>;
}

interface Observations {
  alone(): Promise<Row>;
  withAskback(lab: Lab): Promise<Row>;
}

function linesOf(host: string, version: string, observations: Observations, isInstalled = true): readonly Observed[] {
  return [
    { name: `${host} ${version}`, isInstalled, observe: observations.alone },
    { name: `${host} with Askback`, isInstalled, observe: observations.withAskback },
  ];
}

function installed(name: string): string {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}

const claude = { alone: claudeAlone, withAskback: claudeWithAskback };

export const lines: readonly Observed[] = [
  ...linesOf("Vercel AI SDK", installed("ai"), aiSdk),
  ...linesOf("Claude Agent SDK", clients["@anthropic-ai/claude-agent-sdk"], claude, false),
  ...linesOf("OpenAI Agents", installed("@openai/agents"), openai),
  ...linesOf("LangGraph.js", installed("@langchain/langgraph"), langgraph),
  ...linesOf("AG-UI", installed("@ag-ui/core"), agUi),
  ...linesOf("Mastra", packagesOf("adapters", "@mastra/core")["@mastra/core"] ?? "", mastra, false),
];
