import { startChild } from "../postgres/child.ts";
import { percentile, round } from "../statistics.ts";
import { headers, startStreamServer } from "../streams/processes.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import type { CallersRequest, CallersResponse } from "./callers-process.ts";

const question = { question: "Deploy to production?", options: ["Yes", "No"] };
const answers = { answers: [{ question: "q1", options: ["o1"] }] };
/** Callers that one process holds: each needs an open file. */
const callersPerProcess = 2_500;

/** Asks of programs that run elsewhere: until one is parked, until its caller has the answer, and many callers that wait. */
export async function* measureAsk(options: readonly string[]) {
  const isSmall = options.includes("--small");
  yield await measureTimes(isSmall ? 50 : 1_000);
  yield await measureWaiting(isSmall ? 100 : 10_000);
}

/** One ask at a time, beside a bare HTTP server that makes one commit of SQLite for each request. */
async function measureTimes(asks: number) {
  const { server, url } = await startStreamServer();
  const floor = await startChild<{ type: "stop" }, { url?: string }>("../ask/floor-process.ts", [temporaryFolder()]);
  const floorMs: number[] = [];
  const parkedMs: number[] = [];
  const answeredMs: number[] = [];
  for (let count = -Math.ceil(asks / 10); count < asks; count += 1) {
    const floorTook = await timed(() => post(floor.ready.url ?? "", question));
    const asked = await timed(() => post(`${url}/v1/inquiries`, question));
    const waiting = fetch(`${url}/v1/inquiries/${asked.value.id}?wait=60`, { headers }).then((read) => read.json());
    // The caller waits before the answer is sent.
    await new Promise((resolve) => setTimeout(resolve, 2));
    const answered = await timed(async () => {
      await Promise.all([post(`${url}/v1/inquiries/${asked.value.id}/answer`, answers), waiting]);
      return waiting;
    });
    // The first ones warm up.
    if (count < 0) continue;
    floorMs.push(floorTook.ms);
    parkedMs.push(asked.ms);
    answeredMs.push(answered.ms);
  }
  await floor.end({ type: "stop" });
  await server.end({ type: "stop" });
  const floorP50 = percentile(floorMs, 0.5);
  return {
    part: "times",
    asks,
    floorP50Ms: round(floorP50, 2),
    floorP99Ms: round(percentile(floorMs, 0.99), 2),
    parkedP50Ms: round(percentile(parkedMs, 0.5), 2),
    parkedP99Ms: round(percentile(parkedMs, 0.99), 2),
    answeredP50Ms: round(percentile(answeredMs, 0.5), 2),
    answeredP99Ms: round(percentile(answeredMs, 0.99), 2),
    parkedOverFloor: round(percentile(parkedMs, 0.5) / floorP50, 2),
    answeredOverFloor: round(percentile(answeredMs, 0.5) / floorP50, 2),
  };
}

/** Many callers wait, each for its own inquiry; then all are answered, and in a second round the server stops. */
async function measureWaiting(callers: number) {
  const { server, url } = await startStreamServer();
  const measure = async () => {
    const { heapMiB = 0, rssMiB = 0, sockets = 0 } = await server.request({ type: "heap" });
    return { heapMiB, rssMiB, sockets };
  };
  /** Resolves when the server has read, or has let go of, so many requests that wait. */
  const untilWaiting = async (isEnough: (count: number) => boolean) => {
    while (!isEnough((await server.request({ type: "timers" })).timers ?? 0))
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const ids = await askMany(url, callers);
  const processes = await Promise.all(
    Array.from({ length: Math.ceil(callers / callersPerProcess) }, () =>
      startChild<CallersRequest, CallersResponse>("../ask/callers-process.ts", [url]),
    ),
  );
  const before = await measure();
  const wait = async (all: readonly string[]) => {
    const parts = processes.map((process, index) => ({
      process,
      ids: all.slice(index * callersPerProcess, (index + 1) * callersPerProcess),
    }));
    await Promise.all(parts.map(({ process, ids }) => process.request({ type: "wait", ids })));
    await untilWaiting((count) => count >= callers);
  };
  const opened = await timed(() => wait(ids));
  const waiting = await measure();
  const left = await timed(async () => {
    await Promise.all(processes.map((process) => process.request({ type: "leave" })));
    await untilWaiting((count) => count < callers / 2);
  });
  const afterLeave = await measure();
  await wait(ids);
  const served = await timed(async () => {
    const ended = Promise.all(processes.map((process) => process.request({ type: "ended" })));
    await inParallel(ids, (id) => post(`${url}/v1/inquiries/${id}/answer`, answers));
    return ended;
  });
  const afterAnswers = await measure();
  const resolved = served.value.reduce((sum, { resolved: count = 0 }) => sum + count, 0);
  const more = await askMany(url, callers);
  await wait(more);
  const stopped = await timed(async () => {
    const ended = Promise.all(processes.map((process) => process.request({ type: "ended" })));
    await server.end({ type: "stop" });
    return ended;
  });
  const answeredAtStop = stopped.value.reduce((sum, { open = 0 }) => sum + open, 0);
  await Promise.all(processes.map((process) => process.end({ type: "stop" })));
  return {
    part: "waiting",
    callers,
    sockets: waiting.sockets,
    openMs: round(opened.ms),
    heapKiBPerCaller: round(((waiting.heapMiB - before.heapMiB) * 1024) / callers, 2),
    rssKiBPerCaller: round(((waiting.rssMiB - before.rssMiB) * 1024) / callers, 2),
    rssMiB: round(waiting.rssMiB),
    leaveMs: round(left.ms),
    heapAfterLeaveRatio: round(afterLeave.heapMiB / before.heapMiB, 2),
    resolved,
    answerAllMs: round(served.ms),
    answersPerSecond: round((callers * 1000) / served.ms),
    heapAfterAnswersRatio: round(afterAnswers.heapMiB / before.heapMiB, 2),
    stopMs: round(stopped.ms),
    answeredAtStop,
  };
}

async function askMany(url: string, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  await inParallel(Array.from({ length: count }), async () => {
    ids.push((await post(`${url}/v1/inquiries`, question)).id);
  });
  return ids;
}

/** So many requests are under way at once. */
const concurrency = 64;

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < items.length) {
        next += 1;
        await work(items[next - 1] as Item);
      }
    }),
  );
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ readonly value: Value; readonly ms: number }> {
  const began = performance.now();
  return { value: await work(), ms: performance.now() - began };
}

async function post(url: string, body: object): Promise<{ readonly id: string }> {
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} was refused: ${response.status}`);
  return response.json() as Promise<{ id: string }>;
}
