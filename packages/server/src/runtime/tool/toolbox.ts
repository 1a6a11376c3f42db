import type { Tool } from "./tool.ts";

/** All tools of this server, by name. */
export interface Toolbox {
  find(name: string): Tool | undefined;
  /** The tools an agent names; `prefix*` stands for all that start so. Throws for a name that is not there. */
  select(names: readonly string[]): readonly Tool[];
}

export function createToolbox(tools: readonly Tool[], reserved: readonly string[]): Toolbox {
  const toolByName = new Map<string, Tool>();
  for (const tool of tools) {
    if (toolByName.has(tool.name)) throw new Error(`two tools are named "${tool.name}"`);
    if (reserved.includes(tool.name))
      throw new Error(`the tool name "${tool.name}" is taken by a contract for asking people`);
    toolByName.set(tool.name, tool);
  }
  return {
    find: (name) => toolByName.get(name),
    select(names) {
      const selected = names.flatMap((name) => {
        if (name.endsWith("*")) return tools.filter((tool) => tool.name.startsWith(name.slice(0, -1)));
        const tool = toolByName.get(name);
        if (!tool)
          throw new Error(`no tool is named "${name}"; there are: ${[...toolByName.keys()].join(", ") || "none"}`);
        return [tool];
      });
      return [...new Set(selected)];
    },
  };
}
