import type { ServerProcess } from "../test/harness/server/server-process.ts";
import { collectGarbageSignal } from "./collect-garbage.ts";

/** How the heap of one process changed: what is left after the garbage collector came by, so the least of some samples. */
export interface HeapGrowth {
  /** Bytes around the first minute of the process, or the first quarter of a short run. */
  readonly early: number;
  /** Bytes at the end of the process. */
  readonly late: number;
  readonly ratio: number;
}

export interface HeapWatch {
  /** That of the process which grew most; undefined if none ran long enough. */
  growth(): HeapGrowth | undefined;
  stop(): void;
}

/** A heap at some age of its process. */
export interface HeapSample {
  readonly ageMs: number;
  readonly bytes: number;
}

/** A garbage collection takes time from the server. */
const everyMs = 5_000;
const maxResponseMs = 1_000;

/** Over this time the heap of a server must be compared, and must not grow. */
const minSeconds = 300;
const maxRatio = 1.25;

/** Samples the heap of each server after a garbage collection. A server that is started again is another process, with a heap of its own. */
export function watchHeap(servers: () => readonly ServerProcess[], durationMs: number): HeapWatch {
  const processes = new Map<ServerProcess, { readonly began: number; readonly samples: HeapSample[] }>();
  const timer = setInterval(() => {
    for (const server of servers()) void sample(server);
  }, everyMs);

  async function sample(server: ServerProcess): Promise<void> {
    const process = processes.get(server) ?? { began: performance.now(), samples: [] };
    processes.set(server, process);
    const bytes = await heapOf(server);
    if (bytes > 0) process.samples.push({ ageMs: performance.now() - process.began, bytes });
  }

  return {
    growth: () =>
      largestGrowth(
        [...processes.values()].map(({ samples }) => samples),
        durationMs,
      ),
    stop: () => clearInterval(timer),
  };
}

/** What is wrong with the heap after a soak of so many seconds. */
export function heapFaults(growth: HeapGrowth | undefined, seconds: number): readonly string[] {
  if (seconds < minSeconds) return [];
  if (!growth) return ["no server ran long enough to compare its heap"];
  return growth.ratio > maxRatio ? [`the heap of a server grew by a factor of ${growth.ratio}`] : [];
}

/** Compares each process with itself. What it needs to run at all, it has when it is a minute old. */
export function largestGrowth(
  processes: readonly (readonly HeapSample[])[],
  durationMs: number,
): HeapGrowth | undefined {
  const windowMs = Math.max(15_000, durationMs / 10);
  const firstEnd = Math.min(60_000, durationMs / 4);
  return processes
    .flatMap((samples) => {
      const end = samples.at(-1)?.ageMs ?? 0;
      const early = leastOf(samples.filter(({ ageMs }) => ageMs <= firstEnd && ageMs > firstEnd - windowMs));
      const late = leastOf(samples.filter(({ ageMs }) => ageMs > end - windowMs));
      return end > firstEnd && early !== undefined && late !== undefined ? [{ early, late, ratio: late / early }] : [];
    })
    .reduce<HeapGrowth | undefined>((most, one) => (most && most.ratio >= one.ratio ? most : one), undefined);
}

function leastOf(samples: readonly HeapSample[]): number | undefined {
  return samples.length > 0 ? Math.min(...samples.map(({ bytes }) => bytes)) : undefined;
}

/** 0 where the server does not respond. */
async function heapOf({ url, keys, process }: ServerProcess): Promise<number> {
  try {
    // The server collects its garbage at once, before it has read the request.
    process.kill(collectGarbageSignal);
    const headers = { authorization: `Bearer ${keys.answer}` };
    const response = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(maxResponseMs) });
    return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(await response.text())?.[1] ?? 0);
  } catch {
    return 0;
  }
}
