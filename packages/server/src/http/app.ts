import { randomUUID } from "node:crypto";
import { OpenAPIHono } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { StoreUnavailable } from "../store/store-unavailable.ts";
import { addAgentRoutes } from "./agent-routes.ts";
import { requireKey } from "./auth.ts";
import { addConversationCommands } from "./conversation-commands.ts";
import { addConversationRoutes } from "./conversation-routes.ts";
import { checkOrigin } from "./cross-origin.ts";
import { addConversationDialect } from "./dialects/conversation-dialect.ts";
import { addProjectDialect } from "./dialects/project-dialect.ts";
import { addSessionDialect } from "./dialects/session-dialect.ts";
import { addDocRoutes, addStartPage } from "./doc-routes.ts";
import { addDraftRoutes } from "./draft-routes.ts";
import { addEventRoutes, type EventStreamSettings } from "./event-routes.ts";
import { addHealthRoutes } from "./health-routes.ts";
import type { Addresses } from "./host-check.ts";
import { addInquiryChanges } from "./inquiry-changes.ts";
import { addInquiryCommands } from "./inquiry-commands.ts";
import { addInquiryRoutes } from "./inquiry-routes.ts";
import type { Keys } from "./keys.ts";
import { addMeRoutes } from "./me-routes.ts";
import { refuseOtherMethods } from "./method-check.ts";
import type { Metrics } from "./metrics.ts";
import { addPersonalRoutes } from "./personal-routes.ts";
import { problemResponse, problems } from "./problem.ts";
import { createRateLimit } from "./rate-limit.ts";
import { beginRequestSpan } from "./request-span.ts";
import type { App, AppContext, AppEnv } from "./route.ts";
import { addRunRoutes } from "./run-routes.ts";
import type { Services } from "./services.ts";
import { addSignInRoutes } from "./sign-in-routes.ts";
import { isWatching } from "./watching.ts";
import type { WebFiles } from "./web-files.ts";
import { addWebRoutes } from "./web-routes.ts";

export interface AppOptions {
  readonly services: Services;
  readonly keys: Keys;
  readonly addresses: Addresses;
  readonly metrics: Metrics;
  readonly limits: { readonly bodyBytes: number; readonly requestsPerSecond: number; readonly burst: number };
  readonly streams: EventStreamSettings;
  /** The built web app; without it a page says how to build it. */
  readonly web?: WebFiles;
  /** Told of each request: ids, numbers and route patterns only, never what people wrote. */
  requested(entry: RequestEntry): void;
  failed(requestId: string, error: unknown): void;
}

export interface RequestEntry {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Absent where nothing is traced. */
  readonly traceId?: string;
}

/** The whole HTTP surface: checks first, then the routes. */
export function createApp(options: AppOptions): App {
  const { services, keys, addresses, metrics, limits } = options;
  const app = new OpenAPIHono<AppEnv>();
  const rateLimit = createRateLimit(limits.requestsPerSecond, limits.burst, services.clock);

  app.use(async (context, next) => {
    const began = performance.now();
    const requestId = randomUUID();
    context.set("requestId", requestId);
    const span = beginRequestSpan({ path: context.req.path, traceparent: context.req.header("traceparent") });
    await (span ? span.within(next) : next());
    context.header("x-request-id", requestId);
    context.header("x-content-type-options", "nosniff");
    // What people read by cookie stays in no cache but where a route says so.
    if (!context.res.headers.has("cache-control")) context.header("cache-control", "no-store");
    const entry = {
      requestId,
      method: context.req.method,
      route: routeOf(context),
      status: context.res.status,
      ms: performance.now() - began,
      ...(span && { traceId: span.traceId }),
    };
    span?.end(entry);
    metrics.requested(entry);
    options.requested(entry);
  });
  app.use(async (context, next) => {
    // Who watches calls by the server's address, and there is nothing in it for a rebound name.
    const isOwn = addresses.isOwnHost(context.req.header("host")) || isWatching(context.req.path);
    if (!isOwn) return problemResponse(context, problems.foreignHost);
    return next();
  });
  app.use(checkOrigin(addresses));
  addHealthRoutes(app, services);
  addDocRoutes(app);
  if (options.web) addWebRoutes(app, options.web);
  else addStartPage(app);
  addSignInRoutes(app, keys, services.clock, addresses);
  app.use(requireKey(keys, services.clock, rateLimit));
  app.use(
    bodyLimit({
      maxSize: limits.bodyBytes,
      onError(context) {
        // The rest of the body is not read, so nothing else can be sent on this connection.
        context.header("connection", "close");
        return problemResponse(context, problems.bodyTooLarge);
      },
    }),
  );
  app.use(async (context, next) => {
    const type = context.req.header("content-type");
    const hasBody = ["POST", "PUT", "PATCH"].includes(context.req.method) && (await context.req.text()) !== "";
    if (hasBody && !/^application\/json\b/i.test(type ?? "")) return problemResponse(context, problems.notJson);
    return next();
  });

  app.get("/metrics", async (context) =>
    context.text(await metrics.text(), 200, { "content-type": metrics.contentType }),
  );
  addMeRoutes(app);
  addAgentRoutes(app, services);
  addConversationRoutes(app, services);
  addConversationCommands(app, services);
  addInquiryRoutes(app, services, options.streams.stopping);
  addInquiryCommands(app, services);
  addInquiryChanges(app, services);
  addDraftRoutes(app, services, keys.seal);
  addPersonalRoutes(app, services);
  addRunRoutes(app, services);
  addEventRoutes(app, services, options.streams);
  addConversationDialect(app, services, options.streams);
  addProjectDialect(app, services);
  addSessionDialect(app, services, options.streams);
  refuseOtherMethods(app);

  app.notFound((context) => problemResponse(context, problems.notFound));
  app.onError((error, context) => {
    if (error instanceof HTTPException && error.status < 500)
      return problemResponse(context, badRequest(error.status, error.message));
    // Nobody reads this response; it only keeps a client that hung up from being counted as our failure.
    if (isBrokenOff(context)) return problemResponse(context, badRequest(400, "the request broke off"));
    options.failed(context.var.requestId, error);
    return problemResponse(context, error instanceof StoreUnavailable ? problems.unavailable : problems.internal);
  });
  return app;
}

function routeOf(context: AppContext): string {
  const route = context.req.routePath;
  return route === "*" || route === "/*" ? "other" : route;
}

function isBrokenOff({ env }: AppContext): boolean {
  const incoming = env?.incoming;
  return incoming?.destroyed === true && !incoming.complete;
}

function badRequest(status: number, message: string) {
  return {
    status: status as 400,
    code: "invalid-request",
    title: "The request is not valid",
    detail: message,
    hint: "Correct it; the API is described at /docs.",
  } as const;
}
