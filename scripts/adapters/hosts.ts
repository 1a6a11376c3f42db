import { readFileSync } from "node:fs";
import * as agUi from "./ag-ui.ts";
import * as aiSdk from "./ai-sdk.ts";
import * as claude from "./claude-agent-sdk.ts";
import type { Lab } from "./lab.ts";
import * as langgraph from "./langgraph.ts";
import * as mastra from "./mastra.ts";
import * as openai from "./openai-agents.ts";
import type { Row } from "./row.ts";

/** A host, what it does alone, and what it does with its adapter. */
export interface Host {
  readonly name: string;
  readonly version: string;
  /** Whether it is installed with this repository, so that CI observes it too. */
  readonly isInstalled: boolean;
  /** Absent where the host cannot be run here alone. */
  readonly alone?: () => Promise<Row>;
  readonly withAskback: (lab: Lab) => Promise<Row>;
}

function installed(name: string): string {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}

export const hosts: readonly Host[] = [
  {
    name: "Vercel AI SDK",
    version: installed("ai"),
    isInstalled: true,
    alone: aiSdk.alone,
    withAskback: aiSdk.withAskback,
  },
  { name: "Claude Agent SDK", version: "0.3.325", isInstalled: true, withAskback: claude.withAskback },
  {
    name: "OpenAI Agents",
    version: installed("@openai/agents"),
    isInstalled: true,
    alone: openai.alone,
    withAskback: openai.withAskback,
  },
  {
    name: "LangGraph.js",
    version: installed("@langchain/langgraph"),
    isInstalled: true,
    alone: langgraph.alone,
    withAskback: langgraph.withAskback,
  },
  {
    name: "AG-UI",
    version: installed("@ag-ui/core"),
    isInstalled: true,
    alone: agUi.alone,
    withAskback: agUi.withAskback,
  },
  { name: "Mastra", version: mastra.version, isInstalled: false, alone: mastra.alone, withAskback: mastra.withAskback },
];
