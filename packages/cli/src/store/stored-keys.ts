import { existsSync } from "node:fs";
import { join } from "node:path";
import { createKeys, type Keys, readSharedSecret } from "@askback/server";
import { errorMessage, SettingError } from "../settings/setting-error.ts";
import type { Settings } from "../settings/settings.ts";
import { readKeys } from "./key-files.ts";

/** The keys of the server of these settings, which may be running. */
export async function readStoredKeys(settings: Settings): Promise<Keys> {
  const { database } = settings;
  return database ? readDatabaseKeys(database, settings) : readFolderKeys(settings);
}

/** Reads the keys without opening the store, which a running server holds. */
function readFolderKeys({ dataDir, config }: Settings): Keys {
  if (existsSync(join(dataDir, "askback.db")))
    return readKeys(dataDir, config.keys ?? [], { receivers: config.webhooks?.receivers ?? [] });
  throw new SettingError(
    `there is no Askback data in ${dataDir}`,
    "Give the server's data folder with --data-dir, or set ASKBACK_DATABASE_URL as the server has it.",
  );
}

/** Reads the secret without opening the store, since opening it would migrate it. */
async function readDatabaseKeys(database: NonNullable<Settings["database"]>, { config }: Settings): Promise<Keys> {
  let secret: string | undefined;
  try {
    secret = await readSharedSecret(database);
  } catch (error) {
    throw new SettingError(
      `ASKBACK_DATABASE_URL (environment) cannot be used: ${errorMessage(error)}`,
      "Run `askback doctor`.",
    );
  }
  if (secret !== undefined) return createKeys(config.keys ?? [], secret, config.webhooks?.receivers);
  throw new SettingError(
    "no server has used the database of ASKBACK_DATABASE_URL yet",
    "Start one with `askback serve`, or name the database of the server that you mean.",
  );
}
