import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { onTestFailed } from "vitest";
import { compileCache, program } from "../server/server-process.ts";
import { onEnd, temporaryFolder } from "../server/temporary-folder.ts";
import { createVirtualScreen } from "./virtual-screen.ts";

/** Why no terminal can be had here; undefined where one can. The `script` of util-linux opens one. */
export const noTerminalReason: string | undefined = /util-linux/.test(
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "",
)
  ? undefined
  : "there is no `script` of util-linux, which opens a terminal for a program";

/** A program that runs in a terminal of its own. */
export interface PseudoTerminal {
  type(keys: string): void;
  /** Waits until the screen has the text, and returns the screen. */
  shows(text: string | RegExp): Promise<string>;
  screen(): string;
  /** Everything that the program wrote, with its control characters. */
  raw(): string;
  /** The sequences by which it set colours and other styles. */
  styles(): readonly string[];
  /** The exit code of the program. */
  readonly ended: Promise<number | null>;
}

export const keys = {
  enter: "\r",
  escape: "\u001B",
  up: "\u001B[A",
  down: "\u001B[B",
  interrupt: "\u0003",
  end: "\u0004",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is styled by such characters
const style = /\u001B\[[\d;]*m/g;

/** Whether keys reach the program as they are: it hides the cursor, draws, and then takes over the keyboard. */
function takesKeys(raw: string): boolean {
  const hidden = raw.lastIndexOf("\u001B[?25l");
  const isDrawing = hidden > raw.lastIndexOf("\u001B[?25h");
  return !isDrawing || raw.lastIndexOf("\u001B[?2004h") > raw.lastIndexOf("\u001B[?2004l");
}

/** Whether everything of the last update is written, the beginning and end of which the program marks. */
function isDrawn(raw: string): boolean {
  return raw.lastIndexOf("\u001B[?2026h") <= raw.lastIndexOf("\u001B[?2026l");
}

/** Runs an `askback` command, or a command of the shell in which `askback` stands for the program. */
export function openTerminal(
  command: string,
  { env = {}, cwd = temporaryFolder() }: { env?: Readonly<Record<string, string>>; cwd?: string } = {},
): PseudoTerminal {
  const askback = `askback() { ${JSON.stringify(process.execPath)} --conditions=@askback/source ${JSON.stringify(program)} "$@"; }`;
  const line = `stty cols 90 rows 30; ${askback}; ${command}`;
  const child = spawn("script", ["--quiet", "--flush", "--return", "--command", line, "/dev/null"], {
    cwd,
    env: {
      PATH: process.env.PATH ?? "",
      SHELL: "/bin/sh",
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      ...compileCache,
      ...env,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onEnd(() => child.kill("SIGKILL"));
  const ended = once(child, "close").then(([code]) => code as number | null);
  const screen = createVirtualScreen();
  let raw = "";
  let onOutput = () => {};
  child.stdout.setEncoding("utf8").on("data", (output: string) => {
    raw += output;
    screen.write(output);
    onOutput();
  });
  let wanted: string | RegExp = "";
  onTestFailed(() => console.error(`The test last waited for ${wanted} on this screen:\n${screen.text()}`));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
    onOutput();
  });
  return {
    ended,
    type: (typed) => void child.stdin.write(typed),
    screen: screen.text,
    raw: () => raw,
    styles: () => raw.match(style) ?? [],
    async shows(text) {
      wanted = text;
      const isShown = () => (typeof text === "string" ? screen.text().includes(text) : text.test(screen.text()));
      while (!isShown() || !isDrawn(raw) || !takesKeys(raw)) {
        if (isOver) throw new Error(`the program ended and did not show ${text}:\n${screen.text()}`);
        await new Promise<void>((resolve) => (onOutput = resolve));
      }
      return screen.text();
    },
  };
}
