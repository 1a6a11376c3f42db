import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as a collector receives it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isError: boolean;
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A loopback collector for OTLP over HTTP, as JSON. */
export interface TraceCollector {
  readonly url: string;
  /** The bodies of all requests. */
  readonly bodies: readonly string[];
  readonly spans: readonly CollectedSpan[];
  /** Waits for a span that matches, received or to come. */
  span(matches: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
  close(): void;
}

export async function openTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = [];
  const spans: CollectedSpan[] = [];
  const listeners = new Set<() => void>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    bodies.push(body);
    spans.push(...spansIn(body));
    response.setHeader("content-type", "application/json").end("{}");
    for (const listener of listeners) listener();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans,
    span: (matches) =>
      new Promise((resolve) => {
        const check = () => {
          const found = spans.find(matches);
          if (!found) return;
          listeners.delete(check);
          resolve(found);
        };
        listeners.add(check);
        check();
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function spansIn(body: string): CollectedSpan[] {
  // biome-ignore lint/suspicious/noExplicitAny: JSON as the exporter writes it
  return JSON.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: JSON as the exporter writes it
    scopeSpans.flatMap((scope: any) =>
      // biome-ignore lint/suspicious/noExplicitAny: JSON as the exporter writes it
      scope.spans.map((span: any) => ({
        ...span,
        attributes: attributesIn(span.attributes),
        links: span.links ?? [],
        isError: span.status?.code === 2,
        resource: attributesIn(resource.attributes),
      })),
    ),
  );
}

function attributesIn(list: readonly { key: string; value: Record<string, unknown> }[]): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));
}
