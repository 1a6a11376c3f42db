import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process of its own that carries out one order after the other, each with a report. */
export interface Child<Order, Report> {
  /** What it reported when it was ready, and how long that took. */
  readonly ready: Report;
  readonly readyMs: number;
  order(what: Order): Promise<Report>;
  /** Gives the last order and waits for the end of the process. */
  end(last: Order): Promise<void>;
}

/** Runs a program of this folder, which `obey`s. */
export async function startChild<Order extends object, Report>(
  program: string,
  args: readonly string[],
): Promise<Child<Order, Report>> {
  const began = performance.now();
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [...args], {
    execArgv: ["--conditions=@askback/source"],
  });
  const exited = once(child, "exit");
  const ready = await nextReport<Report>(child);
  const readyMs = performance.now() - began;
  async function order(what: Order): Promise<Report> {
    const report = nextReport<Report>(child);
    child.send(what);
    return report;
  }
  return {
    ready,
    readyMs,
    order,
    async end(last) {
      await order(last);
      await exited;
    },
  };
}

async function nextReport<Report>(child: ChildProcess): Promise<Report> {
  const settled = new AbortController();
  const ended = once(child, "exit", { signal: settled.signal }).then(([code]) => {
    throw new Error(`a measured process ended with ${code}`);
  });
  const reported = once(child, "message", { signal: settled.signal }).then(([report]) => report as Report);
  try {
    return await Promise.race([reported, ended]);
  } finally {
    settled.abort();
    await Promise.allSettled([reported, ended]);
  }
}

/** The child's side: says that it is ready, then carries out what it is told; after `stop` the process ends by itself. */
export function obey<Order extends { readonly type: string }, Report extends object>(
  ready: Report,
  carryOut: (order: Order) => Promise<Report>,
): void {
  process.on("message", async (order: Order) => {
    process.send?.(await carryOut(order));
    if (order.type === "stop") process.disconnect();
  });
  process.send?.(ready);
}

/** A time that processes of one machine can compare, in milliseconds with fractions. */
export function sharedTime(): number {
  return performance.timeOrigin + performance.now();
}
