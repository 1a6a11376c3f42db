import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createKeys, createPostgresStore, sha256Of, startServer } from "@askback/server";
import { expect, onTestFinished, test } from "vitest";
import { freshSchema } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { runSql } from "../../packages/server/src/store/postgres/testing/run-sql.ts";
import { leaseMs } from "../../soak/lease.ts";
import { eventsOf, threadFaults } from "../../soak/log-checks.ts";
import { toolNames } from "../../soak/scenario.ts";
import { staleCommitsOf } from "../../soak/stale-commits.ts";
import { createApi } from "../harness/server/api.ts";
import { createPromptScriptedModel } from "../harness/server/prompt-scripted-model.ts";
import { type ServerProcess, startServerProcess } from "../harness/server/server-process.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

const config = fileURLToPath(new URL("../../soak/agents.config.ts", import.meta.url));
const promisedMs = leaseMs + 1_000;
const count = 5;

test("[RUN-16] conversations of a killed server go on at another within the lease and a second", {
  tags: "smoke",
}, async () => {
  const { first, second, url } = await twoServers();
  const ids = await workingOn(first, { name: toolNames.once, input: { beforeMs: 0, afterMs: 60_000 } });
  const latency = measureLatency(second);
  await first.kill();
  const killedAt = await databaseTime(url);
  const threads = await finishedAt(second, url, ids);
  expect(threads.flatMap(threadFaults)).toEqual([]);
  const latest = killedAt + promisedMs + (await latency.stop());
  for (const { log } of threads) {
    // The database's time when the other server took the conversation.
    const interruptions = eventsOf(log, "run.interrupted");
    expect(interruptions).toHaveLength(1);
    expect(interruptions[0]?.at).toBeLessThanOrEqual(latest);
  }
});

test("[RUN-16] conversations of a frozen server go on at another in that time, and its later commits are refused and counted", async () => {
  const { first, second, url, trace } = await twoServers();
  // The other server runs the tool again, and meanwhile the frozen one's run of it ends as well.
  const ids = await workingOn(first, { name: toolNames.repeatable, input: { beforeMs: 0, afterMs: 5_000 } });
  // A tool that had not begun would be aborted before it has anything to commit.
  await expect.poll(() => linesOf(trace)).toHaveLength(count);
  const latency = measureLatency(second);
  first.process.kill("SIGSTOP");
  const frozenAt = await databaseTime(url);
  const threads = await finishedAt(second, url, ids);
  const latest = frozenAt + promisedMs + (await latency.stop());
  for (const { log } of threads) {
    const interruptions = eventsOf(log, "run.interrupted");
    expect(interruptions).toHaveLength(1);
    expect(interruptions[0]?.at).toBeLessThanOrEqual(latest);
  }
  first.process.kill("SIGCONT");
  await expect.poll(() => staleCommitsOf(first)).toBe(count);
  expect(await staleCommitsOf(second)).toBe(0);
  const later = await finishedAt(second, url, ids);
  expect(later).toEqual(threads);
  expect(later.flatMap(threadFaults)).toEqual([]);
});

test("[RUN-16] a lease is 15 seconds unless it is set", async () => {
  const url = await freshSchema();
  const store = await createPostgresStore({ url, onError: () => {} });
  const server = await startServer({
    store,
    keys: createKeys([{ name: "owner", scopes: ["answer"], sha256: sha256Of("ans_of_mine") }], "a secret"),
    host: "127.0.0.1",
    port: 0,
    agents: [{ name: "scripted", instructions: "Follow the script.", model: createPromptScriptedModel(undefined) }],
    log: { request() {}, error() {}, failure() {}, agents() {}, foreignOrigin() {} },
  });
  onTestFinished(() => server.stop());
  const api = createApi({ url: server.url, keys: { ask: "", answer: "ans_of_mine" } });
  const before = await databaseTime(url);
  const id = await api.start("scripted", [{ text: "Well,", hang: true }]);
  const after = await databaseTime(url);
  const [row] = await runSql(url, `select lease_until::float8 as until from conversations where id = '${id}'`);
  await api.post(`/v1/conversations/${id}/stop`);
  expect(row?.until).toBeGreaterThanOrEqual(before + 15_000);
  expect(row?.until).toBeLessThanOrEqual(after + 15_000);
});

async function twoServers() {
  const url = await freshSchema();
  const trace = join(temporaryFolder(), "trace");
  writeFileSync(trace, "");
  const env = { ASKBACK_DATABASE_URL: url, SOAK_TRACE: trace };
  const first = await startServerProcess({ config, env });
  onTestFinished(() => first.kill());
  const second = await startServerProcess({ config, env, dataDir: first.dataDir });
  onTestFinished(() => second.kill());
  return { first, second, url, trace };
}

/** The calls of tools that have begun. */
function linesOf(trace: string): readonly string[] {
  return readFileSync(trace, "utf8").split("\n").filter(Boolean);
}

/** Starts conversations and waits until the tool of this call has started in each. */
async function workingOn(server: ServerProcess, call: object): Promise<readonly string[]> {
  const api = createApi(server);
  const ids = await Promise.all(
    Array.from({ length: count }, () => api.start("plain", [{ calls: [call] }, { text: "That is all." }])),
  );
  await Promise.all(ids.map((id) => api.waitForEvent(id, ({ type }) => type === "tool.started")));
  return ids;
}

/** Waits until conversations are finished, and reads them from the database. */
async function finishedAt(server: ServerProcess, url: string, ids: readonly string[]) {
  const api = createApi(server);
  await Promise.all(ids.map((id) => api.waitForEvent(id, ({ type }) => type === "run.finished")));
  const store = await createPostgresStore({ url, onError: () => {} });
  const log = await store.events({ after: 0, limit: 1_000 });
  const threads = ids.map(async (id) => ({
    id,
    log: log.filter(({ conversationId }) => conversationId === id),
    stored: await store.load(id),
  }));
  return Promise.all(threads).finally(() => store.close());
}

/** Measures the longest time of a request to a server, which is next to nothing on an idle machine. */
function measureLatency({ url }: ServerProcess): { stop(): Promise<number> } {
  let slowest = 0;
  let isStopped = false;
  const measuring = (async () => {
    while (!isStopped) {
      const start = performance.now();
      await fetch(`${url}/readyz`);
      slowest = Math.max(slowest, performance.now() - start);
    }
    return slowest;
  })();
  return {
    stop() {
      isStopped = true;
      return measuring;
    },
  };
}

async function databaseTime(url: string): Promise<number> {
  const [row] = await runSql(url, "select extract(epoch from clock_timestamp())::float8 * 1000 as now");
  return Number(row?.now);
}
