import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { SettingError } from "../settings/setting-error.ts";
import { isRecord } from "./call.ts";

/** The settings of Claude Code: the groups of hooks by event, and what else is there, also where it is not known here. */
export interface ClaudeSettings {
  readonly hooks: Readonly<Record<string, readonly unknown[]>>;
  readonly [name: string]: unknown;
}

/** Reads settings; what could not be kept as it is, is refused. */
export function readClaudeSettings(file: string): ClaudeSettings {
  if (!existsSync(file)) return { hooks: {} };
  const settings = parsed(readFileSync(file, "utf8"));
  if (!isRecord(settings)) throw problem(`${file} is not JSON with an object`);
  const { hooks = {} } = settings;
  if (!isRecord(hooks)) throw problem(`${file}: \`hooks\` is not an object`);
  for (const [event, groups] of Object.entries(hooks))
    if (!Array.isArray(groups)) throw problem(`${file}: \`hooks.${event}\` is not a list`);
  return { ...settings, hooks: hooks as ClaudeSettings["hooks"] };
}

/** Replaces the file as a whole: one that reads it, or a crash, finds the old text or the new. A link to a file stays a link. */
export function writeClaudeSettings(file: string, settings: ClaudeSettings): void {
  mkdirSync(dirname(file), { recursive: true });
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  const part = `${target}.${randomUUID()}.part`;
  try {
    writeFileSync(part, `${JSON.stringify(settings, null, 2)}\n`, { mode, flag: "wx", flush: true });
    renameSync(part, target);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problem(what: string): SettingError {
  return new SettingError(what, "Correct it first; nothing was written.");
}
