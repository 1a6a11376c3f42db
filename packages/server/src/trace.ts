import { type Context, type Link, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from "@opentelemetry/api";

/** Makes spans where OpenTelemetry is set up. They contain no text of people or agents. */
export const tracer = trace.getTracer("askback");

const traceparent = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** The W3C `traceparent` of a span; undefined where nothing is traced. */
export function traceparentOf(span: Span): string | undefined {
  const spanContext = span.spanContext();
  if (!trace.isSpanContextValid(spanContext)) return undefined;
  const { traceId, spanId, traceFlags } = spanContext;
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

/** The context of a child of the span that a `traceparent` names; without a valid one, that of a new trace. */
export function contextOf(parent: string | undefined): Context {
  const spanContext = spanContextOf(parent);
  return spanContext ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}

export function linksTo(other: string | undefined): Link[] {
  const spanContext = spanContextOf(other);
  return spanContext ? [{ context: spanContext }] : [];
}

/** Marks a span as failed by the type of the error alone, since a message may quote what somebody wrote. */
export function setSpanError(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute("error.type", type);
}

export function errorTypeOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return /^\w{1,60}$/.test(name) ? name : "Error";
}

function spanContextOf(parent: string | undefined) {
  const [, traceId, spanId, flags] = traceparent.exec(parent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // Only the first bit, the sampled flag, is defined.
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
