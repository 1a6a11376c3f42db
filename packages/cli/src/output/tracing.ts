import { setTimeout as delay } from "node:timers/promises";
import { context, trace } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import type { TracingSettings } from "../settings/tracing-settings.ts";

/** How long the program waits for a collector when it ends. */
const shutdownTimeoutMs = 2_000;

export interface Tracing {
  /** Sends the remaining spans, and ends the process if the collector does not accept them in time. Must be called last. */
  stop(): Promise<void>;
}

/** Sends spans to the OpenTelemetry collector that the environment names. The SDK is loaded only when this is called. */
export async function startTracing(settings: TracingSettings, logger: Logger): Promise<Tracing> {
  const provider = await createProvider(settings, logger);
  return {
    async stop() {
      const flushed = provider.shutdown().then(
        () => true,
        () => true,
      );
      const isDone = await Promise.race([flushed, delay(shutdownTimeoutMs, false, { ref: false })]);
      // The exporter has no way to end its timers and connections.
      if (!isDone) process.exit();
    },
  };
}

async function createProvider({ sampler, batch }: TracingSettings, logger: Logger) {
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, resources] = await Promise.all([
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/resources"),
  ]);
  const root = new sdk.TraceIdRatioBasedSampler(sampler.ratio);
  const { defaultResource, detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } =
    resources;
  const provider = new sdk.TracerProvider({
    sampler: sampler.isParentBased ? new sdk.ParentBasedSampler({ root }) : root,
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "askback" }))
      .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: withLossLog(new OTLPTraceExporter(), logger), ...batch })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  trace.setGlobalTracerProvider(provider);
  return provider;
}

/** Logs once when spans are lost, and once when they arrive again. */
function withLossLog(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isLosing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isLost = result.error !== undefined;
        const { code } = (result.error ?? {}) as { readonly code?: string | number };
        if (isLost && !isLosing) logger.warn({ code }, "traces cannot be sent and are dropped");
        if (!isLost && isLosing) logger.info("traces are sent again");
        isLosing = isLost;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
