import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** How the program was started; `process` fits. */
export interface Start {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
}

/** What people type to start this program: in a checkout, from the packages of a folder, or installed on the PATH. */
export function commandName({ argv, env, cwd }: Start): string {
  if (basename(argv[1] ?? "") === "main.ts") return "npm run askback --";
  const manager = env.npm_config_user_agent?.split("/")[0];
  const isLocal = env.npm_command !== undefined || /[\\/]node_modules[\\/]\.bin[\\/]/.test(argv[1] ?? "");
  if (!isLocal) return "askback";
  if (manager !== "pnpm") return "npx askback";
  return isInstalled(cwd()) ? "pnpm askback" : "pnpm dlx askback";
}

/** Whether package managers find the program from this folder. */
export function isInstalled(folder: string): boolean {
  const isHere = existsSync(join(folder, "node_modules", ".bin", "askback"));
  return isHere || (dirname(folder) !== folder && isInstalled(dirname(folder)));
}

const commandPattern =
  /(?<![\w/-]|\b(?:npx|pnpm|dlx) )askback (?=\[options\]|--help|(?:serve|init|ask|answer|inbox|chat|link|people|keys|doctor|migrate|backup|restore|import|prune|audit|webhooks|mcp|hook|export( -\s)?)(?![\w-]))/g;

/** Rewrites every command that a text names, such as `askback link`, to what the reader must type. */
export function nameCommands(text: string, start: Start = process): string {
  const name = commandName(start);
  // npm prints a line of its own to the standard output, where an export needs to be alone.
  const quietName = name.replace("npm run", "npm run --silent");
  return text.replaceAll(commandPattern, (_, toStandardOutput) => `${toStandardOutput ? quietName : name} `);
}
