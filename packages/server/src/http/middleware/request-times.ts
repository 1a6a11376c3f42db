import type { RequestEntry } from "./observe-requests.ts";

type Request = Pick<RequestEntry, "method" | "route" | "status" | "ms">;

/** How long requests took, by method, route and status. */
export interface RequestTimes {
  add(request: Request): void;
  /** A histogram in the Prometheus text format. */
  text(): string;
}

const name = "askback_http_request_seconds";
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Times {
  readonly labels: string;
  /** How many were within each bound and not within the one before; the last one counts all others. */
  readonly counts: number[];
  seconds: number;
}

/** A histogram of prom-client sorts and joins its labels for every request. */
export function createRequestTimes(): RequestTimes {
  const timesByKey = new Map<string, Times>();
  return {
    add({ method, route, status, ms }) {
      const key = `${method} ${status} ${route}`;
      let times = timesByKey.get(key);
      if (!times) {
        const labels = `method="${escaped(method)}",route="${escaped(route)}",status="${status}"`;
        times = { labels, counts: Array.from({ length: bounds.length + 1 }, () => 0), seconds: 0 };
        timesByKey.set(key, times);
      }
      const seconds = ms / 1000;
      const within = bounds.findIndex((bound) => seconds <= bound);
      const index = within < 0 ? bounds.length : within;
      times.counts[index] = (times.counts[index] ?? 0) + 1;
      times.seconds += seconds;
    },
    text() {
      const lines = [`# HELP ${name} Time to answer HTTP requests`, `# TYPE ${name} histogram`];
      for (const times of timesByKey.values()) lines.push(...linesOf(times));
      return `${lines.join("\n")}\n`;
    },
  };
}

function linesOf({ labels, counts, seconds }: Times): readonly string[] {
  let count = 0;
  const buckets = counts.map((own, index) => {
    count += own;
    return `${name}_bucket{le="${bounds[index] ?? "+Inf"}",${labels}} ${count}`;
  });
  return [...buckets, `${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${count}`];
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
