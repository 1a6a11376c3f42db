import { createInterface } from "node:readline";

/** Reads what is typed or piped, line by line. */
export interface LineReader {
  /** The next line; undefined at the end of the input, after Ctrl+C, or when it is closed. */
  read(prompt: string): Promise<string | undefined>;
  /** Whether the input ended by Ctrl+C. */
  readonly isInterrupted: boolean;
  close(): void;
}

export function createLineReader(isTerminal: boolean): LineReader {
  const lines: string[] = [];
  const state = { isInterrupted: false, isClosed: false, wake: () => {} };
  // A card that was shown before has let go of the keyboard, and the program would end while it waits.
  if (process.stdin.isTTY) process.stdin.ref();
  const reader = createInterface({
    input: process.stdin,
    ...(isTerminal && { output: process.stderr }),
    terminal: isTerminal,
    historySize: 0,
  });
  reader.on("line", (line) => {
    lines.push(line);
    state.wake();
  });
  reader.on("SIGINT", () => {
    state.isInterrupted = true;
    reader.close();
  });
  reader.on("close", () => {
    state.isClosed = true;
    state.wake();
  });
  return {
    get isInterrupted() {
      return state.isInterrupted;
    },
    async read(prompt) {
      if (isTerminal && !state.isClosed) {
        reader.setPrompt(prompt);
        reader.prompt(true);
      }
      while (lines.length === 0 && !state.isClosed) await new Promise<void>((resolve) => (state.wake = resolve));
      return lines.shift();
    },
    close: () => reader.close(),
  };
}
