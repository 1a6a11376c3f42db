import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { expect, test } from "vitest";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { findMarks, runMarkedConversations } from "../harness/server/marked-conversations.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";
import { openTraceCollector } from "../harness/server/trace-collector.ts";

test("[OPS-5] the spans of a whole conversation hold no text of people or agents", async () => {
  const collector = await openTraceCollector();
  const testServer = await startTestServer({
    env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` },
  });
  const marks = await runMarkedConversations(testServer);
  expect(await testServer.server.stop()).toBe(0);
  expect(findMarks(collector.bodies, marks)).toEqual([]);
  expect(marks.size).toBeGreaterThan(30);
  const names = new Set(collector.spans.map(({ name }) => name));
  for (const name of ["chat scripted", "execute_tool note", "execute_tool", "command answer", "GET other"])
    expect(names).toContain(name);
  collector.close();
});

test("[OPS-5] an unreachable collector is logged once, and harms nothing", async () => {
  const { server: gone, port } = await listening();
  gone.close();
  const testServer = await startTestServer({ env: sendingTo(port) });
  await converse(testServer);
  expect(await testServer.server.stop()).toBe(0);
  expect(warnings(testServer)).toEqual([expect.stringContaining('"code":"ECONNREFUSED"')]);
  expect(errors(testServer)).toEqual([]);
});

test("[OPS-5] a collector that takes connections and answers nothing does not keep the server from ending", async () => {
  const { server: silent, port } = await listening();
  const testServer = await startTestServer({ env: sendingTo(port, { OTEL_EXPORTER_OTLP_TIMEOUT: "600000" }) });
  const asked = once(silent, "connection");
  await converse(testServer);
  await asked;
  expect(await testServer.server.stop()).toBe(0);
  expect(testServer.server.lines.at(-1)).toContain('"msg":"stopped"');
  expect(errors(testServer)).toEqual([]);
  silent.close();
});

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

function sendingTo(port: number, more: Readonly<Record<string, string>> = {}) {
  // More spans than one batch holds, so that a second batch is attempted.
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: "500",
    OTEL_BSP_SCHEDULE_DELAY: "20",
    ...more,
  };
}

async function converse({ startConversation, api }: TestServer): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    const conversation = await startConversation("scripted", [{ calls: [askTwo] }, { text: "Thank you." }]);
    await api.post(`/v1/inquiries/${(await conversation.waitForInquiry()).id}/answer`, { answers: bothAnswered });
    await conversation.waitForStatus("idle");
  }
}

function warnings({ server }: TestServer): readonly string[] {
  return server.lines.filter((line) => line.includes("traces cannot be sent"));
}

function errors({ server }: TestServer): readonly string[] {
  return server.lines.filter((line) => line.includes('"level":50'));
}
