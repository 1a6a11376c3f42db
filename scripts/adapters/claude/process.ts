import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onEnd } from "../../../test/harness/server/temporary-folder.ts";
import type { Decision, ProgramOptions, Told } from "./program.ts";

const file = fileURLToPath(new URL("program.ts", import.meta.url));

type Asked = Extract<Told, { readonly type: "asked" }>;

/** Starts a program with the Claude Agent SDK in a process of its own. */
export function startClaudeProgram(options: ProgramOptions) {
  // A process group of its own, so that it can be killed with the CLI that it started.
  const child = fork(file, [JSON.stringify(options)], { detached: true });
  const told: Told[] = [];
  const checks = new Set<() => void>();
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const killAll = () => !isOver() && child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
  onEnd(killAll);
  child.on("message", (message: Told) => {
    told.push(message);
    for (const check of checks) check();
  });
  child.once("exit", () => {
    for (const check of checks) check();
  });

  /** Waits until something is found in what was told; it throws where the program ends before. */
  function until<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = find();
        if (found !== undefined) resolve(found);
        else if (isOver()) reject(new Error("the program of Claude Code ended"));
      };
      checks.add(check);
      check();
    });
  }

  const hasEnded = () => told.some(({ type }) => type === "ended");
  const asked = () => told.filter((message): message is Asked => message.type === "asked");
  return {
    session: () => until(() => told.find((message) => message.type === "session")?.id),
    /** So many calls, when they are asked; none where the turn ends without them. */
    asked: (count = 1) =>
      until(() => {
        if (asked().length >= count) return asked();
        return hasEnded() ? [] : undefined;
      }),
    decide: (id: string, result: object) => child.send({ id, result } satisfies Decision),
    ended: () => until(() => hasEnded() || undefined),
    async kill(): Promise<void> {
      if (isOver()) return;
      const exited = once(child, "exit");
      killAll();
      await exited;
    },
  };
}
