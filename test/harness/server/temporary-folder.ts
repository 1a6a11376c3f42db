import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const endings: (() => void)[] = [];

function end(): void {
  for (const ending of endings.splice(0)) ending();
}
process.once("exit", end);
// The test runner ends its workers with this signal, for which Node runs no exit listeners.
process.once("SIGTERM", () => {
  end();
  process.kill(process.pid, "SIGTERM");
});

/** Runs when the process of the tests ends. */
export function onEnd(ending: () => void): void {
  endings.unshift(ending);
}

/** A new empty folder, removed when the process of the tests ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "askback-test-"));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
