import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createKeys, createPostgresStore, sha256Of, startServer } from "@askback/server";
import { expect, onTestFinished, test } from "vitest";
import { freshSchema } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { runSql } from "../../packages/server/src/store/postgres/testing/run-sql.ts";
import { leaseMs } from "../../soak/lease.ts";
import { eventsOf, threadFaults } from "../../soak/log-checks.ts";
import { toolNames } from "../../soak/plot.ts";
import { staleCommitsOf } from "../../soak/stale-commits.ts";
import { createApi } from "../support/api.ts";
import { createPuppet } from "../support/puppet.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const config = fileURLToPath(new URL("../../soak/agents.config.ts", import.meta.url));
const promisedMs = leaseMs + 1_000;
const count = 5;

test("[RUN-16] conversations of a killed server go on at another within the lease and a second", async () => {
  const { first, second, url } = await twoServers();
  const ids = await workingOn(first, { name: toolNames.once, input: { beforeMs: 0, afterMs: 60_000 } });
  await first.kill();
  const killedAt = await databaseTime(url);
  const threads = await finishedAt(second, url, ids);
  expect(threads.flatMap(threadFaults)).toEqual([]);
  for (const { log } of threads) {
    // Its time is the database's when the other server took the conversation.
    const interruptions = eventsOf(log, "run.interrupted");
    expect(interruptions).toHaveLength(1);
    expect(interruptions[0]?.at).toBeLessThanOrEqual(killedAt + promisedMs);
  }
});

test("[RUN-16] so do those of a frozen server, and what it does after waking is refused and counted", async () => {
  const { first, second, url } = await twoServers();
  // The other server runs it again, so that its time is up for the frozen one as well when it wakes.
  const ids = await workingOn(first, { name: toolNames.again, input: { beforeMs: 0, afterMs: 5_000 } });
  first.process.kill("SIGSTOP");
  const frozenAt = await databaseTime(url);
  const threads = await finishedAt(second, url, ids);
  for (const { log } of threads) {
    const interruptions = eventsOf(log, "run.interrupted");
    expect(interruptions).toHaveLength(1);
    expect(interruptions[0]?.at).toBeLessThanOrEqual(frozenAt + promisedMs);
  }
  first.process.kill("SIGCONT");
  await expect.poll(() => staleCommitsOf(first), { timeout: 30_000 }).toBe(count);
  expect(await staleCommitsOf(second)).toBe(0);
  const later = await finishedAt(second, url, ids);
  expect(later).toEqual(threads);
  expect(later.flatMap(threadFaults)).toEqual([]);
});

test("[RUN-16] a lease is 15 seconds unless it is set", async () => {
  const url = await freshSchema();
  const store = await createPostgresStore({ url, failed: () => {} });
  const server = await startServer({
    store,
    keys: createKeys([{ name: "owner", scopes: ["answer"], sha256: sha256Of("ans_of_mine") }], "a secret"),
    host: "127.0.0.1",
    port: 0,
    agents: [{ name: "puppet", instructions: "Follow the script.", model: createPuppet(undefined) }],
    log: { requested() {}, failed() {}, troubled() {} },
  });
  onTestFinished(() => server.stop());
  const api = createApi({ url: server.url, keys: { ask: "", answer: "ans_of_mine" } });
  const before = await databaseTime(url);
  const id = await api.start("puppet", [{ text: "Well,", hang: true }]);
  const after = await databaseTime(url);
  const [row] = await runSql(url, `select lease_until::float8 as until from conversations where id = '${id}'`);
  await api.post(`/v1/conversations/${id}/stop`);
  expect(row?.until).toBeGreaterThanOrEqual(before + 15_000);
  expect(row?.until).toBeLessThanOrEqual(after + 15_000);
});

async function twoServers() {
  const url = await freshSchema();
  const env = { ASKBACK_DATABASE_URL: url, SOAK_TRACE: join(temporaryFolder(), "trace") };
  const first = await startServerProcess({ config, env });
  onTestFinished(() => first.kill());
  const second = await startServerProcess({ config, env, dataDir: first.dataDir });
  onTestFinished(() => second.kill());
  return { first, second, url };
}

/** Conversations in which the tool of this call has just begun on this server. */
async function workingOn(server: ServerProcess, call: object): Promise<readonly string[]> {
  const api = createApi(server);
  const ids = await Promise.all(
    Array.from({ length: count }, () => api.start("plain", [{ calls: [call] }, { text: "That is all." }])),
  );
  await Promise.all(ids.map((id) => api.event(id, ({ type }) => type === "tool.started")));
  return ids;
}

/** What the database has of conversations when they are finished, as this server shows it. */
async function finishedAt(server: ServerProcess, url: string, ids: readonly string[]) {
  const api = createApi(server);
  await Promise.all(ids.map((id) => api.event(id, ({ type }) => type === "run.finished")));
  const store = await createPostgresStore({ url, failed: () => {} });
  const log = await store.events({ after: 0, limit: 1_000 });
  const threads = ids.map(async (id) => ({
    id,
    log: log.filter(({ conversationId }) => conversationId === id),
    stored: await store.load(id),
  }));
  return Promise.all(threads).finally(() => store.close());
}

async function databaseTime(url: string): Promise<number> {
  const [row] = await runSql(url, "select extract(epoch from clock_timestamp())::float8 * 1000 as now");
  return Number(row?.now);
}
