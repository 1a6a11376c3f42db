export { type Callers, createRequestCallers } from "./callers.ts";
export { createMcpEndpoint, type McpEndpoint } from "./http.ts";
export { type ProxyOptions, withWrap } from "./proxy/options.ts";
export { serveProxy } from "./proxy.ts";
export type { McpServerOptions } from "./server.ts";
export { McpSettingError, readStdioSettings, type StdioSettings } from "./settings.ts";
export { serveMcp } from "./stdio.ts";
