import { monitorEventLoopDelay } from "node:perf_hooks";
import {
  type Channel,
  createKeys,
  createPostgresStore,
  createScriptedModel,
  createSqliteStore,
  type Store,
  sha256Of,
  startServer,
} from "@askback/server";
import { startCluster } from "../test/harness/postgres/postgres-cluster.ts";
import { beyondLimits } from "./deliveries-limits.ts";
import { settings } from "./postgres/databases.ts";
import { percentile, round } from "./statistics.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const key = "ans_of_the_bench";
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
const silent = { request() {}, error: console.error, failure() {}, agents() {}, foreignOrigin() {} };
const hourMs = 3_600_000;
/** Many deliveries that are due at once on SQLite. */
export async function* measureDeliveries(options: readonly string[]) {
  const clock = createShiftedClock();
  yield {
    store: "sqlite",
    ...(await measure(createSqliteStore({ folder: temporaryFolder(), clock }), clock, options)),
  };
}

/** The same on PostgreSQL with durable commits. */
export async function* measureDeliveriesOnPostgres(options: readonly string[]) {
  const cluster = await startCluster({ settings });
  try {
    const clock = createShiftedClock();
    const store = await createPostgresStore({ url: cluster.url(), clock, onError: (error) => console.error(error) });
    yield { store: "postgres", ...(await measure(store, clock, options)) };
  } finally {
    await cluster.stop();
  }
}

/**
 * Everybody has quiet hours until all deliveries are stored; then these end, and all are due in the same millisecond, of
 * one healthy and one dead channel. This fails unless each is sent once, in bounded memory, while the API responds.
 */
async function measure(store: Store, clock: ShiftedClock, options: readonly string[]) {
  const deliveries = options.includes("--small") ? 2_000 : 100_000;
  const people = Math.min(1_000, deliveries / 10);
  const sent = new Map<string, number>();
  const healthy = channel("healthy", async ({ id }) => {
    sent.set(id, (sent.get(id) ?? 0) + 1);
    return { outcome: "delivered" };
  });
  const dead = channel("dead", async () => ({ outcome: "failed", failure: "connection" }));
  const server = await startServer({
    store,
    keys: createKeys([{ name: "ana", scopes: ["answer", "ask"], sha256: sha256Of(key) }], "secret"),
    host: "127.0.0.1",
    port: 0,
    agents: [{ name: "idle", instructions: "", model: createScriptedModel("idle", () => ({ text: "" })) }],
    limits: { requestsPerSecond: 1_000_000, burst: 1_000_000 },
    notifications: { channels: [healthy, dead] },
    log: silent,
  });
  // Without channels an ask tells nobody, so that it measures the API alone.
  const ask = (some: object = { channels: [] }) =>
    fetch(`${server.url}/v1/inquiries`, {
      method: "POST",
      headers,
      body: JSON.stringify({ question: "Deploy?", options: ["Yes", "No"], ...some }),
    });
  const count = () => fetch(`${server.url}/v1/inbox/count`, { headers });
  const aloneMs = [...(await timesOf(100, ask)), ...(await timesOf(100, count))];

  const from = clockTime(clock.now() - hourMs);
  const quietHours = { from, to: clockTime(clock.now() + 12 * hourMs), timeZone: "UTC" };
  // Only members are told.
  const member = { project: "default", role: "member", groups: [], at: clock.now() } as const;
  for (let index = 0; index < people; index += 1) {
    const person = `p${index}`;
    await store.directory.addMember({ id: person, name: person }, member);
    await store.contacts.save({ project: "default", person }, { email: `${person}@example.org`, quietHours });
  }
  const memory = watchMemory();
  const expandedFrom = performance.now();
  for (let asked = 0; asked < deliveries / people; asked += 1) await timesOf(1, () => ask({}));
  while ((await store.notices.pendingCount()) !== 2 * deliveries) await timesOf(20, count);
  const expandSeconds = (performance.now() - expandedFrom) / 1_000;
  if (sent.size > 0) throw new Error("a delivery was sent in quiet hours");

  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const sentFrom = performance.now();
  clock.shift(13 * hourMs);
  const besideMs: number[] = [];
  for (let before = -1; sent.size < deliveries; ) {
    // Counting is costly, so it is only done where nothing was sent meanwhile.
    if (sent.size === before && (await store.notices.pendingCount()) === deliveries) break;
    before = sent.size;
    besideMs.push(...(await timesOf(1, ask)), ...(await timesOf(10, count)));
  }
  const seconds = (performance.now() - sentFrom) / 1_000;
  loop.disable();
  // Those of the dead channel go on waiting; every other one is settled before the repeats are counted.
  while ((await store.notices.pendingCount()) !== deliveries) await timesOf(20, count);
  const grownMb = memory.stop();
  await server.stop();
  const repeated = [...sent.values()].filter((times) => times > 1).length;
  const missing = deliveries - sent.size;
  if (repeated > 0 || missing > 0)
    throw new Error(`of ${deliveries} deliveries, ${repeated} were sent again and ${missing} not at all`);
  const taken = {
    grownMb,
    ratioToAloneP50: round(percentile(besideMs, 0.5) / percentile(aloneMs, 0.5), 2),
    ratioToAloneP99: round(percentile(besideMs, 0.99) / percentile(aloneMs, 0.99), 2),
  };
  const [beyond] = beyondLimits(taken);
  if (beyond !== undefined) throw new Error(beyond);
  return {
    deliveries,
    people,
    repeated,
    missing,
    expandSeconds: round(expandSeconds, 1),
    seconds: round(seconds, 1),
    perSecond: round(deliveries / seconds),
    ...taken,
    aloneP50Ms: round(percentile(aloneMs, 0.5), 2),
    aloneP99Ms: round(percentile(aloneMs, 0.99), 2),
    besideP50Ms: round(percentile(besideMs, 0.5), 2),
    besideP99Ms: round(percentile(besideMs, 0.99), 2),
    loopDelayP99Ms: round(loop.percentile(99) / 1e6, 1),
  };
}

interface ShiftedClock {
  now(): number;
  elapsed(): number;
  after(ms: number, callback: () => void): () => void;
  shift(ms: number): void;
}

/** The machine's clock, which can be set forward. */
function createShiftedClock(): ShiftedClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    elapsed: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    shift(ms) {
      ahead += ms;
    },
  };
}

function clockTime(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}

function channel(name: string, send: Channel["send"]): Channel {
  return {
    name,
    addressesOf: ({ email }) => (email === undefined ? [] : [{ address: email, lane: name }]),
    send,
    test: async () => ({ outcome: "delivered" }),
  };
}

/** How many megabytes the process grew at most, from now on. */
function watchMemory() {
  const before = process.memoryUsage().rss;
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage().rss);
  };
  const watching = setInterval(look, 100);
  return {
    stop() {
      clearInterval(watching);
      look();
      return round((most - before) / 1024 / 1024);
    },
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
