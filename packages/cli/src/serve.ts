import { createSqliteStore, planner, type RunningServer, signInPath, startServer } from "@askback/server";
import { readKeys } from "./key-files.ts";
import { createLogger, serverLog } from "./log.ts";
import type { Settings } from "./settings.ts";

const linkLifetimeMs = 3600 * 1000;

/** Runs the server until it is told to stop. */
export async function serve(settings: Settings): Promise<void> {
  const { host, port, dataDir, providers, config } = settings;
  const logger = createLogger();
  const store = createSqliteStore({ folder: dataDir });
  const keys = readKeys(dataDir, config.keys ?? []);
  let server: RunningServer;
  try {
    server = await startServer({
      store,
      keys,
      host,
      port,
      providers,
      agents: config.agents ?? [planner],
      log: serverLog(logger),
      ...(config.publicUrl !== undefined && { publicUrl: config.publicUrl }),
      ...(config.tools && { tools: config.tools }),
      ...(config.mcpServers && { mcpServers: config.mcpServers }),
      ...(config.concurrency !== undefined && { concurrency: config.concurrency }),
    });
  } catch (error) {
    await store.close();
    throw error;
  }
  const address = config.publicUrl ?? server.url;
  logger.info({ url: server.url, dataDir }, "serving");
  process.stderr.write(
    welcome(
      address,
      `${address}${signInPath(keys, Date.now() + linkLifetimeMs)}`,
      dataDir,
      config.agents === undefined,
    ),
  );
  await stopSignal();
  logger.info("stopping");
  await server.stop();
  logger.info("stopped");
}

function welcome(address: string, link: string, dataDir: string, isDemo: boolean): string {
  return [
    "",
    `  Askback is at ${address}  (API: ${address}/docs)`,
    `  Sign in:      ${link}`,
    `  Keys:         ${dataDir}/keys/ask for agents, ${dataDir}/keys/answer for people`,
    ...(isDemo ? ["  Agent:        planner, a demo that needs no key; declare yours in askback.config.ts"] : []),
    "",
    "",
  ].join("\n");
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
