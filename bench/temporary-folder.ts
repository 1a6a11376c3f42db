import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder on the disk that is measured, removed at exit. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "askback-bench-"));
  folders.push(folder);
  return folder;
}
