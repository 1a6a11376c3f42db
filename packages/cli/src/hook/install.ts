import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { shellWord } from "../output/shell-word.ts";
import type { ConnectionFlags } from "../settings/connection.ts";
import { isRecord } from "./call.ts";
import { readClaudeSettings, writeClaudeSettings } from "./claude-settings.ts";

interface PluginHooks {
  readonly [event: string]: readonly { readonly matcher: string; readonly hooks: readonly object[] }[];
}

/** Adds the hooks of the plugin to settings of Claude Code, with this program by its path; what else is there stays. */
export function installHook(flags: ConnectionFlags & { readonly user?: boolean }, timeout: number): string {
  const file = flags.user ? join(homedir(), ".claude/settings.json") : resolve(".claude/settings.local.json");
  const settings = readClaudeSettings(file);
  const command = [
    process.execPath,
    ...process.execArgv,
    resolve(process.argv[1] ?? ""),
    "hook",
    "claude-code",
    ...optionsOf(flags, timeout),
  ]
    .map(shellWord)
    .join(" ");
  const added = Object.entries(pluginHooks()).map(([event, groups]) => [
    event,
    [
      ...(settings.hooks[event] ?? []).flatMap(withoutOurs),
      ...groups.map((group) => ({ ...group, hooks: group.hooks.map((entry) => ({ ...entry, command, timeout })) })),
    ],
  ]);
  writeClaudeSettings(file, { ...settings, hooks: { ...settings.hooks, ...Object.fromEntries(added) } });
  return [
    `✔ ${file} written. New sessions of Claude Code ask in Askback: AskUserQuestion and requests for permission.`,
    "→ Remove the entries with `hook claude-code` from that file to undo it.",
    "",
  ].join("\n");
}

/** A group of hooks without those that an earlier installation added; none where it had no others. */
function withoutOurs(group: unknown): readonly unknown[] {
  if (!isRecord(group) || !Array.isArray(group.hooks)) return [group];
  const others = group.hooks.filter((entry) => !isOurs(entry));
  if (others.length === group.hooks.length) return [group];
  return others.length === 0 ? [] : [{ ...group, hooks: others }];
}

/** The hooks as the plugin has them, which is beside the built program, and in a checkout beside its sources. */
function pluginHooks(): PluginHooks {
  const files = ["..", "../.."].map((folder) =>
    fileURLToPath(new URL(`${folder}/claude-code-plugin/hooks/hooks.json`, import.meta.url)),
  );
  return JSON.parse(readFileSync(files.find(existsSync) ?? "", "utf8")).hooks;
}

function isOurs(entry: unknown): boolean {
  return isRecord(entry) && typeof entry.command === "string" && / hook claude-code\b/.test(entry.command);
}

function optionsOf({ url, dataDir }: ConnectionFlags, timeout: number): readonly string[] {
  return [
    ...(url === undefined ? [] : ["--url", url]),
    ...(dataDir === undefined ? [] : ["--data-dir", resolve(dataDir)]),
    "--timeout",
    String(timeout),
  ];
}
