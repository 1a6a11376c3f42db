import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Reads what is typed or piped, line by line. */
export interface LineReader {
  /** The next line, which is not shown if it is a secret; undefined at the end of the input, after Ctrl+C, or when it is closed. */
  read(prompt: string, isSecret?: boolean): Promise<string | undefined>;
  /** Whether the input ended by Ctrl+C. */
  readonly isInterrupted: boolean;
  close(): void;
}

export function createLineReader(isTerminal: boolean): LineReader {
  const lines: string[] = [];
  const state = { isInterrupted: false, isClosed: false, isHidden: false, wake: () => {} };
  // A card that was shown before has let go of the keyboard, and the program would end while it waits.
  if (process.stdin.isTTY) process.stdin.ref();
  const reader = createInterface({
    input: process.stdin,
    ...(isTerminal && { output: echo(() => state.isHidden) }),
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
    async read(prompt, isSecret = false) {
      if (isTerminal && !state.isClosed) {
        reader.setPrompt(prompt);
        reader.prompt(true);
        state.isHidden = isSecret;
      }
      while (lines.length === 0 && !state.isClosed) await new Promise<void>((resolve) => (state.wake = resolve));
      if (state.isHidden) process.stderr.write("\n");
      state.isHidden = false;
      return lines.shift();
    },
    close: () => reader.close(),
  };
}

/** What is typed, as the terminal shows it, except while it is a secret. */
function echo(isHidden: () => boolean): NodeJS.WritableStream {
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      // At once, so that nothing that is written beside it comes between.
      if (!isHidden()) process.stderr.write(chunk);
      done();
    },
  });
  // The reader asks it how wide a line may be.
  return Object.defineProperty(output, "columns", { get: () => process.stderr.columns });
}
