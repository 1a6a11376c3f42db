import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

interface Fixture {
  readonly process: ChildProcessByStdio<null, Readable, null>;
  /** The next line that it prints. */
  line(): Promise<string | undefined>;
}

/** Runs a script in a process of its own, optionally under another program. */
export function spawnFixture(script: URL, args: readonly string[], under: readonly string[] = []): Fixture {
  const [program = process.execPath, ...rest] = [
    ...under,
    process.execPath,
    "--conditions=@askback/source",
    fileURLToPath(script),
    ...args,
  ];
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    process: child,
    async line() {
      const { done, value } = await lines.next();
      return done ? undefined : value;
    },
  };
}
