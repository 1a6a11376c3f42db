import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isOnThisMachine } from "@askback/client";

export interface StdioSettings {
  readonly url: string;
  /** The key that asks. */
  readonly key: string;
  /** A key that may answer: with it people can answer in the client's own forms and on cards. */
  readonly answerKey?: string | undefined;
  readonly thread?: string | undefined;
}

/** A setting that cannot be used, with what to do about it. */
export class McpSettingError extends Error {
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

const defaultUrl = "http://127.0.0.1:4100";

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings of the stdio server. Without a key, that of the data folder is used if there is one. */
export function readStdioSettings(env: Environment, cwd: string): StdioSettings {
  const dataDir = env.ASKBACK_DATA_DIR ? resolve(cwd, env.ASKBACK_DATA_DIR) : nearestDataDir(cwd);
  const address = readLine(join(dataDir, "address")) || defaultUrl;
  const url = env.ASKBACK_URL || address;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new McpSettingError("ASKBACK_URL is not the address of a server", "Use http://127.0.0.1:4100 or https://...");
  // A folder that nobody named may have come with a repository of somebody else, who would get the key and answer for people.
  if (!env.ASKBACK_URL && !env.ASKBACK_DATA_DIR && !isOnThisMachine(url))
    throw new McpSettingError(
      `${dataDir} names a server on another machine: ${new URL(url).origin}`,
      "If you trust it, set ASKBACK_URL to it, or ASKBACK_DATA_DIR to the folder.",
    );
  // A key of the folder is sent to the folder's server alone.
  const isFolders = URL.canParse(address) && new URL(url).origin === new URL(address).origin;
  const key = env.ASKBACK_KEY || (isFolders ? readLine(join(dataDir, "keys", "ask")) : undefined);
  if (!key)
    throw new McpSettingError(
      `there is no key to ask with: ASKBACK_KEY is not set, and ${dataDir} has none for ${new URL(url).origin}`,
      "Set ASKBACK_KEY to a key with the scope ask, or ASKBACK_DATA_DIR to the data folder of a server on this machine.",
    );
  const answerKey = env.ASKBACK_ANSWER_KEY || undefined;
  if (answerKey === key)
    throw new McpSettingError(
      "ASKBACK_ANSWER_KEY is the key that asks",
      "Give a key of its own with the scope answer: whoever asks never answers. Or leave it out.",
    );
  return { url: url.replace(/\/+$/, ""), key, answerKey, thread: env.ASKBACK_THREAD || undefined };
}

/** The data folder of this folder, or else of the next one above that has one, as for the commands of the terminal. */
function nearestDataDir(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".askback", "keys"))) return join(folder, ".askback");
    if (dirname(folder) === folder) return join(cwd, ".askback");
  }
}

/** The secret that signs request states: it is the same after a restart, and for every process with the same key. */
export function requestStateKey(key: string): Uint8Array {
  return createHash("sha256").update(`askback request state ${key}`).digest();
}

/** The secret that signs the tokens of cards. It derives from the key that may answer, so that who has only the one that asks cannot make any. */
export function cardTokenKey({ key, answerKey = key }: Pick<StdioSettings, "key" | "answerKey">): Uint8Array {
  return createHash("sha256").update(`askback card ${answerKey}`).digest();
}

function readLine(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}
