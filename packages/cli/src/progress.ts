import { progress } from "@clack/prompts";

/** Shows how far a long piece of work is. */
export interface Progress {
  advance(count: number): void;
  /** The work is done: the last thing that is shown. */
  end(summary: string): void;
  /** The work failed, which others tell. */
  stop(): void;
}

export interface ProgressOptions {
  readonly title: string;
  readonly total: number;
}

const barWidth = 40;
const redrawMs = 50;
const lineMs = 10_000;

/** A bar where somebody looks, else a line now and then; on the error output, since the other may carry data. */
export function startProgress(options: ProgressOptions): Progress {
  return hasViewer() ? startBar(options) : startLines(options);
}

/** Whether a person sits at the terminal and can be asked. */
export function hasViewer(): boolean {
  return process.stderr.isTTY === true && process.stdin.isTTY === true;
}

function startBar({ title, total }: ProgressOptions): Progress {
  const bar = progress({ max: Math.max(1, total), size: barWidth, output: process.stderr });
  const share = createShare(total);
  // The bar takes the keyboard, and ends the program as if all were well when it is interrupted.
  const interrupted = () => {
    process.exitCode = 130;
  };
  process.once("exit", interrupted);
  let drawnAt = performance.now();
  let waiting = 0;
  bar.start(title);
  return {
    advance(count) {
      waiting += count;
      const text = share(count);
      if (performance.now() - drawnAt < redrawMs) return;
      bar.advance(waiting, `${title} ${text}`);
      waiting = 0;
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
  let toldAt = performance.now();
  return {
    advance(count) {
      const text = share(count);
      if (performance.now() - toldAt < lineMs) return;
      toldAt = performance.now();
      process.stderr.write(`${title} ${text}\n`);
    },
    end: (summary) => void process.stderr.write(`✔ ${summary}\n`),
    stop() {},
  };
}

/** Adds up, and says how much of all it is. */
function createShare(total: number): (count: number) => string {
  let done = 0;
  return (count) => {
    done = Math.min(total, done + count);
    return `${Math.floor((100 * done) / Math.max(1, total))} % (${done.toLocaleString("en")} of ${total.toLocaleString("en")})`;
  };
}
