import {
  createPostgresStore,
  createSqliteStore,
  demo,
  type Keys,
  type RunningServer,
  type ServerLog,
  type Store,
  signInPath,
  startServer,
} from "@askback/server";
import { readKeys } from "./key-files.ts";
import { createLogger, serverLog } from "./log.ts";
import { SettingError } from "./setting-error.ts";
import type { Settings } from "./settings.ts";

const linkLifetimeMs = 3600 * 1000;

/** Runs the server until it is told to stop. */
export async function serve(settings: Settings): Promise<void> {
  const { host, port, dataDir, providers, config } = settings;
  const logger = createLogger();
  // From the first moment on, so that no signal can come too early to be heard.
  const stopAsked = stopSignal();
  const keys = openKeys(settings);
  const log = serverLog(logger);
  const store = await openStore(settings, log);
  const mcpServers = Object.keys(config.mcpServers ?? {});
  if (mcpServers.length > 0) logger.info({ mcpServers }, "connecting to MCP servers");
  let server: RunningServer;
  try {
    server = await startServer({
      store,
      keys,
      host,
      port,
      providers,
      agents: config.agents ?? demo.agents,
      tools: [...(config.tools ?? []), ...(config.agents ? [] : demo.tools)],
      log,
      ...(config.publicUrl !== undefined && { publicUrl: config.publicUrl }),
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
  const link = new URL(signInPath(keys, Date.now() + linkLifetimeMs), address).href;
  logger.info({ url: server.url, dataDir }, "serving");
  process.stderr.write(welcome(address, link, settings));
  await stopAsked;
  logger.info("stopping");
  await server.stop();
  logger.info("stopped");
}

function openKeys({ dataDir, config, sources }: Settings): Keys {
  return inDataFolder({ dataDir, sources }, () => readKeys(dataDir, config.keys ?? []));
}

/** The database that is named, or a file in the data folder. */
async function openStore({ database, dataDir, sources }: Settings, log: ServerLog): Promise<Store> {
  if (!database) return inDataFolder({ dataDir, sources }, () => createSqliteStore({ folder: dataDir }));
  try {
    return await createPostgresStore({ ...database, failed: (error) => log.failed("the database", error, {}) });
  } catch (error) {
    throw new SettingError(
      `ASKBACK_DATABASE_URL (environment) cannot be used: ${messageOf(error)}`,
      "Check that the database runs and that its user may create tables.",
    );
  }
}

function inDataFolder<Value>({ dataDir, sources }: Pick<Settings, "dataDir" | "sources">, open: () => Value): Value {
  try {
    return open();
  } catch (error) {
    throw new SettingError(
      `${sources.dataDir} = "${dataDir}" cannot be used: ${messageOf(error)}`,
      "Give a folder of your own with --data-dir or ASKBACK_DATA_DIR.",
    );
  }
}

/** What kept the server from starting, in terms of the setting that asked for it. */
function startError(error: unknown, { host, port, sources }: Settings): unknown {
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function welcome(address: string, link: string, { dataDir, config, sources }: Settings): string {
  const agents = config.agents?.map(({ name }) => name).join(", ");
  return [
    "",
    `  Askback is at ${address}  (API: ${new URL("/docs", address).href})`,
    `  Sign in:      ${link}`,
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
