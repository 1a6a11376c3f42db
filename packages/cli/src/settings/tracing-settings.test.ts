import { expect, test } from "vitest";
import { SettingError } from "./setting-error.ts";
import { readTracingSettings } from "./tracing-settings.ts";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

test.each([
  ["no collector", {}],
  ["an empty collector", { OTEL_EXPORTER_OTLP_ENDPOINT: " " }],
  ["the SDK disabled", { ...endpoint, OTEL_SDK_DISABLED: "TRUE" }],
  ["no exporter", { ...endpoint, OTEL_TRACES_EXPORTER: "none" }],
])("[OPS-5] nothing is traced with %s", (_, env) => {
  expect(readTracingSettings(env)).toBeUndefined();
});

test("[OPS-5] every trace is sampled unless the caller or the environment decides otherwise", () => {
  expect(readTracingSettings(endpoint)).toEqual({ sampler: { isParentBased: true, ratio: 1 }, batch: {} });
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector/v1/traces" };
  expect(readTracingSettings(own)).toEqual(readTracingSettings(endpoint));
  const sampled = (name: string, argument?: string) =>
    readTracingSettings({ ...endpoint, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument })?.sampler;
  expect(sampled("always_on")).toEqual({ isParentBased: false, ratio: 1 });
  expect(sampled("parentbased_always_off")).toEqual({ isParentBased: true, ratio: 0 });
  expect(sampled("traceidratio")).toEqual({ isParentBased: false, ratio: 1 });
  expect(sampled("parentbased_traceidratio", "0.25")).toEqual({ isParentBased: true, ratio: 0.25 });
});

test("[OPS-5] the environment sets how spans are batched", () => {
  const env = { ...endpoint, OTEL_BSP_SCHEDULE_DELAY: "100", OTEL_BSP_MAX_QUEUE_SIZE: "4096" };
  expect(readTracingSettings(env)?.batch).toEqual({ scheduledDelayMillis: 100, maxQueueSize: 4096 });
});

test.each([
  { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" },
  { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "grpc://collector:4317" },
  { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
  { ...endpoint, OTEL_TRACES_SAMPLER: "xray" },
  { ...endpoint, OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" },
  { ...endpoint, OTEL_BSP_EXPORT_TIMEOUT: "soon" },
])("[CLI-2] %j is refused by name", (env) => {
  const name = Object.keys(env).at(-1) ?? "";
  expect(() => readTracingSettings(env)).toThrow(SettingError);
  expect(() => readTracingSettings(env)).toThrow(`${name} (environment)`);
});

test("[CLI-2] the error for a bad collector address does not show it, since it may hold a password", () => {
  expect(() => readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: "me:secret@collector" })).not.toThrow("secret");
  expect(() => readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: "me:secret@collector" })).toThrow("is not an http");
});
