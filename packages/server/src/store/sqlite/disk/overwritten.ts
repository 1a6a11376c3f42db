import { existsSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { DataFolderDamaged } from "./damage.ts";

/** Notes beside a database that somebody wrote over it or its log under a server, so that nobody plays the one into the other. */
export function noteOverwritten(database: string): void {
  try {
    writeFileSync(noteFile(database), "", { mode: 0o600 });
  } catch {
    // On a full disk the check of the database at the next start has to do.
  }
}

/** Why a database cannot be opened after somebody wrote over it; undefined where nobody did. */
export function findOverwritten(database: string): DataFolderDamaged | undefined {
  if (!existsSync(noteFile(database))) return undefined;
  const [file, log, note] = ["", "-wal", "-overwritten"].map((suffix) => `${basename(database)}${suffix}`);
  return new DataFolderDamaged(`the database ${database} was written over while a server ran on it`, {
    hint: `Its write-ahead log may not belong to it. Restore a backup with \`askback restore\`; or keep copies of ${file} and ${log}, delete ${log} and ${note}, and start with what was written over it.`,
  });
}

function noteFile(database: string): string {
  return `${database}-overwritten`;
}
