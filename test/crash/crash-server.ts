import { sha256Of, startServer } from "@askback/server";
import { readKeys } from "../../packages/cli/src/store/key-files.ts";
import { createCrash } from "./crash-point.ts";
import { createCrashingAgents } from "./crashing-agent.ts";
import { createCrashingStore } from "./crashing-store.ts";
import { approverKeys } from "./quorum/approvers.ts";

// The server as the program composes it, with a store and agents that kill it at CRASH_AT.
const { ASKBACK_DATA_DIR: folder = "", PROMPTS: prompts = "", EFFECTS: effects = "" } = process.env;
const { CRASH_AT, CONCURRENCY, ASKBACK_DATABASE_URL: url } = process.env;
const crash = createCrash(CRASH_AT);
const store = await createCrashingStore({ folder, url }, crash);
const { agents, tools } = createCrashingAgents({ prompts, effects }, crash);
const server = await startServer({
  store,
  tools,
  agents,
  // On SQLite the next process sees that this one is dead; on PostgreSQL it waits for the lease to expire.
  ...(url !== undefined && { leaseMs: 2_000 }),
  ...(CONCURRENCY !== undefined && { concurrency: Number(CONCURRENCY) }),
  keys: readKeys(
    folder,
    Object.entries(approverKeys).map(([name, key]) => ({ name, scopes: ["answer"], sha256: sha256Of(key) })),
  ),
  webhooks: { allowPrivate: ["127.0.0.1"] },
  host: "127.0.0.1",
  port: 0,
  log: {
    request: () => {},
    failure() {},
    agents() {},
    foreignOrigin() {},
    error: (what, error, ids) => print({ what, error: String(error), ...ids, msg: "failed" }),
  },
});
print({ url: server.url, msg: "serving" });
process.once("SIGTERM", async () => {
  await server.stop();
  print({ commits: store.commits, msg: "stopped" });
});
// A test that is aborted does not stop this process.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(), 1_000).unref();

function print(entry: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(entry)}\n`);
}
