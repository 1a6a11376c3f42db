import { round } from "../statistics.ts";
import { headers, startReaders, startStreamServer } from "../streams/processes.ts";
import { createHttpClient } from "./http-client.ts";

const conversations = 200;

/** Cycles per second of many conversations over HTTP, without readers and beside many that follow everything. */
export async function measureReaders(readers: number, seconds: number) {
  const { server, url } = await startStreamServer();
  const client = await createHttpClient(url, headers.authorization.replace("Bearer ", ""));
  const measure = async () => {
    const began = performance.now();
    const end = began + seconds * 1000;
    let cycles = 0;
    await Promise.all(
      Array.from({ length: conversations }, async () => {
        while (performance.now() < end) {
          await client.cycle();
          cycles += 1;
        }
      }),
    );
    return (cycles * 1000) / (performance.now() - began);
  };
  await measure();
  const alone = await measure();
  const group = await startReaders(url, readers);
  const perSecond = await measure();
  await group.end({ type: "stop" });
  client.close();
  await server.end({ type: "stop" });
  return {
    readers,
    conversations,
    perSecond: round(perSecond),
    withoutReaders: round(alone),
    ratio: round(perSecond / alone, 2),
  };
}
