import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { startServers } from "../harness/server/server-group.ts";
import { openTraceCollector } from "../harness/server/trace-collector.ts";

test("[OPS-5] the work of a killed server continues elsewhere in the same trace", async () => {
  const collector = await openTraceCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "50" };
  const [first, second] = await startServers(2, { env });
  if (!first || !second) throw new Error("there are two servers");
  const [here, there] = [createApi(first), createApi(second)];
  const traceId = randomBytes(16).toString("hex");
  const message = JSON.stringify({ script: [{ calls: [{ name: "sleep", input: {} }] }, { text: "Done." }] });
  const traceparent = `00-${traceId}-${randomBytes(8).toString("hex")}-01`;
  const { body } = await here.post("/v1/conversations", { agent: "scripted", message }, { traceparent });
  await here.waitForEvent(body.id, ({ type }) => type === "tool.started");
  const command = await collector.span(({ name }) => name === "command start");
  await first.kill();
  await there.waitForEvent(body.id, ({ type }) => type === "run.finished");
  const instanceOf = ({ resource }: typeof command) => resource["service.instance.id"];
  const tool = await collector.span(({ name }) => name === "execute_tool sleep");
  const call = await collector.span(({ attributes }) => attributes["askback.step"] === 2);
  for (const span of [tool, call]) {
    expect(span).toMatchObject({ traceId, parentSpanId: command.spanId });
    expect(instanceOf(span)).not.toBe(instanceOf(command));
  }
  expect(tool.attributes).toMatchObject({ "askback.attempt": 2 });
  expect(await second.stop()).toBe(0);
  collector.close();
});
