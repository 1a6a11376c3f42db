import { createClient } from "@askback/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createProcesses, thisMachine } from "../processes.ts";
import { McpSettingError, type StdioSettings } from "../settings.ts";
import { createGate, readPatterns } from "./gate.ts";
import { createGatedCalls } from "./gated-calls.ts";
import type { ProxyOptions } from "./options.ts";
import { relay } from "./relay.ts";
import { createUpstream } from "./upstream.ts";

/** The surroundings of the process. */
export interface ProxyContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Serves the wrapped MCP server to one client by stdin and stdout, until either side ends; then the process ends. */
export async function serveWrapped(
  { url, key, thread = "" }: StdioSettings,
  { wrap, approve = "*", edit = "", header = [] }: ProxyOptions,
  { env, cwd }: ProxyContext,
): Promise<void> {
  const upstream = createUpstream({
    wrap,
    env,
    headers: Object.fromEntries(header.map((line) => readHeader(line, env))),
  });
  const downstream = new StdioServerTransport();
  const ended = new Promise<void>((resolve) => {
    upstream.onclose = resolve;
    downstream.onclose = resolve;
    process.stdin.once("close", resolve);
  });
  try {
    await relay({
      downstream,
      upstream,
      isGated: createGate(readPatterns(approve)),
      isEditable: createGate(readPatterns(edit)),
      calls: createGatedCalls(createClient({ url, key, via: "mcp" }), createProcesses(thisMachine, process.pid, cwd)),
      askerOf: ({ client = "MCP client", server = "MCP server" }) => ({
        session: JSON.stringify([wrap, cwd, thread, client]),
        agent: client.slice(0, 100),
        title: `${client}: ${server}`.slice(0, 200),
      }),
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new McpSettingError(`the MCP server of --wrap cannot be started: ${why}`, "Check its command line or url.");
  }
  await ended;
  await upstream.close();
  // Calls may still wait for approval, which stays open and is found again.
  process.exit(0);
}

/** A header as `name: value`, in which `${NAME}` stands for a variable: what is on a command line, others can read. */
export function readHeader(line: string, env: ProxyContext["env"]): readonly [string, string] {
  const colon = line.indexOf(":");
  if (colon < 1)
    throw new McpSettingError(
      "--header is not a header",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the option is written so
      'Give it as "name: value", such as "Authorization: Bearer ${TOKEN}".',
    );
  const value = line.slice(colon + 1).replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const found = env[name];
    if (found) return found;
    throw new McpSettingError(`--header names the variable ${name}, which is not set`, `Set ${name}.`);
  });
  return [line.slice(0, colon).trim(), value.trim()];
}
