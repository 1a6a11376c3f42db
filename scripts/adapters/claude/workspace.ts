import { existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startAnthropicMessages } from "../../../clients/apis/anthropic-messages.ts";
import { modelWith, shell } from "../../../clients/claude-session.ts";
import { temporaryFolder } from "../../../test/harness/server/temporary-folder.ts";
import { startClaudeProgram } from "./process.ts";
import type { ProgramOptions } from "./program.ts";

/** The shell command by which the model deploys a version. */
export function deploying(version: string): string {
  return `echo ${version} >> deployed.txt`;
}

/**
 * A folder in which a model deploys these versions, and programs with the Claude Agent SDK that run a session of it. The model calls
 * again what it is told was interrupted.
 */
export async function openClaudeWorkspace(
  versions: readonly string[] = ["1.0"],
  askback: () => ProgramOptions["askback"] = () => undefined,
) {
  const home = temporaryFolder();
  const cwd = join(home, "shop");
  mkdirSync(cwd);
  let count = 0;
  const isDone = (messages: string) => messages.includes('"is_error":false');
  const api = await startAnthropicMessages((body) => {
    const calls = versions.map((version) => shell(`toolu_${++count}`, deploying(version)));
    return modelWith(calls, isDone)(body);
  });
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  const deployed = join(cwd, "deployed.txt");
  return {
    /** Starts a program, with a new session or with one that was there before. */
    start: (resume?: string) =>
      startClaudeProgram({
        cwd,
        env,
        apiUrl: api.url,
        options: resume === undefined ? {} : { resume },
        askback: askback(),
      }),
    /** Waits until Claude Code has written the calls of a session to its transcript, a little after it asked; people take longer. */
    async untilStored(session: string): Promise<void> {
      const isStored = (file: string) => readFileSync(join(home, file), "utf8").includes(deploying("1.0"));
      while (!globSync(`.claude/projects/*/${session}.jsonl`, { cwd: home }).some(isStored)) await delay(50);
    },
    /** The versions that were deployed so far. */
    deployments: () => (existsSync(deployed) ? readFileSync(deployed, "utf8").trim().split("\n") : []),
    requests: api.requests,
    close: () => api.close(),
  };
}
