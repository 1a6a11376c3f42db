import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../server/temporary-folder.ts";

export const hourMs = 3600_000;

/** The wall clock of server processes that are started with its environment. */
export interface WallClock {
  readonly env: Readonly<Record<string, string>>;
  /** Sets it so many milliseconds ahead of the right time, also while servers run. */
  set(aheadMs: number): void;
}

export function createWallClock(aheadMs = 0): WallClock {
  const file = join(temporaryFolder(), "ahead-ms");
  const set = (ms: number) => {
    // A reader sees the old file or the new one, never an empty one.
    writeFileSync(`${file}.new`, String(ms));
    renameSync(`${file}.new`, file);
  };
  set(aheadMs);
  const preload = import.meta.resolve("./shift-wall-clock.ts");
  return { env: { NODE_OPTIONS: `--import ${preload}`, ASKBACK_TEST_WALL_CLOCK: file }, set };
}
