import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onEnd } from "../../test/harness/server/temporary-folder.ts";
import { createOutput, type Output } from "./output.ts";

/** A program that is started, killed and started again; what it wrote is collected over all its lives. */
export interface Program {
  start(args?: readonly string[]): void;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Waits until it ends by itself. */
  ended(): Promise<void>;
  readonly output: Output;
}

export interface ProgramOptions {
  readonly command?: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function createProgram({ command = process.execPath, args, cwd, env = {} }: ProgramOptions): Program {
  let child: ChildProcess | undefined;
  let isKilled = false;
  const hasEnded = () => child !== undefined && (child.exitCode !== null || child.signalCode !== null);
  const output = createOutput(() => (!isKilled && hasEnded() ? `${args.join(" ")} ended` : undefined));
  onEnd(() => child?.kill("SIGKILL"));

  return {
    output,
    start(more = []) {
      isKilled = false;
      child = spawn(command, [...args, ...more], {
        cwd,
        env: { PATH: process.env.PATH ?? "", HOME: cwd, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child.once("close", output.check);
      for (const stream of [child.stdout, child.stderr])
        if (stream) createInterface({ input: stream }).on("line", output.write);
    },
    async kill() {
      isKilled = true;
      if (!child || hasEnded()) return;
      const closed = once(child, "close");
      child.kill("SIGKILL");
      await closed;
    },
    async ended() {
      if (child && !hasEnded()) await once(child, "close");
    },
  };
}
