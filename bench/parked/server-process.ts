import { createKeys, createScriptedModel, createSqliteStore, startServer } from "@askback/server";
import { questions } from "../bench-runtime.ts";
import { handleRequests, sharedTime } from "../postgres/child.ts";

export type ParkedRequest =
  /** Waits until the model is called for a run that goes on after an answer. */
  { readonly type: "resumed" } | { readonly type: "stop" };

export interface ParkedResponse {
  readonly url?: string;
  /** From the start of opening the data folder until requests are taken. */
  readonly openMs?: number;
  readonly rssMiB?: number;
  /** When the model was called. */
  readonly at?: number;
}

/** A server over HTTP on a folder of parked conversations. */
const [folder = "", sha256 = ""] = process.argv.slice(2);
const called = Promise.withResolvers<number>();
const model = createScriptedModel("bench", (prompt) => {
  if (prompt.at(-1)?.role !== "tool")
    return { text: "Two questions.", calls: [{ name: "ask_user_question", input: { questions } }] };
  called.resolve(sharedTime());
  return { text: "Done." };
});
const began = performance.now();
const server = await startServer({
  store: createSqliteStore({ folder }),
  keys: createKeys([{ name: "bench", scopes: ["ask", "answer"], sha256 }], "bench"),
  host: "127.0.0.1",
  port: 0,
  agents: [{ name: "bench", instructions: "You ask before you act.", contextWindow: 10_000_000, model }],
  limits: { requestsPerSecond: 1_000_000, burst: 1_000_000 },
  log: { request() {}, failure() {}, agents() {}, foreignOrigin() {}, error: (_, error) => console.error(error) },
});
const ready = await fetch(`${server.url}/readyz`);
if (!ready.ok) throw new Error(`/readyz answered ${ready.status}`);
const openMs = performance.now() - began;

handleRequests<ParkedRequest, ParkedResponse>(
  { url: server.url, openMs, rssMiB: process.memoryUsage.rss() / 1024 / 1024 },
  async ({ type }) => {
    if (type === "resumed") return { at: await called.promise };
    await server.stop();
    return {};
  },
);
