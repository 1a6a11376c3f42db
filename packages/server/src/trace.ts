import { type Context, type Link, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from "@opentelemetry/api";

/** Makes spans where somebody has set up OpenTelemetry, and next to nothing elsewhere. No text of people or agents goes into them. */
export const tracer = trace.getTracer("askback");

const traceparent = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** How a span is named to others, as W3C Trace Context writes it; undefined where nothing is traced. */
export function traceparentOf(span: Span): string | undefined {
  const spanContext = span.spanContext();
  if (!trace.isSpanContextValid(spanContext)) return undefined;
  const { traceId, spanId, traceFlags } = spanContext;
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

/** Where a span is begun that goes on from another; whatever names none begins a trace of its own. */
export function contextAfter(parent: string | undefined): Context {
  const spanContext = spanContextOf(parent);
  return spanContext ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}

export function linksTo(other: string | undefined): Link[] {
  const spanContext = spanContextOf(other);
  return spanContext ? [{ context: spanContext }] : [];
}

/** Marks a span as failed by the kind of failure alone: a message may quote what somebody wrote. */
export function failedBy(span: Span, kind: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute("error.type", kind);
}

export function kindOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return /^\w{1,60}$/.test(name) ? name : "Error";
}

function spanContextOf(parent: string | undefined) {
  const [, traceId, spanId, flags] = traceparent.exec(parent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // Only the first bit, whether it is sampled, has a meaning that we know.
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
