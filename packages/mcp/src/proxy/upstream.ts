import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { splitCommandLine } from "./command-line.ts";

export interface UpstreamOptions {
  /** The command line or the url of the MCP server behind the proxy. */
  readonly wrap: string;
  /** The environment of the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Headers for a url, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The connection to the MCP server behind the proxy, not started yet. */
export function createUpstream({ wrap, env, headers }: UpstreamOptions): Transport {
  if (/^https?:\/\//i.test(wrap.trim()))
    return new StreamableHTTPClientTransport(
      new URL(wrap.trim()),
      headers && { requestInit: { headers: { ...headers } } },
    );
  const [command, ...args] = splitCommandLine(wrap);
  if (command === undefined) throw new Error("--wrap is empty: give the command line or the url of an MCP server");
  return new StdioClientTransport({ command, args, env: withoutKeys(env), stderr: "inherit" });
}

/** What the client gave to the program, but for the keys of Askback: an agent's tool must not answer for people. */
function withoutKeys(env: UpstreamOptions["env"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].toUpperCase().startsWith("ASKBACK_"),
    ),
  );
}
