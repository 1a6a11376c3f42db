// Ink is imported here alone, and this module only when somebody looks: no other command waits for it.
import { render, Text, useInput, usePaste } from "ink";
import { createElement } from "react";
import type { TerminalSettings } from "../settings/terminal-settings.ts";
import { type Key, keysOf, pastedKey } from "./card/key.ts";
import { type Line, paintLine } from "./text/line.ts";

export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/** Lines that are redrawn in place below what the terminal shows already; on stderr, since stdout carries answers. */
export interface LiveScreen {
  draw(): void;
  /** Ends the redrawing; these lines stay. */
  close(last: readonly Line[]): Promise<void>;
}

export interface LiveScreenOptions {
  readonly terminal: Pick<TerminalSettings, "hasColor">;
  lines(size: ScreenSize): readonly Line[];
  onKey(key: Key): void;
}

/** How often the lines are drawn anew, since they say how long something waits. */
const clockMs = 5_000;

/** How long the input is read and dropped before the first lines are drawn. */
const typedAheadMs = 50;

interface FrameProps {
  readonly text: string;
  onKeys(keys: readonly Key[]): void;
}

function Frame({ text, onKeys }: FrameProps) {
  useInput((input, key) => onKeys(keysOf(input, key)));
  usePaste((pasted) => onKeys([pastedKey(pasted)]));
  return createElement(Text, { wrap: "truncate-end" }, text);
}

export function openScreen({ terminal, lines, onKey }: LiveScreenOptions): LiveScreen {
  const output = process.stderr;
  let last: readonly Line[] | undefined;
  let isClosed = false;
  // Keys count from when the lines are there: what was typed before was meant for something else.
  let isShown = false;
  const frame = () => {
    const size = { width: output.columns || 80, height: output.rows || 24 };
    const shown = last ?? (isShown ? lines(size) : []);
    const text = shown.map((line) => paintLine(line, terminal) || " ").join("\n");
    return createElement(Frame, { text, onKeys });
  };
  const instance = render(frame(), {
    stdout: output,
    stdin: process.stdin,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    isScreenReaderEnabled: false,
  });
  const draw = () => void (isClosed || instance.rerender(frame()));
  function onKeys(keys: readonly Key[]): void {
    for (const key of keys) if (isShown || key.name === "interrupt") onKey(key);
    draw();
  }
  // Between the timer and the immediate the waiting input is read, however late the timer is.
  setTimeout(() => setImmediate(show), typedAheadMs);
  function show(): void {
    isShown = true;
    draw();
  }
  output.on("resize", draw);
  const clock = setInterval(draw, clockMs);
  return {
    draw,
    async close(lines) {
      if (isClosed) return;
      output.off("resize", draw);
      clearInterval(clock);
      last = lines;
      draw();
      isClosed = true;
      instance.unmount();
      await instance.waitUntilExit();
    },
  };
}
