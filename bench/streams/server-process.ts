import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createKeys, createPostgresStore, createScriptedModel, createSqliteStore, startServer } from "@askback/server";
import { questions } from "../bench-runtime.ts";
import { handleRequests } from "../postgres/child.ts";
import type { ServerRequest, ServerResponse } from "./processes.ts";

/** A server over HTTP that measures its heap and its event loop. */
const [database = "", sha256 = ""] = process.argv.slice(2);
const server = await startServer({
  store: database.startsWith("postgres:")
    ? await createPostgresStore({ url: database, onError: (error) => console.error(error) })
    : createSqliteStore({ folder: database }),
  keys: createKeys([{ name: "bench", scopes: ["ask", "answer"], sha256 }], "bench"),
  host: "127.0.0.1",
  port: 0,
  agents: [
    { name: "bench", instructions: "None.", model: createScriptedModel("bench", () => ({ text: "Done." })) },
    {
      name: "asking",
      instructions: "You ask before you act.",
      model: createScriptedModel("asking", (prompt) =>
        prompt.at(-1)?.role === "tool"
          ? { text: "Done." }
          : { text: "Two questions.", calls: [{ name: "ask_user_question", input: { questions } }] },
      ),
    },
  ],
  limits: { requestsPerSecond: 1_000_000, burst: 1_000_000, streamsPerCaller: 1_000_000 },
  log: { request() {}, failure() {}, agents() {}, foreignOrigin() {}, error: (_, error) => console.error(error) },
});
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
let cpu = process.cpuUsage();
const histogram = monitorEventLoopDelay({ resolution: 5 });

handleRequests<ServerRequest, ServerResponse>({ url: server.url }, async ({ type }) => {
  switch (type) {
    case "heap":
      collectGarbage();
      return {
        heapMiB: process.memoryUsage().heapUsed / 1024 / 1024,
        rssMiB: process.memoryUsage().rss / 1024 / 1024,
        sockets: countResources("TCPSocketWrap"),
      };
    case "timers":
      return { timers: countResources("Timeout") };
    case "watch":
      cpu = process.cpuUsage();
      histogram.reset();
      histogram.enable();
      return {};
    case "delay":
      histogram.disable();
      cpu = process.cpuUsage(cpu);
      return { delayP99Ms: histogram.percentile(99) / 1e6, cpuMs: (cpu.user + cpu.system) / 1000 };
    case "stop":
      await server.stop();
      return {};
  }
});

function countResources(kind: string): number {
  return process.getActiveResourcesInfo().filter((other) => other === kind).length;
}
