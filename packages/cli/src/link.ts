import { existsSync } from "node:fs";
import { join } from "node:path";
import { createKeys, type Keys, readSharedSecret, signInPath } from "@askback/server";
import { readKeys } from "./key-files.ts";
import { messageOf } from "./open-store.ts";
import { SettingError } from "./setting-error.ts";
import type { Settings } from "./settings.ts";

const lifetimeMs = 3600 * 1000;

/** Prints a link that signs a browser in. */
export async function link(settings: Settings): Promise<void> {
  const { host, port, config, database } = settings;
  const keys = database ? await keysOfDatabase(database) : keysOfFolder(settings);
  const address = config.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  process.stdout.write(`${linkTo(address, keys)}\n`);
}

/** A link that signs a browser in for an hour from now on. */
export function linkTo(address: string, keys: Keys): string {
  return new URL(signInPath(keys, Date.now() + lifetimeMs), address).href;
}

/** The store stays closed: its server is likely to run. */
function keysOfFolder({ dataDir }: Settings): Keys {
  if (existsSync(join(dataDir, "askback.db"))) return readKeys(dataDir, []);
  throw new SettingError(
    `there is no Askback data in ${dataDir}`,
    "Give the server's data folder with --data-dir, or set ASKBACK_DATABASE_URL as the server has it.",
  );
}

/** The store stays closed: to open it is to migrate it. */
async function keysOfDatabase(database: NonNullable<Settings["database"]>): Promise<Keys> {
  let secret: string | undefined;
  try {
    secret = await readSharedSecret(database);
  } catch (error) {
    throw new SettingError(
      `ASKBACK_DATABASE_URL (environment) cannot be used: ${messageOf(error)}`,
      "Run `askback doctor`.",
    );
  }
  if (secret !== undefined) return createKeys([], secret);
  throw new SettingError(
    "no server has worked on the database of ASKBACK_DATABASE_URL yet",
    "Start one with `askback serve`, or name the database of the server that you want to sign in at.",
  );
}
