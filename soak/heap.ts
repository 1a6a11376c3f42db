import type { ServerProcess } from "../test/harness/server/server-process.ts";

/** The heap of the servers over time: what is left after the garbage collector came by, so the least of some samples. */
export interface HeapWatch {
  /** Bytes around the first minute, or the first tenth of a short run. */
  readonly early: number;
  /** Bytes at the end. */
  readonly late: number;
  readonly ratio: number;
  stop(): void;
}

interface Sample {
  readonly atMs: number;
  readonly bytes: number;
}

const everyMs = 1_000;

/** Samples the largest heap of all servers every second. */
export function watchHeap(servers: () => readonly ServerProcess[], durationMs: number): HeapWatch {
  const began = performance.now();
  const samples: Sample[] = [];
  const timer = setInterval(() => {
    void Promise.all(servers().map(heapOf)).then((heaps) => {
      const bytes = Math.max(...heaps);
      if (bytes > 0) samples.push({ atMs: performance.now() - began, bytes });
    });
  }, everyMs);
  const windowMs = Math.max(5_000, durationMs / 10);
  const firstEnd = Math.min(60_000, durationMs / 2);
  const least = (some: readonly Sample[]) => Math.min(...some.map(({ bytes }) => bytes));
  const early = () => least(samples.filter(({ atMs }) => atMs <= firstEnd && atMs > firstEnd - windowMs));
  const late = () => least(samples.filter(({ atMs }) => atMs > (samples.at(-1)?.atMs ?? 0) - windowMs));
  return {
    get early() {
      return early();
    },
    get late() {
      return late();
    },
    get ratio() {
      return late() / early();
    },
    stop: () => clearInterval(timer),
  };
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
