import { McpSettingError, type ProxyOptions, readStdioSettings, serveMcp, serveProxy, withWrap } from "@askback/mcp";
import type { Command } from "commander";
import { SettingError } from "../settings/setting-error.ts";

export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description("serve the ask tools to an MCP client, by stdin and stdout")
    .option("--wrap <command or url>", "serve another MCP server instead, and ask people before its gated tools run")
    .option("--approve <patterns>", 'gated tools, such as "create_*,delete_*"; all by default')
    .option("--edit <patterns>", "gated tools whose input people may change; none by default")
    .option("--header <name: value...>", "headers for a url")
    .addHelpText(
      "after",
      "\nIt asks at ASKBACK_URL with ASKBACK_KEY, or at the server of the data folder (ASKBACK_DATA_DIR, default the nearest .askback). With\nASKBACK_ANSWER_KEY people can answer in the client's own forms, and on cards in clients that\nshow them. Asks with the same ASKBACK_THREAD are one conversation.\n",
    )
    .action(async (flags: Partial<ProxyOptions>) => {
      try {
        const options = withWrap(flags);
        const settings = readStdioSettings(process.env, process.cwd());
        if (options) await serveProxy(settings, options, { env: process.env, cwd: process.cwd() });
        else serveMcp(settings);
      } catch (error) {
        throw error instanceof McpSettingError ? new SettingError(error.message, error.hint) : error;
      }
    });
}
