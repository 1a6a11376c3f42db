import type { ProxyOptions } from "./proxy/options.ts";
import type { ProxyContext } from "./proxy/serve.ts";
import type { StdioSettings } from "./settings.ts";

/** Serves another MCP server behind a gate. Its code is loaded only here: asking needs no MCP client. */
export async function serveProxy(settings: StdioSettings, options: ProxyOptions, context: ProxyContext): Promise<void> {
  const { serveWrapped } = await import("./proxy/serve.ts");
  return serveWrapped(settings, options, context);
}
