import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { expect, test } from "vitest";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { liveMarked, marksIn } from "../support/marked-life.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { openTraceCollector } from "../support/trace-collector.ts";

test("[OPS-5] the spans of a whole life hold no text of people or agents", async () => {
  const collector = await openTraceCollector();
  const stage = await openStage({ env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` } });
  const marks = await liveMarked(stage);
  expect(await stage.server.stop()).toBe(0);
  expect(marksIn(collector.bodies, marks)).toEqual([]);
  expect(marks.size).toBeGreaterThan(30);
  const names = new Set(collector.spans.map(({ name }) => name));
  for (const name of ["chat puppet", "execute_tool note", "execute_tool", "command answer", "GET other"])
    expect(names).toContain(name);
  collector.close();
});

test("[OPS-5] a collector that is away is told of once, and harms nothing", async () => {
  const { server: gone, port } = await listening();
  gone.close();
  const stage = await openStage({ env: sendingTo(port) });
  await converse(stage);
  expect(await stage.server.stop()).toBe(0);
  expect(warnings(stage)).toEqual([expect.stringContaining('"code":"ECONNREFUSED"')]);
  expect(errors(stage)).toEqual([]);
});

test("[OPS-5] a collector that takes connections and answers nothing does not keep the server from ending", async () => {
  const { server: silent, port } = await listening();
  const stage = await openStage({ env: sendingTo(port, { OTEL_EXPORTER_OTLP_TIMEOUT: "600000" }) });
  const asked = once(silent, "connection");
  await converse(stage);
  await asked;
  expect(await stage.server.stop()).toBe(0);
  expect(stage.server.lines.at(-1)).toContain('"msg":"stopped"');
  expect(errors(stage)).toEqual([]);
  silent.close();
});

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

function sendingTo(port: number, more: Readonly<Record<string, string>> = {}) {
  // More spans come than one batch takes along before it is given up.
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: "500",
    OTEL_BSP_SCHEDULE_DELAY: "20",
    ...more,
  };
}

async function converse({ play, api }: Stage): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    const scene = await play("puppet", [{ calls: [askTwo] }, { text: "Thank you." }]);
    await api.post(`/v1/inquiries/${(await scene.asked()).id}/answer`, { answers: bothAnswered });
    await scene.reached("idle");
  }
}

function warnings({ server }: Stage): readonly string[] {
  return server.lines.filter((line) => line.includes("traces cannot be sent"));
}

function errors({ server }: Stage): readonly string[] {
  return server.lines.filter((line) => line.includes('"level":50'));
}
