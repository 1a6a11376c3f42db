import { ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { expect, test } from "vitest";
import { contextOf, errorTypeOf, linksTo, traceparentOf, tracer } from "./trace.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

test("[OPS-5] a span has a W3C traceparent, which leads back to it", () => {
  for (const flags of ["00", "01"]) {
    const name = `00-${traceId}-${spanId}-${flags}`;
    const span = trace.getSpan(contextOf(name));
    expect(span?.spanContext()).toMatchObject({ traceId, spanId, isRemote: true });
    expect(span && traceparentOf(span)).toBe(name);
    expect(linksTo(name)).toMatchObject([{ context: { traceId, spanId } }]);
  }
});

test.each([
  undefined,
  "",
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  ` 00-${traceId}-${spanId}-01\n`,
])("[OPS-5] %j names no span", (name) => {
  expect(contextOf(name)).toBe(ROOT_CONTEXT);
  expect(linksTo(name)).toEqual([]);
});

test("[OPS-5] without tracing a span has no traceparent", () => {
  expect(traceparentOf(tracer.startSpan("any"))).toBeUndefined();
});

test("[OPS-5] the type of an error is its name, unless that could be a sentence", () => {
  expect(errorTypeOf(new TypeError("MARK"))).toBe("TypeError");
  expect(errorTypeOf(Object.assign(new Error("MARK"), { name: "MARK: a b" }))).toBe("Error");
  expect(errorTypeOf("MARK")).toBe("string");
});
