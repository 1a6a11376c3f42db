import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type ServerProcess, type StartOptions, startServerProcess } from "./server-process.ts";
import { schemaUrl } from "./store-under-test.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Starts servers that share one database, each with its own data folder and keys. */
export async function startServers(
  count: number,
  { env = {}, ...options }: StartOptions = {},
): Promise<readonly ServerProcess[]> {
  const shared = { ASKBACK_DATABASE_URL: await schemaUrl(randomUUID()), ...env };
  return Promise.all(
    Array.from({ length: count }, () =>
      startServerProcess({ ...options, dataDir: join(temporaryFolder(), "data"), env: shared }),
    ),
  );
}
