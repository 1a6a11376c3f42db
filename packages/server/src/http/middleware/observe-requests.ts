import { context as openTelemetry, SpanKind, trace } from "@opentelemetry/api";
import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { contextOf, setSpanError, traceparentOf, tracer } from "../../trace.ts";
import type { AppContext, AppEnv } from "../route.ts";
import { isMonitoringPath } from "../routes/health.ts";

/** One request, for logs and metrics: ids, numbers and route patterns only, never what people wrote. */
export interface RequestEntry {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Absent where nothing is traced. */
  readonly traceId?: string;
}

export interface RequestObserver {
  report(entry: RequestEntry): void;
  /** Whether the caller's `traceparent` is believed: it names the trace, and whether it is recorded. */
  isTrusted(context: AppContext): Promise<boolean>;
}

/** Reports each request when it is answered, and wraps it in a span. */
export function observeRequests({ report, isTrusted }: RequestObserver): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const began = performance.now();
    // Nothing of a monitor is traced, so nobody is looked up for it.
    const named = isMonitoringPath(context.req.path) ? undefined : context.req.header("traceparent");
    const span = startRequestSpan(context, named !== undefined && (await isTrusted(context)) ? named : undefined);
    await (span ? span.run(next) : next());
    const entry = {
      requestId: context.get("requestId"),
      method: context.req.method,
      route: routeOf(context),
      status: context.res.status,
      ms: performance.now() - began,
      ...(span && { traceId: span.traceId }),
    };
    span?.end(entry);
    report(entry);
  };
}

function routeOf(context: AppContext): string {
  const route = routePath(context);
  return route === "*" || route === "/*" ? "other" : route;
}

interface RequestSpan {
  readonly traceId: string;
  run(next: () => Promise<void>): Promise<void>;
  end(request: Pick<RequestEntry, "method" | "route" | "status">): void;
}

/** Within the trace that the caller names, if any; undefined where nothing is traced. The path is left out: people write into it. */
function startRequestSpan({ req }: AppContext, traceparent: string | undefined): RequestSpan | undefined {
  // Monitors call so often that their spans would outnumber all others.
  if (isMonitoringPath(req.path)) return undefined;
  const parent = contextOf(traceparent);
  const span = tracer.startSpan("request", { kind: SpanKind.SERVER }, parent);
  if (traceparentOf(span) === undefined) return undefined;
  return {
    traceId: span.spanContext().traceId,
    run: (next) => openTelemetry.with(trace.setSpan(parent, span), next),
    end({ method, route, status }) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
      });
      if (status >= 500) setSpanError(span, String(status));
      span.end();
    },
  };
}
