import { createKeys, createSqliteStore, startServer } from "@askback/server";
import { createBench } from "./cycle.ts";

/** A server on a folder of parked conversations: says when it is ready and when the first answer has led to the end. */
const [folder = "", conversationId = ""] = process.argv.slice(2);
const say = (at: string) => console.log(JSON.stringify({ at, rssMiB: process.memoryUsage.rss() / 1024 / 1024 }));

const store = createSqliteStore({ folder });
const server = await startServer({
  store,
  keys: createKeys([], "bench"),
  host: "127.0.0.1",
  port: 0,
  agents: [],
  log: { requested() {}, troubled() {}, failed: (_, error) => console.error(error) },
});
const ready = await fetch(`${server.url}/readyz`);
if (!ready.ok) throw new Error(`/readyz answered ${ready.status}`);
say("ready");
const bench = createBench(store);
await bench.answer(conversationId, `inq_${conversationId.slice("conv_".length)}_1`);
say("firstAnswer");
await bench.stop();
await server.stop();
