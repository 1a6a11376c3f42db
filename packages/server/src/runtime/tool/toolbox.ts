import type { Tool } from "./tool.ts";

/** All tools of this server, by name. */
export interface Toolbox {
  /** The tools an agent names; `prefix*` stands for all that start so. Throws for a name that stands for none. */
  select(names: readonly string[]): readonly Tool[];
}

/** `reserved` names are taken; those that are `nameable` can be listed beside these tools. */
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

  function named(name: string): readonly Tool[] {
    const tool = toolByName.get(name);
    if (tool) return [tool];
    const prefixed = name.endsWith("*") ? tools.filter((other) => other.name.startsWith(name.slice(0, -1))) : [];
    if (prefixed.length > 0) return prefixed;
    const own = nameable.length > 0 ? `; and Askback's own: ${nameable.join(", ")}` : "";
    throw new Error(`no tool is named "${name}"; there are: ${[...toolByName.keys()].join(", ") || "none"}${own}`);
  }

  return { select: (names) => [...new Set(names.flatMap(named))] };
}
