import { existsSync } from "node:fs";
import { join } from "node:path";
import { createKeys, type Keys, signInPath } from "@askback/server";
import { readKeys } from "./key-files.ts";
import { openStore } from "./open-store.ts";
import { SettingError } from "./setting-error.ts";
import type { Settings } from "./settings.ts";

const lifetimeMs = 3600 * 1000;

/** Prints a link that signs a browser in. */
export async function link(settings: Settings): Promise<void> {
  const { host, port, config } = settings;
  const keys = settings.database ? await keysOfDatabase(settings) : keysOfFolder(settings);
  const address = config.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  process.stdout.write(`${new URL(signInPath(keys, Date.now() + lifetimeMs), address).href}\n`);
}

/** The store stays closed: its server is likely to run. */
function keysOfFolder({ dataDir }: Settings): Keys {
  if (existsSync(join(dataDir, "keys"))) return readKeys(dataDir, []);
  throw new SettingError(`there is no Askback data in ${dataDir}`, "Give the server's data folder with --data-dir.");
}

async function keysOfDatabase(settings: Settings): Promise<Keys> {
  const store = await openStore(settings, () => {});
  try {
    return createKeys([], (await store.secret?.()) ?? "");
  } finally {
    await store.close();
  }
}
