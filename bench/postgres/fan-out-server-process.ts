import { createKeys, createPostgresStore, createScriptedModel, type Store, startServer } from "@askback/server";
import { handleRequests, sharedTime } from "./child.ts";
import type { ServerRequest, ServerResponse } from "./fan-out.ts";

/** A server over HTTP that remembers the time of its last commit. */
const [url = "", sha256 = ""] = process.argv.slice(2);
const store = await createPostgresStore({ url, onError: (error) => console.error(error) });
let committedAt = 0;
const timed: Store = {
  ...store,
  async commit(commit) {
    const result = await store.commit(commit);
    committedAt = sharedTime();
    return result;
  },
};
const server = await startServer({
  store: timed,
  keys: createKeys([{ name: "bench", scopes: ["ask", "answer"], sha256 }], "bench"),
  host: "127.0.0.1",
  port: 0,
  agents: [{ name: "bench", instructions: "None.", model: createScriptedModel("bench", () => ({ text: "Done." })) }],
  // All clients connect at once, from one address.
  limits: { requestsPerSecond: 1_000_000, burst: 1_000_000, streamsPerCaller: 1_000_000 },
  log: { request() {}, failure() {}, agents() {}, foreignOrigin() {}, error: (_, error) => console.error(error) },
});

handleRequests<ServerRequest, ServerResponse>({ url: server.url }, async ({ type }) => {
  if (type === "committed") return { committedAt };
  await server.stop();
  return {};
});
