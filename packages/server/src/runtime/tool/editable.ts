import type { ToolCall } from "@askback/core";
import { type AgentDefinition, isEditable } from "../agent.ts";
import type { Tool } from "./tool.ts";

/** The schema is recorded with the inquiry and sent to people, so a very large one is not. */
export const maxSchemaLength = 64 * 1024;

/** What is recorded with a gated call whose input people may change. */
export function editableBy(agent: AgentDefinition, tool: Tool | undefined): Pick<ToolCall, "editable"> {
  if (!tool || !isEditable(agent, tool.name) || JSON.stringify(tool.inputSchema).length > maxSchemaLength) return {};
  return { editable: { schema: tool.inputSchema } };
}
