import type { ServerProcess } from "../test/harness/server/server-process.ts";

/** How the heap of one process changed: what is left after the garbage collector came by, so the least of some samples. */
export interface HeapGrowth {
  /** Bytes around the first minute of the process, or the first half of a short run. */
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

const everyMs = 1_000;

/** Samples the heap of each server every second. A server that is started again is another process, with a heap of its own. */
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

/** Compares each process with itself. What it needs to run at all, it has when it is a minute old. */
export function largestGrowth(
  processes: readonly (readonly HeapSample[])[],
  durationMs: number,
): HeapGrowth | undefined {
  const windowMs = Math.max(5_000, durationMs / 10);
  const firstEnd = Math.min(60_000, durationMs / 2);
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
async function heapOf({ url, keys }: ServerProcess): Promise<number> {
  try {
    const headers = { authorization: `Bearer ${keys.answer}` };
    const response = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(everyMs) });
    return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(await response.text())?.[1] ?? 0);
  } catch {
    return 0;
  }
}
