import type {
  AgentDefinition,
  KeySettings,
  McpServer,
  NotificationSettings,
  OidcSettings,
  ProviderSettings,
  Tool,
  WebhookReceiver,
} from "@askback/server";
import type { LogLevel } from "../output/log.ts";

/** A file is in memory while it arrives, and a row of a database. */
export const largestFileBytes = 100 * 1024 * 1024;

/**
 * Limits for each caller: bytes in a body, in a file and in files that nothing uses, requests per second on average, and
 * requests at once. `bufferedFileBytes` is for all callers of a server together.
 */
export interface Limits {
  readonly bodyBytes?: number;
  readonly fileBytes?: number;
  readonly bufferedFileBytes?: number;
  readonly unusedFileBytes?: number;
  readonly requestsPerSecond?: number;
  readonly burst?: number;
  /** Event streams that are open at once. */
  readonly streamsPerCaller?: number;
  /** Of all callers without a key or cookie who come from one address. */
  readonly anonymousRequestsPerSecond?: number;
  readonly anonymousBurst?: number;
  /** How late the event loop may be before `/readyz` is 503. */
  readonly loopDelayMs?: number;
  /** Of all callers of a project together, unless `projects` names it; five times those of a caller unless given. */
  readonly projectRequestsPerSecond?: number;
  readonly projectBurst?: number;
  readonly projects?: Readonly<Record<string, { readonly requestsPerSecond: number; readonly burst: number }>>;
}

/** The default export of `askback.config.ts`. Everything is optional. */
export interface Config {
  readonly host?: string;
  readonly port?: number;
  readonly dataDir?: string;
  /** The address under which others reach this server, such as https://askback.example.org. */
  readonly publicUrl?: string;
  /** Pages of these origins may call the API with a key. */
  readonly origins?: readonly string[];
  /** Keys beside those of the data folder, as hashes: `printf %s "$KEY" | sha256sum`. */
  readonly keys?: readonly KeySettings[];
  /** How people sign in, beside links: providers of OpenID Connect. */
  readonly signIn?: { readonly oidc?: readonly OidcSettings[] };
  readonly agents?: readonly AgentDefinition[];
  readonly tools?: readonly Tool[];
  readonly mcpServers?: Readonly<Record<string, McpServer>>;
  /** Keys and base URLs of model providers, by the first part of a model's name. */
  readonly providers?: Readonly<Record<string, ProviderSettings>>;
  /** How often and how long failing model calls are tried again, where an agent does not say otherwise. */
  readonly retry?: AgentDefinition["retry"];
  /** How many conversations a server works on at once. */
  readonly concurrency?: number;
  /** How long a server may be silent before others take over its conversations; 15,000 unless given. */
  readonly leaseMs?: number;
  readonly webhooks?: {
    /** Whether webhooks may have addresses of private networks and without TLS: all, or those with these hosts. */
    readonly allowPrivate?: boolean | readonly string[];
    /** Programs that are told of everything in a project: of every inquiry, and of runs that failed or paused. */
    readonly receivers?: readonly WebhookReceiver[];
  };
  /** How people are reached besides the app: by mail, and by channels of your own. */
  readonly notifications?: NotificationSettings;
  readonly limits?: Limits;
  /** The least that is logged: `info` unless given; requests are logged at `debug`. */
  readonly logLevel?: LogLevel;
}

/** Gives a config its type. */
export function defineConfig(config: Config): Config {
  return config;
}
