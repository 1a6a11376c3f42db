import { type ReplyLanguage, replyLanguageOf } from "@askback/core";
import type { Environment } from "./settings.ts";

/** How a command shows things to the person at the terminal. */
export interface TerminalSettings {
  readonly hasColor: boolean;
  /** Whether text is only ever added, line by line: for screen readers, and for terminals that cannot redraw. */
  readonly isLineByLine: boolean;
  /** Whether somebody is at a terminal who reads questions and types. */
  readonly isInteractive: boolean;
  /** Where the app is. */
  readonly appUrl: string;
  /** The language of keywords that the person types. */
  readonly language: ReplyLanguage;
}

export interface TerminalFlags {
  readonly plain?: true;
  readonly screenReader?: true;
}

interface Streams {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stderr: { readonly isTTY?: boolean };
}

/** Prompts are on stderr, since stdout carries the answer to a script. */
export function readTerminalSettings(
  { plain, screenReader }: TerminalFlags,
  env: Environment,
  { stdin, stderr }: Streams,
): Omit<TerminalSettings, "appUrl"> {
  const isPlain = plain === true || env.TERM === "dumb";
  const isScreenReader = screenReader === true || isOn(env.ASKBACK_SCREEN_READER) || isOn(env.INK_SCREEN_READER);
  return {
    hasColor: !isPlain && wantsColor(env, stderr.isTTY === true),
    isLineByLine: isPlain || isScreenReader,
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    language: replyLanguageOf(env.LC_ALL || env.LC_MESSAGES || env.LANG),
  };
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !["", "0", "false"].includes(value);
}

function wantsColor({ NO_COLOR, FORCE_COLOR }: Environment, isTerminal: boolean): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return !["0", "false"].includes(FORCE_COLOR);
  return isTerminal;
}
