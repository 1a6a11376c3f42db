import { context, SpanKind, trace } from "@opentelemetry/api";
import { contextAfter, failedBy, traceparentOf, tracer } from "../trace.ts";
import { isWatching } from "./watching.ts";

/** The span of one request. */
export interface RequestSpan {
  readonly traceId: string;
  within<Value>(work: () => Promise<Value>): Promise<Value>;
  end(request: { readonly method: string; readonly route: string; readonly status: number }): void;
}

/**
 * Begins the span of a request, within the caller's trace if it names one; undefined where nothing is traced. The path is
 * left out: people write into it.
 */
export function beginRequestSpan({ path, traceparent }: RequestHead): RequestSpan | undefined {
  // It would drown the rest.
  if (isWatching(path)) return undefined;
  const parent = contextAfter(traceparent);
  const span = tracer.startSpan("request", { kind: SpanKind.SERVER }, parent);
  if (traceparentOf(span) === undefined) return undefined;
  const { traceId } = span.spanContext();
  return {
    traceId,
    within: (work) => context.with(trace.setSpan(parent, span), work),
    end({ method, route, status }) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
      });
      if (status >= 500) failedBy(span, String(status));
      span.end();
    },
  };
}

interface RequestHead {
  readonly path: string;
  readonly traceparent: string | undefined;
}
