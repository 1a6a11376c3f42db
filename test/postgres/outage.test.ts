import { setTimeout as rest } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { freshSchema } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { openNetwork } from "../support/network.ts";
import { type Cluster, startCluster } from "../support/postgres-cluster.ts";
import { type ServerEvent, serverEvents } from "../support/server-events.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { openStage } from "../support/stage.ts";
import { setReadOnly } from "./places.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

async function openServer(url: string, earlier?: ServerProcess) {
  const stage = await openStage({
    env: { ASKBACK_DATABASE_URL: url },
    ...(earlier && { dataDir: earlier.dataDir }),
  });
  onTestFinished(async () => {
    // Nothing that happened has ended the process before.
    expect(stage.server.process.exitCode).toBe(null);
    expect(await stage.server.stop()).toBe(0);
  });
  return stage;
}

async function readiness({ url }: ServerProcess): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

async function until(server: ServerProcess, status: number): Promise<void> {
  while ((await readiness(server)) !== status) await rest(50);
}

const unavailable = { status: 503, body: { code: "unavailable", status: 503 } };
const script = [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Thank you." }];

test("[OPS-3] while the database is down a server is alive and not ready, says 503, and recovers by itself", async () => {
  const { server, api, play } = await openServer(await freshSchema(cluster.url()));
  const scene = await play("puppet", script);
  const inquiry = await scene.asked();
  expect(await readiness(server)).toBe(200);

  onTestFinished(() => cluster.comeUp());
  await cluster.goDown();
  await until(server, 503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await api.get("/metrics")).body).toContain("askback_open_inquiries Nan");
  for (const response of [
    await api.get(`/v1/conversations/${scene.id}`),
    await api.get("/v1/inbox/count"),
    await api.post("/v1/conversations", { agent: "puppet", message: JSON.stringify({ script }) }),
    await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered }),
  ]) {
    expect(response).toMatchObject(unavailable);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  }

  await cluster.comeUp();
  await until(server, 200);
  expect(await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered })).toMatchObject({
    status: 202,
  });
  await scene.reached("idle");
  expect(await scene.faults()).toEqual([]);
});

test("[OPS-3] while the database takes no writes a server is not ready, and recovers by itself", async () => {
  const { server } = await openServer(await freshSchema(cluster.url()));
  await setReadOnly(cluster.url(), "on");
  onTestFinished(() => setReadOnly(cluster.url(), "off"));
  await until(server, 503);
  await setReadOnly(cluster.url(), "off");
  await until(server, 200);
});

test("[OPS-3] when nothing comes from the database any more a server says so long before its queries give up", async () => {
  const network = await openNetwork(await freshSchema(cluster.url()));
  const { server } = await openServer(network.url);
  onTestFinished(() => network.close());
  expect(await readiness(server)).toBe(200);
  network.freeze();
  const began = performance.now();
  expect(await Promise.all([readiness(server), readiness(server), readiness(server)])).toEqual([503, 503, 503]);
  expect(performance.now() - began).toBeLessThan(8_000);
  await until(server, 200);
});

test("[STORE-20] work under way when the database crashes goes on afterwards, and readers miss nothing", async () => {
  const url = await freshSchema(cluster.url());
  const here = await openServer(url);
  const there = (await openServer(url, here.server)).server;
  const parked = await here.play("puppet", script);
  const inquiry = await parked.asked();
  const authorization = `Bearer ${there.keys.answer}`;
  const stream = serverEvents(`${there.url}/v1/events?after=0&conversation=${parked.id}`, { authorization });
  await next(stream, "inquiry.asked");
  const steps = [1, 2, 3, 4, 5].map((step) => ({
    calls: [{ id: `call_${step}`, name: "note", input: { line: "on" } }],
  }));
  const scenes = await Promise.all(
    Array.from({ length: 10 }, () => here.play("puppet", [...steps, { text: "Done." }])),
  );
  await cluster.crash(500);
  await until(here.server, 200);
  const answered = await here.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  expect(answered.status).toBe(202);
  await next(stream, "run.finished");
  await stream.return(undefined);
  for (const scene of scenes) {
    await scene.reached("idle");
    expect(await scene.faults()).toEqual([]);
  }
});

/** Reads on to the next event of a type; a stream that ends before breaks the test. */
async function next(stream: AsyncGenerator<ServerEvent>, type: string): Promise<void> {
  for (;;) {
    const { done, value } = await stream.next();
    if (done) throw new Error(`the stream ended before ${type}`);
    if (value.type === type) return;
  }
}

test("[STORE-20] a request whose commit was made and not acknowledged is not done twice when it is sent again", async () => {
  const network = await openNetwork(await freshSchema(cluster.url()));
  const { api } = await openServer(network.url);
  onTestFinished(() => network.close());
  const body = { agent: "puppet", message: JSON.stringify({ script, scene: "lost and found" }) };
  const lost = network.loseAnswerTo("lost and found");
  expect(await api.post("/v1/conversations", body, { "idempotency-key": "once" })).toMatchObject(unavailable);
  await lost;
  const again = await api.post("/v1/conversations", body, { "idempotency-key": "once" });
  expect(again.status).toBe(201);
  expect((await api.get("/v1/conversations")).body.items).toMatchObject([{ id: again.body.id }]);
  await api.reached(again.body.id, "parked");
});
