/** Lines that something writes, and a way to wait for one. */
export interface Output {
  readonly lines: readonly string[];
  /** Waits until there is a line that fits; it throws when nothing can come any more. */
  untilLine(pattern: RegExp): Promise<void>;
}

export interface WritableOutput extends Output {
  write(line: string): void;
  /** Makes those who wait look again. */
  check(): void;
}

/** `hasEnded` says why nothing can come any more, if so. */
export function createOutput(hasEnded: () => string | undefined = () => undefined): WritableOutput {
  const lines: string[] = [];
  const checks = new Set<() => void>();
  const check = () => {
    for (const look of checks) look();
  };
  return {
    lines,
    check,
    write(line) {
      lines.push(line);
      check();
    },
    untilLine: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const isThere = lines.some((line) => pattern.test(line));
          const ending = hasEnded();
          if (!isThere && ending === undefined) return;
          checks.delete(look);
          if (isThere) resolve();
          else reject(new Error(`${ending}\n${lines.slice(-20).join("\n")}`));
        };
        checks.add(look);
        look();
      }),
  };
}
