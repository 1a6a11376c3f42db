import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { freshSchema } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { type Cluster, startCluster } from "../harness/postgres/postgres-cluster.ts";
import { openPostgresProxy } from "../harness/postgres/postgres-proxy.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { type ServerEvent, serverEvents } from "../harness/server/server-events.ts";
import type { ServerProcess } from "../harness/server/server-process.ts";
import { startTestServer } from "../harness/server/test-server.ts";
import { setReadOnly } from "./databases.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

async function openServer(url: string, earlier?: ServerProcess) {
  const testServer = await startTestServer({
    env: { ASKBACK_DATABASE_URL: url },
    ...(earlier && { dataDir: earlier.dataDir }),
  });
  onTestFinished(async () => {
    // The process is still running.
    expect(testServer.server.process.exitCode).toBe(null);
    expect(await testServer.server.stop()).toBe(0);
  });
  return testServer;
}

async function readiness({ url }: ServerProcess): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

async function waitForReadiness(server: ServerProcess, status: number): Promise<void> {
  await expect.poll(() => readiness(server)).toBe(status);
}

const unavailable = { status: 503, body: { code: "unavailable", status: 503 } };
const script = [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Thank you." }];

test("[OPS-3] while the database is down a server is alive and not ready, says 503, and recovers by itself", async () => {
  const { server, api, startConversation } = await openServer(await freshSchema(cluster.url()));
  const conversation = await startConversation("scripted", script);
  const inquiry = await conversation.waitForInquiry();
  expect(await readiness(server)).toBe(200);

  onTestFinished(() => cluster.restart());
  await cluster.kill();
  await waitForReadiness(server, 503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await api.get("/metrics")).body).toContain("askback_open_inquiries Nan");
  for (const response of [
    await api.get(`/v1/conversations/${conversation.id}`),
    await api.get("/v1/inbox/count"),
    await api.post("/v1/conversations", { agent: "scripted", message: JSON.stringify({ script }) }),
    await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered }),
  ]) {
    expect(response).toMatchObject(unavailable);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  }

  await cluster.restart();
  await waitForReadiness(server, 200);
  expect(await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered })).toMatchObject({
    status: 202,
  });
  await conversation.waitForStatus("idle");
  expect(await conversation.faults()).toEqual([]);
});

test("[OPS-3] while the database takes no writes a server is not ready, and recovers by itself", async () => {
  const { server } = await openServer(await freshSchema(cluster.url()));
  await setReadOnly(cluster.url(), "on");
  onTestFinished(() => setReadOnly(cluster.url(), "off"));
  await waitForReadiness(server, 503);
  await setReadOnly(cluster.url(), "off");
  await waitForReadiness(server, 200);
});

test("[OPS-3] when the database stops responding a server is not ready before its queries time out", async () => {
  const proxy = await openPostgresProxy(await freshSchema(cluster.url()));
  const { server, api } = await openServer(proxy.url);
  onTestFinished(() => proxy.close());
  expect(await readiness(server)).toBe(200);
  // Both need connections that exist before the freeze.
  await Promise.all(Array.from({ length: 20 }, () => api.get("/v1/conversations")));
  proxy.freeze();
  const finished: string[] = [];
  const query = api.get("/v1/conversations").then(() => finished.push("query"));
  const statuses = await Promise.all([readiness(server), readiness(server), readiness(server)]);
  finished.push("readiness");
  expect(statuses).toEqual([503, 503, 503]);
  await query;
  expect(finished).toEqual(["readiness", "query"]);
  await waitForReadiness(server, 200);
});

test("[STORE-20] work under way when the database crashes goes on afterwards, and readers miss nothing", async () => {
  const url = await freshSchema(cluster.url());
  const here = await openServer(url);
  const there = (await openServer(url, here.server)).server;
  const parked = await here.startConversation("scripted", script);
  const inquiry = await parked.waitForInquiry();
  const authorization = `Bearer ${there.keys.answer}`;
  const stream = serverEvents(`${there.url}/v1/events?after=0&conversation=${parked.id}`, { authorization });
  await next(stream, "inquiry.asked");
  const steps = [1, 2, 3, 4, 5].map((step) => ({
    calls: [{ id: `call_${step}`, name: "note", input: { line: "on" } }],
  }));
  const conversations = await Promise.all(
    Array.from({ length: 10 }, () => here.startConversation("scripted", [...steps, { text: "Done." }])),
  );
  await cluster.crash(500);
  await waitForReadiness(here.server, 200);
  const answered = await here.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  expect(answered.status).toBe(202);
  await next(stream, "run.finished");
  await stream.return(undefined);
  for (const conversation of conversations) {
    await conversation.waitForStatus("idle");
    expect(await conversation.faults()).toEqual([]);
  }
});

/** Reads to the next event of a type; throws if the stream ends before. */
async function next(stream: AsyncGenerator<ServerEvent>, type: string): Promise<void> {
  for (;;) {
    const { done, value } = await stream.next();
    if (done) throw new Error(`the stream ended before ${type}`);
    if (value.type === type) return;
  }
}

test("[STORE-20] a request whose commit was made and not acknowledged is not done twice when it is sent again", async () => {
  const proxy = await openPostgresProxy(await freshSchema(cluster.url()));
  const { api } = await openServer(proxy.url);
  onTestFinished(() => proxy.close());
  const body = { agent: "scripted", message: JSON.stringify({ script, conversation: "lost and found" }) };
  const lost = proxy.loseResponseTo("lost and found");
  expect(await api.post("/v1/conversations", body, { "idempotency-key": "once" })).toMatchObject(unavailable);
  await lost;
  const again = await api.post("/v1/conversations", body, { "idempotency-key": "once" });
  expect(again.status).toBe(201);
  expect((await api.get("/v1/conversations")).body.items).toMatchObject([{ id: again.body.id }]);
  await api.waitForStatus(again.body.id, "parked");
});
