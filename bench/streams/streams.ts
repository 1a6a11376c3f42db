import { round } from "../statistics.ts";
import { headers, startReaders, startStreamServer } from "./processes.ts";

/** How many conversations are in work at once. */
const concurrency = 16;

/** What event streams cost a server: memory that stays, and time in which it answers nobody else. */
export async function* measureStreams(options: readonly string[]) {
  const isSmall = options.includes("--small");
  yield await measureHeap({ readers: isSmall ? 20 : 200, conversations: isSmall ? 60 : 1_200 });
  yield await measureDelay({ readers: isSmall ? 10 : 100, conversations: isSmall ? 60 : 1_000 });
}

interface Size {
  readonly readers: number;
  readonly conversations: number;
}

/** The heap after a third of the events and after all of them, with the same readers. */
async function measureHeap({ readers, conversations }: Size) {
  const { server, url } = await startStreamServer();
  const group = await startReaders(url, readers);
  const warm = await converse(url, conversations / 3);
  await group.request({ type: "receive", events: warm });
  const before = await server.request({ type: "heap" });
  const events = warm + (await converse(url, (conversations * 2) / 3));
  await group.request({ type: "receive", events });
  const after = await server.request({ type: "heap" });
  await group.end({ type: "stop" });
  await server.end({ type: "stop" });
  const [thirdMiB, allMiB] = [before.heapMiB ?? 0, after.heapMiB ?? 0];
  return {
    part: "heap",
    readers,
    events,
    heapAfterThirdMiB: round(thirdMiB, 1),
    heapAfterAllMiB: round(allMiB, 1),
    bytesPerEventAndReader: round(((allMiB - thirdMiB) * 1024 * 1024) / ((events - warm) * readers), 2),
    ratio: round(allMiB / thirdMiB, 2),
  };
}

/** The delay of the event loop under the same load, without and with readers. */
async function measureDelay({ readers, conversations }: Size) {
  const { server, url } = await startStreamServer();
  await converse(url, conversations / 4);
  const load = async () => {
    await server.request({ type: "watch" });
    const began = performance.now();
    await converse(url, conversations);
    const { delayP99Ms = 0, cpuMs = 0 } = await server.request({ type: "delay" });
    return { delayP99Ms, cpuMs, perSecond: (conversations * 1000) / (performance.now() - began) };
  };
  const alone = await load();
  const group = await startReaders(url, readers);
  const read = await load();
  await group.end({ type: "stop" });
  await server.end({ type: "stop" });
  return {
    part: "delay",
    readers,
    conversations,
    aloneP99Ms: round(alone.delayP99Ms, 1),
    readersP99Ms: round(read.delayP99Ms, 1),
    delayRatio: round(read.delayP99Ms / alone.delayP99Ms, 2),
    aloneCpuMsEach: round(alone.cpuMs / conversations, 2),
    readersCpuMsEach: round(read.cpuMs / conversations, 2),
    cpuRatio: round(read.cpuMs / alone.cpuMs, 2),
    aloneConversationsPerSecond: round(alone.perSecond),
    readersConversationsPerSecond: round(read.perSecond),
  };
}

/** Starts conversations that end at once; returns how many events they have recorded. */
async function converse(url: string, conversations: number): Promise<number> {
  const before = await recordedEvents(url);
  let begun = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (begun < conversations) {
        begun += 1;
        const body = JSON.stringify({ agent: "bench", message: `Message ${begun}. ${"x".repeat(400)}` });
        const response = await fetch(`${url}/v1/conversations`, { method: "POST", headers, body });
        if (!response.ok) throw new Error(`a conversation was refused: ${response.status}`);
        await response.text();
      }
    }),
  );
  while (await isAtWork(url));
  return (await recordedEvents(url)) - before;
}

async function metric(url: string, pattern: RegExp): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
}

const recordedEvents = (url: string) => metric(url, /^askback_events_total\{.*\} (\d+)$/gm);
const isAtWork = async (url: string) => (await metric(url, /^askback_conversations_in_work (\d+)$/gm)) > 0;
