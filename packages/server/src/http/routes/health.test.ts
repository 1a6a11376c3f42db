import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, expect, test } from "vitest";
import type { AgentDefinition } from "../../runtime/agent.ts";
import type { AppEnv } from "../route.ts";
import { createTestApp, tea } from "../testing/test-app.ts";
import { addHealthRoutes } from "./health.ts";

const server = createTestApp();
afterAll(() => server.close());

test("[HTTP-6] /healthz and /readyz answer without a key", async () => {
  expect(await server.call("GET", "/healthz", { as: "nobody" })).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(await server.call("GET", "/readyz", { as: "nobody" })).toMatchObject({
    status: 200,
    body: { status: "ready" },
  });
});

test("[HTTP-6] /readyz says 503 while the store cannot be read", async () => {
  const broken = createTestApp();
  broken.store.position = () => Promise.reject(new Error("disk"));
  expect(await broken.call("GET", "/readyz", { as: "nobody" })).toMatchObject({
    status: 503,
    body: { code: "unavailable" },
  });
  expect(await broken.call("GET", "/healthz", { as: "nobody" })).toMatchObject({ status: 200 });
  await broken.close();
});

test("[OPS-3] /readyz fails after a time limit while the store does not answer, and concurrent requests share one check", async () => {
  const silent = createTestApp();
  const { position } = silent.store;
  let checks = 0;
  silent.store.position = () => {
    checks += 1;
    return new Promise(() => {});
  };
  const ask = () => silent.call("GET", "/readyz", { as: "nobody" });
  for (const { status, headers } of await Promise.all([ask(), ask(), ask()])) {
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toBe("2");
  }
  expect(checks).toBe(1);
  silent.store.position = position;
  expect((await ask()).status).toBe(200);
  await silent.close();
});

test("[HTTP-6] /metrics counts requests by route, events and open inquiries", async () => {
  const { path, conversationId } = await server.park();
  await server.park();
  await server.call("POST", `${path}/answer`, { body: tea });
  await server.waitForStatus(conversationId, "idle");
  await server.call("GET", "/v1/nothing/here");
  const { status, body, headers } = await server.call("GET", "/metrics");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(body).toMatch(/^askback_open_inquiries 1$/m);
  expect(body).toMatch(/^askback_conversations_in_work 0$/m);
  expect(body).toContain('method="POST",route="/v1/inquiries/:id/answer",status="202"');
  expect(body).toContain('method="GET",route="other",status="404"');
  expect(body).not.toContain(conversationId);
  expect(body).toMatch(/^process_cpu_seconds_total/m);
});

test("[TIME-6] a response is dated by the store's clock, to which clients count down", async () => {
  for (const path of ["/healthz", "/v1/inbox/count", "/v1/nothing/here"]) {
    const { headers } = await server.call("GET", path);
    expect(headers.get("date")).toBe(new Date(server.clock.now()).toUTCString());
  }
});

test("[OPS-30] /readyz says 503 and why while the event loop is late, and recovers by itself", async () => {
  let late = 501;
  const busy = createTestApp({ loopDelayMs: () => late });
  const ask = () => busy.call("GET", "/readyz", { as: "nobody" });
  const shed = await ask();
  expect(shed).toMatchObject({
    status: 503,
    body: { code: "overloaded", hint: expect.stringContaining("event loop") },
  });
  expect(shed.headers.get("retry-after")).toBe("2");
  expect(await busy.call("GET", "/healthz", { as: "nobody" })).toMatchObject({ status: 200 });
  expect(await busy.call("GET", "/v1/inbox/count")).toMatchObject({ status: 200 });
  late = 500;
  expect(await ask()).toMatchObject({ status: 200, body: { status: "ready" } });
  await busy.close();
});

test("[OPS-31] /metrics shows for how long the oldest due conversation has waited, and NaN while that cannot be read", async () => {
  const idle = createTestApp({ isIdle: true });
  const gauge = async () => /^askback_oldest_due_seconds (.*)$/m.exec((await idle.call("GET", "/metrics")).body)?.[1];
  expect(await gauge()).toBe("0");
  await idle.call("POST", "/v1/conversations", { body: { agent: "asker", message: "Hello" } });
  idle.clock.advance(90_000);
  expect(await gauge()).toBe("90");
  idle.store.overdueMs = () => Promise.reject(new Error("disk"));
  expect(await gauge()).toBe("Nan");
  await idle.close();
});

test("[PROJECT-2] /readyz, which anybody reads, does not name an unavailable agent that belongs to some projects only", async () => {
  const app = new OpenAPIHono<AppEnv>();
  const agent = { instructions: "", model: "ollama/x" };
  const agents: readonly AgentDefinition[] = [
    { ...agent, name: "guide" },
    { ...agent, name: "hidden", projects: ["garden"] },
  ];
  const services = {
    store: server.store,
    agents: new Map(agents.map((one) => [one.name, one])),
    whyUnavailable: () => ({ kind: "key", reason: "no key", hint: "set one" }) as const,
  };
  addHealthRoutes(app, services, () => false);
  expect(await (await app.request("/readyz")).json()).toEqual({ status: "ready", unavailableAgents: ["guide"] });
});
