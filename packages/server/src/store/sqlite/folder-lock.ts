import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Makes a data folder this process's own until it is released or the process dies in whatever way.
 * It is an operating system lock, held through a database of its own so that backups can still read the data.
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, "lock.db"));
  try {
    lock.exec("pragma busy_timeout = 0; begin exclusive");
  } catch (cause) {
    lock.close();
    throw new Error(
      `the data folder ${folder} is in use by another Askback process: stop that one or choose another folder`,
      { cause },
    );
  }
  return () => lock.close();
}
