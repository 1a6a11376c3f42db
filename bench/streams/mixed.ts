import { answers } from "../bench-runtime.ts";
import { percentile, round } from "../statistics.ts";
import { headers, startReaders, startStreamServer } from "./processes.ts";

/** One person's conversations, one after the other: each asks, waits for a while, and is answered. */
const conversations = 200;
const readers = 200;
const shortestThoughtMs = 5_000;
const maxThoughtMs = 15_000;

/** How much slower the slowest answers may be than the usual one, and how much the heap may grow after its first minute. */
const answerLimit = 10;
const heapLimit = 1.1;

interface Figures {
  readonly p99OverP50: number;
  readonly heapRatio: number;
}

/** People and readers for ten minutes: the heap stays, and the slowest answers are not much slower than the usual one. */
export async function* measureMixed(options: readonly string[]) {
  const isSmall = options.includes("--small");
  const seconds = isSmall ? 4 : 600;
  const size = isSmall ? 10 : readers;
  const { server, url } = await startStreamServer();
  const group = await startReaders(url, size);
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const people = Array.from({ length: isSmall ? 10 : conversations }, async (_, index) => {
    while (performance.now() < end) {
      const thought = isSmall ? 100 : shortestThoughtMs + Math.random() * (maxThoughtMs - shortestThoughtMs);
      times.push(await converse(url, `Person ${index}`, thought));
    }
  });
  await sleep((seconds * 1000) / 10);
  const early = (await server.request({ type: "heap" })).heapMiB ?? 0;
  await Promise.all(people);
  const late = (await server.request({ type: "heap" })).heapMiB ?? 0;
  await group.end({ type: "stop" });
  await server.end({ type: "stop" });
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const figures = { p99OverP50: p99 / p50, heapRatio: late / early };
  yield {
    seconds,
    readers: size,
    answers: times.length,
    answerP50Ms: round(p50, 1),
    answerP99Ms: round(p99, 1),
    p99OverP50: round(figures.p99OverP50, 1),
    heapAfterTenthMiB: round(early, 1),
    heapAtEndMiB: round(late, 1),
    heapRatio: round(figures.heapRatio, 2),
    exceeded: isSmall ? [] : exceededLimits(figures),
  };
}

/** What the figures of a whole run must not be, in words. */
export function exceededLimits({ p99OverP50, heapRatio }: Figures): readonly string[] {
  return [
    ...(p99OverP50 < answerLimit
      ? []
      : [`p99 of an answer is ${round(p99OverP50, 1)} x its p50, not below ${answerLimit}`]),
    ...(heapRatio <= heapLimit
      ? []
      : [`the heap at the end is ${round(heapRatio, 2)} x that after a minute, above ${heapLimit}`]),
  ];
}

/** Returns how long the answer took until its receipt. */
async function converse(url: string, name: string, thoughtMs: number): Promise<number> {
  const { id } = await post(`${url}/v1/conversations`, { agent: "asking", message: `${name} needs storage.` });
  await sleep(thoughtMs);
  const inquiry = await openInquiry(url, id);
  const began = performance.now();
  await post(`${url}/v1/inquiries/${inquiry}/answer`, { answers });
  return performance.now() - began;
}

async function openInquiry(url: string, id: string): Promise<string> {
  for (;;) {
    const conversation = await (await fetch(`${url}/v1/conversations/${id}`, { headers })).json();
    if (conversation.inquiry) return conversation.inquiry.id;
    await sleep(100);
  }
}

async function post(url: string, body: object): Promise<{ id: string }> {
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} was refused: ${response.status}`);
  return response.json();
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
