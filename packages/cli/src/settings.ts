import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProviderSettings } from "@askback/server";
import type { Config } from "./config.ts";
import { checkedConfig } from "./config-schema.ts";
import { SettingError } from "./setting-error.ts";
import { type TracingSettings, tracingSettings } from "./tracing-settings.ts";

/** What `askback` runs with, once flags, environment, config file and defaults are put together. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** PostgreSQL instead of a file in the data folder; the direct URL goes past a pooler in transaction mode. */
  readonly database?: { readonly url: string; readonly directUrl?: string };
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  readonly config: Config;
  /** Absent where no traces are wanted. */
  readonly tracing?: TracingSettings;
  /** Where each setting comes from, for errors that turn up when it is used. */
  readonly sources: {
    readonly host: string;
    readonly port: string;
    readonly dataDir: string;
    readonly config?: string;
  };
}

export interface Flags {
  readonly host?: string;
  readonly port?: string;
  readonly dataDir?: string;
  readonly config?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Sourced {
  readonly value: string;
  readonly source: string;
}

/** Flags first, then the environment, then the config file, then defaults. The only reader of the environment. */
export async function readSettings(flags: Flags, env: Environment, cwd: string): Promise<Settings> {
  const configFile = pick(flags.config, "--config", env, "ASKBACK_CONFIG");
  const { config, file } = await readConfig(configFile, cwd);
  const database = databaseOf(env);
  const tracing = tracingSettings(env);
  const host = pick(flags.host, "--host", env, "ASKBACK_HOST") ??
    fromFile(config.host, "host", file) ?? { value: "127.0.0.1", source: "host (default)" };
  const port = pick(flags.port, "--port", env, "ASKBACK_PORT") ??
    fromFile(config.port, "port", file) ?? { value: "4100", source: "port (default)" };
  const dataDir = pick(flags.dataDir, "--data-dir", env, "ASKBACK_DATA_DIR") ??
    fromFile(config.dataDir, "dataDir", file) ?? { value: ".askback", source: "data folder (default)" };
  checkReach(host, config);
  return {
    host: host.value,
    port: portOf(port),
    dataDir: resolve(cwd, dataDir.value),
    providers: providersOf(config, env),
    ...(database && { database }),
    ...(tracing && { tracing }),
    config,
    sources: {
      host: host.source,
      port: port.source,
      dataDir: dataDir.source,
      ...(file !== undefined && { config: file }),
    },
  };
}

function pick(flag: string | undefined, flagName: string, env: Environment, envName: string): Sourced | undefined {
  if (flag !== undefined) return { value: flag, source: `${flagName} (flag)` };
  const value = env[envName];
  return value === undefined || value === "" ? undefined : { value, source: `${envName} (environment)` };
}

function fromFile(value: string | number | undefined, name: string, file: string | undefined): Sourced | undefined {
  return value === undefined ? undefined : { value: String(value), source: `${name} (${file})` };
}

async function readConfig(given: Sourced | undefined, cwd: string): Promise<{ config: Config; file?: string }> {
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
    loaded = await import(pathToFileURL(found).href);
  } catch (cause) {
    throw new SettingError(
      `${found} could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      "Correct the file; it runs as it is under Node 24.",
    );
  }
  return { config: checkedConfig(loaded.default, found), file: found };
}

function databaseOf(env: Environment): Settings["database"] {
  const url = postgresUrl(env, "ASKBACK_DATABASE_URL");
  const directUrl = postgresUrl(env, "ASKBACK_DATABASE_DIRECT_URL");
  return url === undefined ? undefined : { url, ...(directUrl !== undefined && { directUrl }) };
}

/** The value is not shown: a URL of a database holds its password. */
function postgresUrl(env: Environment, name: string): string | undefined {
  const value = env[name];
  if (value === undefined || value === "") return undefined;
  const [, authority = "", rest = ""] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/s.exec(value) ?? [];
  if (!authority.includes("@") && rest.includes("@"))
    throw new SettingError(
      `${name} (environment) has a sign in its user or password that means something else in a URL`,
      "Write / as %2F, ? as %3F, # as %23 and @ as %40; openssl rand -hex 24 makes a password without them.",
    );
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new SettingError(
    `${name} (environment) is no URL of a PostgreSQL database`,
    "Use postgres://user:password@host:5432/database, or unset it to keep the data in a file.",
  );
}

function portOf({ value, source }: Sourced): number {
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw new SettingError(
    `${source} = "${value}" is not a port`,
    "Use a number from 0 to 65535; 0 chooses a free port.",
  );
}

/** Beyond loopback anybody on the network can knock, so somebody must have chosen keys and an address. */
function checkReach({ value, source }: Sourced, { keys = [], publicUrl }: Config): void {
  const isLoopback = ["127.0.0.1", "::1", "localhost"].includes(value);
  if (isLoopback || (keys.length > 0 && publicUrl !== undefined)) return;
  throw new SettingError(
    `${source} = "${value}" would listen beyond this machine without configured authentication`,
    "Set `keys` and `publicUrl` in askback.config.ts, or listen on 127.0.0.1.",
  );
}

function providersOf({ providers = {} }: Config, env: Environment): Record<string, ProviderSettings> {
  const fromEnvironment = {
    anthropic: env.ANTHROPIC_API_KEY,
    openai: env.OPENAI_API_KEY,
    google: env.GOOGLE_GENERATIVE_AI_API_KEY,
  };
  const keyed = Object.entries(fromEnvironment).flatMap(([name, apiKey]) =>
    apiKey ? [[name, { apiKey }] as const] : [],
  );
  const known: Record<string, ProviderSettings> = Object.fromEntries(keyed);
  for (const [name, settings] of Object.entries(providers)) known[name] = { ...known[name], ...settings };
  return known;
}
