import { parseArgs } from "node:util";
import { McpSettingError } from "../settings.ts";

/** The options of the approval proxy, as given on a command line. */
export interface ProxyOptions {
  /** The command line or the url of the MCP server behind the proxy. */
  readonly wrap: string;
  /** Patterns of the tools whose calls need approval; all by default. */
  readonly approve?: string | undefined;
  /** Patterns of those whose input people may change; none by default. */
  readonly edit?: string | undefined;
  /** Headers for a url, as `name: value`. */
  readonly header?: readonly string[] | undefined;
}

/** The options of a command line; undefined where no server is wrapped. Throws for any other option. */
export function readProxyOptions(args: readonly string[]): ProxyOptions | undefined {
  try {
    const text = { type: "string" } as const;
    const options = { wrap: text, approve: text, edit: text, header: { ...text, multiple: true } } as const;
    return withWrap(parseArgs({ args: [...args], options }).values);
  } catch (error) {
    if (error instanceof McpSettingError) throw error;
    throw new McpSettingError(error instanceof Error ? error.message : String(error), usage);
  }
}

/** The options, if a server is wrapped; throws where an option would have no effect. */
export function withWrap({ wrap, ...rest }: Partial<ProxyOptions>): ProxyOptions | undefined {
  if (wrap !== undefined && wrap.trim() !== "") return { wrap, ...rest };
  if (wrap === undefined && Object.values(rest).every((value) => value === undefined)) return undefined;
  throw new McpSettingError("--wrap is missing or empty", usage);
}

const usage =
  'Give --wrap "npx some-server" or --wrap https://..., --approve "create_*,delete_*" (all tools by default) and, if people may change calls, --edit "create_*".';
