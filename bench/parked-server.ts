import { createKeys, createSqliteStore, startServer } from "@askback/server";
import { createBenchRuntime } from "./bench-runtime.ts";

/** A server on a folder of parked conversations; prints when it is ready, and when the first answered run has ended. */
const [folder = "", conversationId = ""] = process.argv.slice(2);
const print = (at: string) => console.log(JSON.stringify({ at, rssMiB: process.memoryUsage.rss() / 1024 / 1024 }));

const store = createSqliteStore({ folder });
const server = await startServer({
  store,
  keys: createKeys([], "bench"),
  host: "127.0.0.1",
  port: 0,
  agents: [],
  log: { request() {}, failure() {}, agents() {}, foreignOrigin() {}, error: (_, error) => console.error(error) },
});
const ready = await fetch(`${server.url}/readyz`);
if (!ready.ok) throw new Error(`/readyz answered ${ready.status}`);
print("ready");
const bench = createBenchRuntime(store);
const parked = (await store.load(conversationId))?.conversation;
if (parked?.status !== "parked") throw new Error("the conversation is not parked");
await bench.answer(conversationId, parked.inquiry.id);
print("firstAnswer");
await bench.stop();
await server.stop();
