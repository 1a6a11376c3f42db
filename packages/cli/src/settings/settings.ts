import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProviderSettings } from "@askback/server";
import { type LogLevel, logLevels } from "../output/log.ts";
import { type Config, type Limits, largestFileBytes } from "./config.ts";
import { importConfig } from "./import-config.ts";
import { errorMessage, SettingError } from "./setting-error.ts";
import { readTracingSettings, type TracingSettings } from "./tracing-settings.ts";

/** The settings of the program, from flags, environment, config file and defaults. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** PostgreSQL instead of a file in the data folder; the direct URL bypasses a pooler in transaction mode. */
  readonly database?: { readonly url: string; readonly directUrl?: string };
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  readonly config: Config;
  readonly limits: Limits;
  readonly logLevel: LogLevel;
  /** Absent unless traces are sent. */
  readonly tracing?: TracingSettings;
  /** Where each setting comes from, for errors that occur when it is used. */
  readonly sources: {
    readonly host: string;
    readonly port: string;
    readonly dataDir: string;
    /** The config file. */
    readonly config?: string;
    /** What named the config file; absent where it was found in the folder. */
    readonly configSource?: string;
  };
}

export interface Flags {
  readonly host?: string;
  readonly port?: string;
  readonly dataDir?: string;
  readonly config?: string;
  readonly logLevel?: string;
}

const defaultPort = 4100;
/** Where the name of the data folder comes from if nobody has given one. */
export const defaultDataDir = "data folder (default)";

export type Environment = Readonly<Record<string, string | undefined>>;

interface Sourced {
  readonly value: string;
  readonly source: string;
}

/** Reads flags first, then the environment, then the config file, then defaults. Nothing else reads settings from the environment. */
export async function readSettings(flags: Flags, env: Environment, cwd: string): Promise<Settings> {
  const configFile = fromFlagOrEnv(flags.config, "--config", env, "ASKBACK_CONFIG");
  const { config, file } = await loadConfig(configFile, cwd);
  const database = readDatabase(env);
  const tracing = readTracingSettings(env);
  const host = fromFlagOrEnv(flags.host, "--host", env, "ASKBACK_HOST") ??
    fromFile(config.host, "host", file) ?? { value: "127.0.0.1", source: "host (default)" };
  const port = fromFlagOrEnv(flags.port, "--port", env, "ASKBACK_PORT") ??
    fromFile(config.port, "port", file) ?? { value: String(defaultPort), source: "port (default)" };
  const dataDir = fromFlagOrEnv(flags.dataDir, "--data-dir", env, "ASKBACK_DATA_DIR") ??
    fromFile(config.dataDir, "dataDir", file) ?? { value: ".askback", source: defaultDataDir };
  checkHost(host, config);
  return {
    host: host.value,
    port: parsePort(port),
    dataDir: resolve(cwd, dataDir.value),
    providers: readProviders(config, env),
    ...(database && { database }),
    ...(tracing && { tracing }),
    config,
    limits: readLimits(config, env),
    logLevel: parseLogLevel(
      fromFlagOrEnv(flags.logLevel, "--log-level", env, "ASKBACK_LOG_LEVEL") ??
        fromFile(config.logLevel, "logLevel", file) ?? { value: "info", source: "log level (default)" },
    ),
    sources: {
      host: host.source,
      port: port.source,
      dataDir: dataDir.source,
      ...(file !== undefined && { config: file }),
      ...(configFile && { configSource: configFile.source }),
    },
  };
}

function fromFlagOrEnv(
  flag: string | undefined,
  flagName: string,
  env: Environment,
  envName: string,
): Sourced | undefined {
  if (flag !== undefined) return { value: flag, source: `${flagName} (flag)` };
  const value = env[envName];
  return value === undefined || value === "" ? undefined : { value, source: `${envName} (environment)` };
}

function fromFile(value: string | number | undefined, name: string, file: string | undefined): Sourced | undefined {
  return value === undefined ? undefined : { value: String(value), source: `${name} (${file})` };
}

