import type { Tool } from "./tool.ts";

export interface Toolbox {
  /** The tools of these names, as far as they exist; `prefix*` selects all names with the prefix. */
  select(names: readonly string[]): readonly Tool[];
  /** Throws for a name that selects no tool. */
  check(agent: string, names: readonly string[]): void;
}

/** Tools must not have `reserved` names; errors also list the `nameable` tools of Askback itself. */
export function createToolbox(
  tools: readonly Tool[],
  reserved: readonly string[],
  nameable: readonly string[] = [],
): Toolbox {
  const toolByName = new Map<string, Tool>();
  for (const tool of tools) {
    if (toolByName.has(tool.name)) throw new Error(`two tools are named "${tool.name}"`);
    if (reserved.includes(tool.name))
      throw new Error(`the tool name "${tool.name}" is taken by a tool of Askback itself`);
    toolByName.set(tool.name, tool);
  }

  function selectByName(name: string): readonly Tool[] {
    const tool = toolByName.get(name);
    if (tool) return [tool];
    return name.endsWith("*") ? tools.filter((other) => other.name.startsWith(name.slice(0, -1))) : [];
  }

  return {
    select: (names) => [...new Set(names.flatMap(selectByName))],
    check(agent, names) {
      const missing = names.find((name) => selectByName(name).length === 0);
      if (missing === undefined) return;
      const own = nameable.length > 0 ? `; and Askback's own: ${nameable.join(", ")}` : "";
      const existing = [...toolByName.keys()].join(", ") || "none";
      throw new Error(`the agent "${agent}" lists "${missing}" in tools, which is none; there are: ${existing}${own}`);
    },
  };
}
