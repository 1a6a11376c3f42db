import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onEnd, temporaryFolder } from "../../test/harness/server/temporary-folder.ts";
import { formatSeconds, type Injector } from "./schedule.ts";

/** A small disk of its own for a data folder. */
export interface SmallDisk {
  readonly folder: string;
  readonly injector: Injector;
  unmount(): void;
}

const sizeMb = 1024;
const chunk = Buffer.alloc(1024 * 1024);
const stepBytes = 4096;

/** Mounts a disk in memory, which only the administrator may; undefined for anybody else. */
export function mountSmallDisk(): SmallDisk | undefined {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeMb}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  let isMounted = true;
  function unmount(): void {
    if (isMounted) execFileSync("umount", ["--lazy", folder], { stdio: "ignore" });
    isMounted = false;
  }
  onEnd(unmount);
  const ballast = join(folder, "ballast");
  return {
    folder,
    unmount,
    injector: {
      isOfOneServer: false,
      async inject({ forMs }) {
        fill(ballast);
        await delay(forMs);
        rmSync(ballast);
      },
      describe: ({ forMs }) => `the disk is full for ${formatSeconds(forMs)}`,
    },
  };
}

/** Writes to a file until not even a page has room. */
function fill(file: string): void {
  const descriptor = openSync(file, "w");
  try {
    for (let size = chunk.length; size >= stepBytes; size /= 2) writeUntilFull(descriptor, size);
  } finally {
    closeSync(descriptor);
  }
}

function writeUntilFull(descriptor: number, size: number): void {
  try {
    while (writeSync(descriptor, chunk, 0, size) === size);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