async function loadConfig(given: Sourced | undefined, cwd: string): Promise<{ config: Config; file?: string }> {
  const found = given
    ? resolve(cwd, given.value)
    : ["askback.config.ts", "askback.config.js"].map((name) => resolve(cwd, name)).find(existsSync);
  if (!found) return { config: {} };
  if (!existsSync(found))
    throw new SettingError(
      `${given?.source} = "${given?.value}": there is no such file`,
      "Give the path of a config file, or leave it out.",
    );
  let loaded: { default?: unknown };
  try {
    loaded = await importConfig(found);
  } catch (cause) {
    throw new SettingError(
      `${locationOf(cause, found)} could not be loaded: ${errorMessage(cause)}`,
      "Correct the file. Node runs it and only removes its types, so that enums, namespaces and decorators do not work.",
    );
  }
  const { parseConfig } = await import("./config-schema.ts");
  return { config: parseConfig(loaded.default, found), file: found };
}

/** The line of an error in a config, as far as Node gives it. */
function locationOf(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const places = [file, pathToFileURL(file).href].map((name) => stack.split(`${name}:`)[1]);
  const [line] = places.flatMap((place) => /^\d+(?::\d+)?/.exec(place ?? "") ?? []);
  return line === undefined ? file : `${file}:${line}`;
}

function readDatabase(env: Environment): Settings["database"] {
  const url = readPostgresUrl(env, "ASKBACK_DATABASE_URL");
  const directUrl = readPostgresUrl(env, "ASKBACK_DATABASE_DIRECT_URL");
  return url === undefined ? undefined : { url, ...(directUrl !== undefined && { directUrl }) };
}

/** No error shows the value, which holds a password. */
function readPostgresUrl(env: Environment, name: string): string | undefined {
  const value = env[name];
  if (value === undefined || value === "") return undefined;
  const [, authority = "", rest = ""] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/s.exec(value) ?? [];
  if (!authority.includes("@") && rest.includes("@"))
    throw new SettingError(
      `${name} (environment) has a character in its user or password that has another meaning in a URL`,
      "Write / as %2F, ? as %3F, # as %23 and @ as %40; openssl rand -hex 24 makes a password without them.",
    );
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new SettingError(
    `${name} (environment) is not the URL of a PostgreSQL database`,
    "Use postgres://user:password@host:5432/database, or unset it to keep the data in a file.",
  );
}

export function parsePort({ value, source }: Sourced): number {
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw new SettingError(
    `${source} = "${value}" is not a port`,
    "Use a number from 0 to 65535; 0 chooses a free port.",
  );
}

function parseLogLevel({ value, source }: Sourced): LogLevel {
  const level = logLevels.find((known) => known === value);
  if (level) return level;
  throw new SettingError(`${source} = "${value}" is not a level of the log`, `Use one of ${logLevels.join(", ")}.`);
}

function readLimits({ limits = {} }: Config, env: Environment): Limits {
  const name = "ASKBACK_FILE_BYTES";
  const value = env[name];
  if (value === undefined || value === "") return limits;
  const fileBytes = Number(value);
  if (/^\d{1,9}$/.test(value) && fileBytes >= 1 && fileBytes <= largestFileBytes) return { ...limits, fileBytes };
  throw new SettingError(
    `${name} (environment) = "${value}" is not a size of files`,
    `Use a number of bytes from 1 to ${largestFileBytes}; 10485760 is the default.`,
  );
}

/** Anybody on the network can call a server beyond loopback, so it needs configured keys and a public address. */
function checkHost({ value, source }: Sourced, { keys = [], publicUrl }: Config): void {
  const isLoopback = ["127.0.0.1", "::1", "localhost"].includes(value);
  if (isLoopback || (keys.length > 0 && publicUrl !== undefined)) return;
  throw new SettingError(
    `${source} = "${value}" would listen beyond this machine without configured authentication`,
    "Set `keys` and `publicUrl` in askback.config.ts, or listen on 127.0.0.1.",
  );
}

function readProviders({ providers = {} }: Config, env: Environment): Record<string, ProviderSettings> {
  const fromEnvironment = {
    anthropic: env.ANTHROPIC_API_KEY,
    openai: env.OPENAI_API_KEY,
    google: env.GOOGLE_GENERATIVE_AI_API_KEY,
  };
  const entries = Object.entries(fromEnvironment).flatMap(([name, apiKey]) =>
    apiKey ? [[name, { apiKey }] as const] : [],
  );
  const settingsByName: Record<string, ProviderSettings> = Object.fromEntries(entries);
  for (const [name, settings] of Object.entries(providers))
    settingsByName[name] = { ...settingsByName[name], ...settings };
  return settingsByName;
}
