import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { ConnectionFlags } from "../settings/connection.ts";
import { SettingError } from "../settings/setting-error.ts";
import { isRecord } from "./call.ts";

interface Hooks {
  readonly [event: string]: readonly {
    readonly matcher?: string;
    readonly hooks: readonly { readonly command?: string }[];
  }[];
}

/** Adds the hooks of the plugin to settings of Claude Code, with this program by its path; what else is there stays. */
export function installHook(flags: ConnectionFlags & { readonly user?: boolean }, timeout: number): string {
  const file = flags.user ? join(homedir(), ".claude/settings.json") : resolve(".claude/settings.local.json");
  const settings = readSettings(file);
  const hooks = isRecord(settings.hooks) ? (settings.hooks as unknown as Hooks) : {};
  const command = [
    process.execPath,
    ...process.execArgv,
    resolve(process.argv[1] ?? ""),
    "hook",
    "claude-code",
    ...optionsOf(flags, timeout),
  ]
    .map(quoted)
    .join(" ");
  const added = Object.entries(pluginHooks()).map(([event, groups]) => [
    event,
    [
      ...(hooks[event] ?? []).filter(({ hooks: entries }) => !entries.some(isOurs)),
      ...groups.map((group) => ({ ...group, hooks: group.hooks.map((entry) => ({ ...entry, command, timeout })) })),
    ],
  ]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `${JSON.stringify({ ...settings, hooks: { ...hooks, ...Object.fromEntries(added) } }, null, 2)}\n`,
  );
  return [
    `✔ ${file} written. New sessions of Claude Code ask in Askback: AskUserQuestion and requests for permission.`,
    "→ Remove the entries with `hook claude-code` from that file to undo it.",
    "",
  ].join("\n");
}

function readSettings(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {};
  const problem = new SettingError(`${file} is not JSON with an object`, "Correct it first; nothing was written.");
  try {
    const settings: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (isRecord(settings)) return settings;
  } catch {
    throw problem;
  }
  throw problem;
}

/** The hooks as the plugin has them, which is beside the built program, and in a checkout beside its sources. */
function pluginHooks(): Hooks {
  const files = ["..", "../.."].map((folder) =>
    fileURLToPath(new URL(`${folder}/claude-code-plugin/hooks/hooks.json`, import.meta.url)),
  );
  return JSON.parse(readFileSync(files.find(existsSync) ?? "", "utf8")).hooks;
}

function isOurs({ command = "" }: { readonly command?: string }): boolean {
  return / hook claude-code\b/.test(command);
}

function optionsOf({ url, dataDir }: ConnectionFlags, timeout: number): readonly string[] {
  return [
    ...(url === undefined ? [] : ["--url", url]),
    ...(dataDir === undefined ? [] : ["--data-dir", resolve(dataDir)]),
    "--timeout",
    String(timeout),
  ];
}

/** A word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
