import { demo, type Keys, type RunningServer, startServer } from "@askback/server";
import { linkTo } from "./link.ts";
import { createLogger, serverLog } from "./log.ts";
import { storeName } from "./named-store.ts";
import { messageOf, openKeys, openStore } from "./open-store.ts";
import { SettingError } from "./setting-error.ts";
import type { Settings } from "./settings.ts";
import { startTracing } from "./tracing.ts";
import { findWebFolder } from "./web-folder.ts";

/** Runs the server until it is told to stop. */
export async function serve(settings: Settings): Promise<void> {
  const { host, port, dataDir, providers, config } = settings;
  const logger = createLogger();
  // From the first moment on, so that no signal can come too early to be heard.
  const stopAsked = stopSignal();
  const log = serverLog(logger);
  const tracing = settings.tracing && (await startTracing(settings.tracing, logger));
  const store = await openStore(settings, (error) => log.failed("the database", error, {}));
  const mcpServers = Object.keys(config.mcpServers ?? {});
  if (mcpServers.length > 0) logger.info({ mcpServers }, "connecting to MCP servers");
  const web = findWebFolder();
  let keys: Keys;
  let server: RunningServer;
  try {
    keys = await openKeys(settings, store);
    server = await startServer({
      store,
      keys,
      host,
      port,
      providers,
      agents: config.agents ?? demo.agents,
      tools: [...(config.tools ?? []), ...(config.agents ? [] : demo.tools)],
      log,
      ...(web !== undefined && { web }),
      ...(config.publicUrl !== undefined && { publicUrl: config.publicUrl }),
      ...(config.origins && { origins: config.origins }),
      ...(config.mcpServers && { mcpServers: config.mcpServers }),
      ...(config.concurrency !== undefined && { concurrency: config.concurrency }),
      ...(config.leaseMs !== undefined && { leaseMs: config.leaseMs }),
      ...(config.limits && { limits: config.limits }),
    });
  } catch (error) {
    await store.close();
    throw startError(error, settings);
  }
  const address = config.publicUrl ?? server.url;
  // Logs are kept and read by many, and whoever has the link is the owner.
  const link = process.stderr.isTTY ? linkTo(address, keys) : "by the link that `askback link` prints";
  logger.info({ url: server.url, dataDir, store: settings.database ? "postgres" : "sqlite" }, "serving");
  process.stderr.write(welcome(address, link, settings));
  await stopAsked;
  logger.info("stopping");
  await server.stop();
  logger.info("stopped");
  await tracing?.stop();
}

/** What kept the server from starting, in terms of the setting that asked for it. */
function startError(error: unknown, { host, port, sources }: Settings): unknown {
  if (error instanceof SettingError) return error;
  const { code, syscall } = (error ?? {}) as { readonly code?: unknown; readonly syscall?: unknown };
  if (code === "EADDRINUSE" || (code === "EACCES" && syscall === "listen"))
    return new SettingError(
      `${sources.port} = "${port}" cannot be used: ${messageOf(error)}`,
      "Stop what listens there, choose another port, or 0 for a free one.",
    );
  if (syscall === "listen" || syscall === "getaddrinfo")
    return new SettingError(
      `${sources.host} = "${host}" cannot be used: ${messageOf(error)}`,
      "Use an address of this machine, such as 127.0.0.1.",
    );
  return sources.config === undefined
    ? error
    : new SettingError(`${sources.config}: ${messageOf(error)}`, "Correct the config file.");
}

function welcome(address: string, link: string, settings: Settings): string {
  const { dataDir, config, sources } = settings;
  const agents = config.agents?.map(({ name }) => name).join(", ");
  return [
    "",
    `  Askback is at ${address}  (API: ${new URL("/docs", address).href})`,
    `  Sign in:      ${link}`,
    `  Data:         ${storeName(settings)}`,
    `  Keys:         ${dataDir}/keys/ask for agents, ${dataDir}/keys/answer for people`,
    `  Agents:       ${agents ?? "demo agents that need no key: planner, release-manager, researcher, assistant"}`,
    `  Config:       ${sources.config ?? `none (no askback.config.ts in ${process.cwd()})`}`,
    "",
    "",
  ].join("\n");
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
