import type { AgentDefinition, KeySettings, McpServer, ProviderSettings, Tool } from "@askback/server";

/** What `askback.config.ts` declares. Everything is optional. */
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
  readonly agents?: readonly AgentDefinition[];
  readonly tools?: readonly Tool[];
  readonly mcpServers?: Readonly<Record<string, McpServer>>;
  /** Keys and base URLs of model providers, by the first part of a model's name. */
  readonly providers?: Readonly<Record<string, ProviderSettings>>;
  /** Conversations in work at once. */
  readonly concurrency?: number;
  /** How long a server may be silent before others take over what it works on; 15,000 unless given. */
  readonly leaseMs?: number;
  /** What a caller may send: bytes in a body, requests a second on average, and at once. */
  readonly limits?: { readonly bodyBytes?: number; readonly requestsPerSecond?: number; readonly burst?: number };
}

/** Gives a config its type. */
export function defineConfig(config: Config): Config {
  return config;
}
