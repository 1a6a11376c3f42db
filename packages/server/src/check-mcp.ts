import type { McpServer } from "./runtime/tool/mcp-tools.ts";
import { type Finding, failed, ok } from "./store/check-finding.ts";

/** Whether the MCP servers of a config can be reached: each is connected, asked for its tools and left again. */
export async function checkMcp(
  servers: Readonly<Record<string, McpServer>>,
  version: string,
): Promise<readonly Finding[]> {
  return Promise.all(
    Object.entries(servers).map(async ([name, server]): Promise<Finding> => {
      try {
        const { connectMcp } = await import("./runtime/tool/mcp-tools.ts");
        const { tools, close } = await connectMcp(name, server, version);
        await close();
        return ok("MCP", `${name} has ${tools.length} tools`);
      } catch (error) {
        const found = error instanceof Error ? error.message : String(error);
        const check = `Check mcpServers.${name} in the config: agents that use it are unavailable.`;
        return failed("MCP", found, "command" in server ? `${check} ${fewVariables}` : check);
      }
    }),
  );
}

/** A program behind a proxy or a certificate of its own waits in vain without them. */
const fewVariables = "The program gets few variables of the environment: give it the others in `env`.";
