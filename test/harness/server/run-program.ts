import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { compileCache, program } from "./server-process.ts";
import { onEnd, temporaryFolder } from "./temporary-folder.ts";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an `askback` command to its end. */
export async function runProgram(
  args: readonly string[],
  {
    env = {},
    cwd = temporaryFolder(),
    entry = program,
  }: { env?: Readonly<Record<string, string>>; cwd?: string; entry?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, ["--conditions=@askback/source", entry, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", ...compileCache, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onEnd(() => child.kill("SIGKILL"));
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code, stdout, stderr };
}
