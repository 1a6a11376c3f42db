import type { Command } from "commander";
import type { ConnectionFlags } from "../settings/connection.ts";

/** What the plugin gives as the time after which Claude Code ends a hook. */
const defaultTimeout = 86_400;

interface HookFlags extends ConnectionFlags {
  readonly timeout?: string;
  readonly install?: boolean;
  readonly user?: boolean;
}

const help = `
Claude Code runs this for its hooks, with the call on the standard input: its questions (PreToolUse, AskUserQuestion) and its
requests for permission (PermissionRequest) are asked in Askback. Without a server Claude Code asks by itself.

Examples:
  askback hook claude-code --install
  askback hook claude-code --install --user --data-dir ~/askback/.askback
`;

export function addHookCommand(program: Command): void {
  program
    .command("hook")
    .description("ask what Claude Code asks, as its hook")
    .argument("<agent>", "claude-code")
    .option("--url <address>", "address of the server (ASKBACK_URL), with the key in ASKBACK_KEY")
    .option(
      "--data-dir <folder>",
      "data folder of a server on this machine (ASKBACK_DATA_DIR, default the nearest .askback)",
    )
    .option("--timeout <seconds>", "the time-out of the hook in the settings of Claude Code", String(defaultTimeout))
    .option("--install", "add the hook to .claude/settings.local.json of this folder")
    .option("--user", "with --install: add it to the settings of this user, for all folders")
    .addHelpText("after", help)
    .action(async (agent: string, flags: HookFlags, command: Command) => {
      if (agent !== "claude-code") command.error(`error: there is no hook for '${agent}'; use claude-code`);
      const timeout = Number(flags.timeout);
      if (!(timeout > 0 && timeout <= 2_000_000))
        command.error("error: --timeout takes a number of seconds up to 2000000");
      if (flags.install) {
        const { installHook } = await import("../hook/install.ts");
        process.stdout.write(installHook(flags, timeout));
      } else await answerHook(flags, timeout);
    });
}

async function answerHook(flags: ConnectionFlags, timeout: number): Promise<void> {
  const [{ runHook }, { readAskConnection }, { text }] = await Promise.all([
    import("../hook/run-hook.ts"),
    import("../settings/connection.ts"),
    import("node:stream/consumers"),
  ]);
  const ended = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => ended.abort());
  const output = await runHook({
    stdin: await text(process.stdin),
    timeoutMs: timeout * 1_000,
    ended: ended.signal,
    connect: ({ folder }) => readAskConnection(flags, process.env, folder ?? process.cwd()),
  });
  // The program ends with its last request, also while timers run.
  process.stdout.write(`${JSON.stringify(output)}\n`, () => process.exit(0));
}
