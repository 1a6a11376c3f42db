import {
  createPostgresStore,
  createSqliteStore,
  type Keys,
  MigrationRefused,
  type Store,
  wordsForUnreachable,
} from "@askback/server";
import { readKeys } from "./key-files.ts";
import { SettingError } from "./setting-error.ts";
import type { Settings } from "./settings.ts";

/** The store that the settings name: a database, or a file in the data folder. */
export async function openStore(
  { database, dataDir, sources }: Settings,
  failed: (error: unknown) => void,
): Promise<Store> {
  if (!database) return inDataFolder({ dataDir, sources }, () => createSqliteStore({ folder: dataDir }));
  try {
    return await createPostgresStore({ ...database, failed });
  } catch (error) {
    if (error instanceof MigrationRefused) throw new SettingError(error.message, error.hint);
    throw new SettingError(
      `ASKBACK_DATABASE_URL (environment) cannot be used: ${messageOf(error)}`,
      `${wordsForUnreachable(error).advice} \`askback doctor\` looks closer.`,
    );
  }
}

/** The keys of the data folder and the config; servers that share a store sign with the secret that is in it. */
export async function openKeys({ dataDir, config, sources }: Settings, store: Store): Promise<Keys> {
  const secret = await store.secret?.();
  return inDataFolder({ dataDir, sources }, () => readKeys(dataDir, config.keys ?? [], secret));
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

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
