import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

/** The system calls of a process. */
export interface SyscallTrace {
  /** The calls of its main thread, when it has ended. */
  calls(): Promise<readonly string[]>;
}

/** Traces system calls of a running process, or returns the reason why that is impossible. */
export async function traceSyscalls(pid: number, names: readonly string[]): Promise<SyscallTrace | string> {
  if (!isThere("strace") && process.getuid?.() === 0) spawnSync("apt-get", ["install", "-y", "strace"]);
  if (!isThere("strace")) return "strace is missing, so syncs cannot be counted";
  const file = join(temporaryFolder(), "trace");
  // One file for each thread, so that no call is torn apart by another.
  const options = ["-ff", "-y", "-s", "20", "-e", `trace=${names.join(",")}`, "-o", file, "-p", String(pid)];
  const strace = spawn("strace", options, { stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(strace, "exit");
  const [line] = await Promise.race([once(createInterface({ input: strace.stderr }), "line"), exited]);
  if (!/attached/.test(String(line))) return `system calls cannot be traced here: ${line}`;
  return {
    async calls() {
      await exited;
      return readFileSync(`${file}.${pid}`, "utf8").split("\n");
    },
  };
}

function isThere(program: string): boolean {
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, program)));
}
