import { monitorEventLoopDelay } from "node:perf_hooks";
import {
  type Channel,
  createKeys,
  createScriptedModel,
  createSqliteStore,
  sha256Of,
  startServer,
} from "@askback/server";
import { percentile, round } from "./statistics.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const key = "ans_of_the_bench";
const headers = { authorization: `Bearer ${key}` };
const silent = { request() {}, error: console.error, failure() {}, agents() {}, foreignOrigin() {} };

/** Many deliveries that are due at once, of one healthy and one dead channel: each sent once, in how much memory, and how the API answers meanwhile. */
export async function* measureDeliveries(options: readonly string[]) {
  const deliveries = options.includes("--small") ? 2_000 : 100_000;
  const people = Math.min(1_000, deliveries / 10);
  const store = createSqliteStore({ folder: temporaryFolder() });
  const sent = new Map<string, number>();
  const channel = (name: string, send: Channel["send"]): Channel => ({
    name,
    addressesOf: ({ email }) => (email === undefined ? [] : [{ address: email, lane: name }]),
    send,
    test: async () => ({ outcome: "delivered" }),
  });
  const healthy = channel("healthy", async ({ id }) => {
    sent.set(id, (sent.get(id) ?? 0) + 1);
    return { outcome: "delivered" };
  });
  const dead = channel("dead", async () => ({ outcome: "failed", failure: "connection" }));
  const start = (channels: readonly Channel[]) =>
    startServer({
      store,
      keys: createKeys([{ name: "ana", scopes: ["answer", "ask"], sha256: sha256Of(key) }], "secret"),
      host: "127.0.0.1",
      port: 0,
      agents: [{ name: "idle", instructions: "", model: createScriptedModel("idle", () => ({ text: "" })) }],
      limits: { requestsPerSecond: 1_000_000, burst: 1_000_000 },
      notifications: { channels },
      log: silent,
    });

  const server = await start([healthy, dead]);
  const ask = () =>
    fetch(`${server.url}/v1/inquiries`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ question: "Deploy?", options: ["Yes", "No"] }),
    });
  const aloneMs = await timesOf(200, ask);
  for (let index = 0; index < people; index += 1)
    await store.contacts.save({ project: "default", person: `p${index}` }, { email: `p${index}@example.org` });
  const before = process.memoryUsage().rss;
  let mostBytes = before;
  const watching = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
  }, 100);
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const startedAt = performance.now();
  const besideMs: number[] = [];
  for (let asked = 0; asked < deliveries / people; asked += 1) besideMs.push(...(await timesOf(1, ask)));
  while (sent.size < deliveries)
    besideMs.push(...(await timesOf(1, () => fetch(`${server.url}/v1/inbox/count`, { headers }))));
  const seconds = (performance.now() - startedAt) / 1_000;
  loop.disable();
  clearInterval(watching);
  const repeated = [...sent.values()].filter((count) => count > 1).length;
  await server.stop();
  yield {
    deliveries,
    people,
    repeated,
    seconds: round(seconds, 1),
    perSecond: round(deliveries / seconds),
    grownMb: round((mostBytes - before) / 1024 / 1024),
    aloneP50Ms: round(percentile(aloneMs, 0.5), 2),
    besideP50Ms: round(percentile(besideMs, 0.5), 2),
    besideP99Ms: round(percentile(besideMs, 0.99), 2),
    loopDelayP99Ms: round(loop.percentile(99) / 1e6, 1),
  };
}

async function timesOf(count: number, call: () => Promise<Response>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = performance.now();
    const response = await call();
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.status}`);
    times.push(performance.now() - at);
  }
  return times;
}
