import { progress } from "@clack/prompts";

/** Shows the progress of a long task. */
export interface Progress {
  advance(count: number): void;
  /** The task is done; shows the summary. */
  end(summary: string): void;
  /** The task failed; the caller shows the error. */
  stop(): void;
}

export interface ProgressOptions {
  readonly title: string;
  readonly total: number;
}

const barWidth = 40;
const redrawMs = 50;
const lineMs = 10_000;

/** Shows a bar on a terminal, else a line every ten seconds; on stderr, since stdout may carry data. */
export function startProgress(options: ProgressOptions): Progress {
  return hasViewer() ? startBar(options) : startLines(options);
}

/** Whether a person at a terminal can read questions and answer them. */
export function hasViewer(): boolean {
  return process.stderr.isTTY === true && process.stdin.isTTY === true;
}

function startBar({ title, total }: ProgressOptions): Progress {
  const bar = progress({ max: Math.max(1, total), size: barWidth, output: process.stderr });
  const share = createShare(total);
  // The bar handles Ctrl-C itself and would end the program with 0.
  const interrupted = () => {
    process.exitCode = 130;
  };
  process.once("exit", interrupted);
  let drawnAt = performance.now();
  let undrawn = 0;
  bar.start(title);
  return {
    advance(count) {
      undrawn += count;
      const text = share(count);
      if (performance.now() - drawnAt < redrawMs) return;
      bar.advance(undrawn, `${title} ${text}`);
      undrawn = 0;
      drawnAt = performance.now();
    },
    end(summary) {
      process.off("exit", interrupted);
      bar.stop(summary);
    },
    stop() {
      process.off("exit", interrupted);
      bar.error(title);
    },
  };
}

function startLines({ title, total }: ProgressOptions): Progress {
  const share = createShare(total);
  let writtenAt = performance.now();
  return {
    advance(count) {
      const text = share(count);
      if (performance.now() - writtenAt < lineMs) return;
      writtenAt = performance.now();
      process.stderr.write(`${title} ${text}\n`);
    },
    end: (summary) => void process.stderr.write(`✔ ${summary}\n`),
    stop() {},
  };
}

/** Adds counts up and formats their share of the total. */
function createShare(total: number): (count: number) => string {
  let done = 0;
  return (count) => {
    done = Math.min(total, done + count);
    return `${Math.floor((100 * done) / Math.max(1, total))} % (${done.toLocaleString("en")} of ${total.toLocaleString("en")})`;
  };
}
