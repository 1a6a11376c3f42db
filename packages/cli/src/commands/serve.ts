import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type RunningServer, type StoreUnavailable, startServer, type UnavailableAgent } from "@askback/server";
import type { Command } from "commander";
import { nameCommands } from "../output/command-name.ts";
import { createLogger, createServerLog } from "../output/log.ts";
import { startTracing } from "../output/tracing.ts";
import { servedBy } from "../settings/served-agents.ts";
import { errorMessage, SettingError } from "../settings/setting-error.ts";
import type { Flags, Settings } from "../settings/settings.ts";
import { openKeys, openStore, storeName } from "../store/configured-store.ts";
import { writeAddress } from "../store/server-address.ts";
import { linkCommand } from "./link.ts";
import { settingsFor, withServerOptions } from "./options.ts";

export function addServeCommand(program: Command): void {
  withServerOptions(program.command("serve", { isDefault: true }).description("run the server; the default"))
    .addHelpText("after", help)
    .action(async (flags: Flags) => serve(await settingsFor(flags)));
}

const help = `
Flags win over the environment, the environment over the config file, the config file over defaults.

With ASKBACK_DATABASE_URL (postgres://...) the data is in PostgreSQL; keys stay in the data folder.

Model keys come from ANTHROPIC_API_KEY, OPENAI_API_KEY and GOOGLE_GENERATIVE_AI_API_KEY, or from \`providers\` in the config.
With OTEL_EXPORTER_OTLP_ENDPOINT traces are sent there.
Without a config file demo agents are served that need no key: planner, release-manager, researcher, assistant.

Examples:
  askback serve
  askback serve --port 8080 --data-dir /var/lib/askback
  ASKBACK_CONFIG=./agents.config.ts askback serve
`;

/** EX_IOERR of sysexits: a supervisor that starts the server again at once would begin with an empty folder. */
const lostFolderExitCode = 74;

/** Runs the server until a signal stops it, or its data folder is gone. */
async function serve(settings: Settings): Promise<void> {
  const { host, port, dataDir, providers, config, limits, sources } = settings;
  const logger = createLogger(settings.logLevel);
  // The listeners are added first, so that no signal comes before them.
  const stopRequested = waitForStopSignal();
  const log = createServerLog(logger);
  const tracing = settings.tracing && (await startTracing(settings.tracing, logger));
  const lost = Promise.withResolvers<StoreUnavailable>();
  const store = await openStore(settings, {
    onError: (error) => log.error("the database", error, {}),
    onLost: lost.resolve,
  });
  const mcpServers = Object.keys(config.mcpServers ?? {});
  if (mcpServers.length > 0) logger.info({ mcpServers }, "connecting to MCP servers");
  const web = findWebFolder();
  let server: RunningServer;
  try {
    const keys = await openKeys(settings, store);
    server = await startServer({
      store,
      keys,
      host,
      port,
      providers,
      ...servedBy(config),
      log,
      // Anybody can read it, so that a public server does not say in it where its files are.
      signInCommand: config.publicUrl === undefined ? linkCommand(settings) : nameCommands("askback link"),
      ...(web !== undefined && { web }),
      ...(config.publicUrl !== undefined && { publicUrl: config.publicUrl }),
      ...(config.origins && { origins: config.origins }),
      ...(config.signIn && { signIn: config.signIn }),
      ...(config.mcpServers && { mcpServers: config.mcpServers }),
      ...(config.concurrency !== undefined && { concurrency: config.concurrency }),
      ...(config.leaseMs !== undefined && { leaseMs: config.leaseMs }),
      ...(config.webhooks && { webhooks: config.webhooks }),
      ...(config.notifications && { notifications: config.notifications }),
      limits,
    });
  } catch (error) {
    await store.close();
    throw toSettingError(error, settings);
  }
  try {
    writeAddress(dataDir, server.url);
  } catch (error) {
    // Only `askback link` reads it, which can be given the port.
    log.error("writing the server's address", error, {});
  }
  const address = config.publicUrl ?? server.url;
  // Many people can read a log, and whoever has the link signs in as the owner.
  const link = process.stderr.isTTY
    ? new URL(await server.createSignInPath(), address).href
    : `run \`${linkCommand(settings)}\`, which prints a link`;
  logger.info({ url: server.url, dataDir, store: settings.database ? "postgres" : "sqlite" }, "serving");
  process.stderr.write(nameCommands(startMessage(address, link, settings, server.unavailable())));
  const loss = await Promise.race([stopRequested, lost.promise]);
  if (loss) log.error("the data folder", loss, {});
  logger.info("stopping");
  await server.stop();
  logger.info("stopped");
  await tracing?.stop();
  if (!loss) return;
  process.exitCode = lostFolderExitCode;
  throw new SettingError(
    `${sources.dataDir} = "${dataDir}" cannot be used any more: ${errorMessage(loss)}`,
    "Put the folder that was there back, or restore a backup, before you start the server again.",
  );
}

/** The built web app: beside the built program, or in a checkout, where it may not be built yet. */
function findWebFolder(): string | undefined {
  const folders = ["./web", "../../../web/dist"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, "index.html")));
}

/** An error at the start, with the name of the setting that caused it. */
function toSettingError(error: unknown, { host, port, sources }: Settings): unknown {
  if (error instanceof SettingError) return error;
  const { code, syscall } = (error ?? {}) as { readonly code?: unknown; readonly syscall?: unknown };
  if (code === "EADDRINUSE" || (code === "EACCES" && syscall === "listen"))
    return new SettingError(
      `${sources.port} = "${port}" cannot be used: ${errorMessage(error)}`,
      "Stop the program that listens there, or choose another port with --port or ASKBACK_PORT; 0 is a free one.",
    );
  if (syscall === "listen" || syscall === "getaddrinfo")
    return new SettingError(
      `${sources.host} = "${host}" cannot be used: ${errorMessage(error)}`,
      "Use an address of this machine, such as 127.0.0.1.",
    );
  return sources.config === undefined
    ? error
    : new SettingError(`${sources.config}: ${errorMessage(error)}`, "Correct the config file.");
}

function startMessage(
  address: string,
  link: string,
  settings: Settings,
  unavailable: readonly UnavailableAgent[],
): string {
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
    ...unavailable.flatMap(({ agent, reason, hint, detail }) => [
      `  Unavailable:  ${agent}: ${detail ?? reason}`,
      `                → ${hint}`,
    ]),
    "",
    "",
  ].join("\n");
}

function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
