import { maxStateBytes } from "@askback/core/wire";
import { OpenAPIHono } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { MailSignInLink } from "../notify/deliver/notifier.ts";
import { StoreUnavailable } from "../store/store-unavailable.ts";
import type { Keys } from "./access/api-keys.ts";
import { createCallers } from "./access/callers.ts";
import { hashOfToken } from "./access/secret-token.ts";
import { createInquiryWaits } from "./asks/inquiry-waits.ts";
import { addConversationsApi } from "./compat/conversations.ts";
import { addProjectNotifications } from "./compat/project-notifications.ts";
import { addProjectsApi } from "./compat/projects.ts";
import { addSessionsApi } from "./compat/sessions.ts";
import { createSchemaChecks } from "./edits/schema-checks.ts";
import { createRateLimit } from "./limits/rate-limit.ts";
import { createSearchTurns } from "./limits/search-turns.ts";
import { type Links, limitAnonymous } from "./middleware/anonymous-limit.ts";
import { hasKey, requireKey } from "./middleware/auth.ts";
import { limitBody } from "./middleware/body-limit.ts";
import { type Addresses, checkHost, checkOrigin } from "./middleware/hosts-and-origins.ts";
import type { Metrics } from "./middleware/metrics.ts";
import { observeRequests, type RequestEntry } from "./middleware/observe-requests.ts";
import { limitProjects, type ProjectLimits } from "./middleware/project-limit.ts";
import { createRememberedHashes } from "./middleware/remembered-hashes.ts";
import { completeResponses } from "./middleware/responses.ts";
import { addGroupRoutes } from "./people/groups.ts";
import { addInvitationRoutes } from "./people/invitations.ts";
import { addJoinRoutes, hasInvitation, joinPath } from "./people/join.ts";
import { addKeyRoutes } from "./people/keys.ts";
import { addMeRoutes } from "./people/me.ts";
import { addMemberRoutes } from "./people/members.ts";
import type { OidcSettings } from "./people/oidc/oidc-client.ts";
import { addOidcRoutes } from "./people/oidc/oidc-routes.ts";
import { addSessionRoutes } from "./people/sessions.ts";
import { addSignInRoutes, hasSignInLink, signInPath } from "./people/sign-in.ts";
import { addMailSignIn } from "./people/sign-in-by-mail.ts";
import { addTokenRoute } from "./people/tokens.ts";
import { problemResponse, problems, unavailable } from "./problems/problem.ts";
import type { App, AppContext, AppEnv } from "./route.ts";
import { addAgentRoutes } from "./routes/agents.ts";
import { addHolderRoutes } from "./routes/answering/assignment.ts";
import { addSecretRoute } from "./routes/answering/secrets.ts";
import { addAuditRoute } from "./routes/audit.ts";
import { addClaimRoute } from "./routes/claims.ts";
import { addConversationCommands } from "./routes/conversation-commands.ts";
import { addConversationRoutes } from "./routes/conversations.ts";
import { addDocRoutes, addStartPage } from "./routes/docs.ts";
import { addDraftRoutes } from "./routes/drafts.ts";
import { addEventRoutes } from "./routes/events.ts";
import { addExternalAsks } from "./routes/external-asks.ts";
import { addFileRoutes } from "./routes/files.ts";
import { addHealthRoutes, addMetricsRoute } from "./routes/health.ts";
import { addInquiryRoutes } from "./routes/inquiries.ts";
import { addInquiryCommands } from "./routes/inquiry-commands.ts";
import { addInsightRoute } from "./routes/insight.ts";
import { addMcpRoute } from "./routes/mcp.ts";
import { addAnswerLinks } from "./routes/notify/answer-links.ts";
import { addContactRoutes } from "./routes/notify/contact.ts";
import { addNoticeRoutes } from "./routes/notify/notices.ts";
import { addNotificationRoutes } from "./routes/notify/notifications.ts";
import { addSlackRoute } from "./routes/notify/slack.ts";
import { addPersonalRoutes } from "./routes/personal-records.ts";
import { addProjectAuditRoutes } from "./routes/project-audit.ts";
import { addReportedCalls } from "./routes/reported-calls.ts";
import { addStandingRoutes } from "./routes/standing-answers.ts";
import { addNotFoundPage, addWebRoutes, type WebFiles } from "./routes/web-app.ts";
import type { Services } from "./services.ts";
import type { SlackRequests } from "./slack/serve-slack.ts";
import { createEventStreams, type EventStreamSettings } from "./stream/event-stream.ts";

/** Of each caller, unless a field says otherwise. */
export interface RequestLimits extends ProjectLimits {
  readonly bodyBytes: number;
  readonly fileBytes: number;
  /** Of all files that arrive at once. */
  readonly bufferedFileBytes: number;
  /** Of the files of one caller that no conversation uses. */
  readonly unusedFileBytes: number;
  readonly requestsPerSecond: number;
  readonly burst: number;
  /** Event streams that are open at once. */
  readonly streamsPerCaller: number;
  /** Of all callers without a key or cookie who come from one address. */
  readonly anonymousRequestsPerSecond: number;
  readonly anonymousBurst: number;
  /** How late the event loop may be before `/readyz` says that the server is overloaded. */
  readonly loopDelayMs: number;
}

export interface AppOptions {
  readonly services: Services;
  readonly keys: Keys;
  readonly addresses: Addresses;
  readonly metrics: Metrics;
  readonly limits: RequestLimits;
  readonly streams: EventStreamSettings;
  /** How late the event loop has been lately. */
  loopDelayMs(): number;
  /** The command that prints a link to sign in here, as people type it. */
  readonly signInCommand: string;
  /** Where people reach the server, if that is not where it listens. */
  readonly publicUrl?: string | undefined;
  /** The providers of OpenID Connect by which people sign in. */
  readonly oidc?: readonly OidcSettings[] | undefined;
  /** Mails links to sign in, where mail is sent. */
  readonly mailSignInLink?: MailSignInLink | undefined;
  /** Takes what people do in Slack, where Slack sends it to this server. */
  readonly slack?: SlackRequests | undefined;
  /** The built web app; without it a page says how to build it. */
  readonly web?: WebFiles;
  onRequest(entry: RequestEntry): void;
  onError(requestId: string, error: unknown): void;
  /** Called once for each origin whose pages were refused. */
  onForeignOrigin?(origin: string): void;
}

/** An address gives so many more wrong keys than it makes requests without one, before its keys are no longer looked up. */
const forgeriesPerRequest = 10;

/** The whole HTTP surface: checks first, then the routes. */
export function createApp(options: AppOptions): App {
  const { services, keys, addresses, metrics, limits, signInCommand } = options;
  const app = new OpenAPIHono<AppEnv>();
  const rateLimit = createRateLimit(limits.requestsPerSecond, limits.burst, services.clock);
  const anonymousLimit = createRateLimit(limits.anonymousRequestsPerSecond, limits.anonymousBurst, services.clock);
  const forgeryLimit = createRateLimit(
    forgeriesPerRequest * limits.anonymousRequestsPerSecond,
    forgeriesPerRequest * limits.anonymousBurst,
    services.clock,
  );
  const callers = createCallers({ keys, clock: services.clock, store: services.store });
  const remembered = createRememberedHashes();
  const searches = createSearchTurns();
  const waits = createInquiryWaits(services);
  const checks = createSchemaChecks(options.streams.stopping);

  const { store, clock } = services;
  const streams = createEventStreams(options.streams, limits.streamsPerCaller, store.onAccessChanged, options.onError);

  app.use(completeResponses(services.clock));
  app.use(
    observeRequests({
      report(entry) {
        metrics.countRequest(entry);
        options.onRequest(entry);
      },
      isTrusted: (context) => hasKey(context, callers, remembered),
    }),
  );
  app.use(checkHost(addresses));
  app.use(checkOrigin(addresses, options.onForeignOrigin));
  addHealthRoutes(app, services, () => options.loopDelayMs() > limits.loopDelayMs);
  const { credentials, contacts, directory } = store;
  const signIn = { credentials, contacts, directory, clock, addresses, signInCommand };
  const links: Links = {
    isShown: ({ req }) => [signInPath, joinPath].includes(req.path) && hashOfToken(req.query("token")) !== undefined,
    isValid: async (context) => (await hasSignInLink(context, signIn)) || (await hasInvitation(context, signIn)),
  };
  app.use(limitAnonymous({ callers, links, remembered, rateLimit: anonymousLimit, forgeryLimit }));
  addDocRoutes(app, options.web);
  if (options.web) addWebRoutes(app, options.web);
  else addStartPage(app);
  addSignInRoutes(app, signIn);
  addJoinRoutes(app, signIn, callers);
  const { mailSignInLink, onError } = options;
  addMailSignIn(app, { ...signIn, mailSignInLink, onError });
  addOidcRoutes(app, {
    ...signIn,
    providers: options.oidc ?? [],
    cipher: keys.flowCipher,
    publicUrl: options.publicUrl,
    isMailed: mailSignInLink !== undefined,
    onError,
  });
  addAnswerLinks(app, { services, unsubscribeKey: keys.unsubscribeKey, secretBox: keys.secretBox });
  addSlackRoute(app, services, options.slack);
  if (options.web) addNotFoundPage(app, options.web);

  app.use(requireKey({ callers, remembered, credentials, addresses, clock, rateLimit, signInCommand }));
  app.use(limitProjects(limits, services.clock));
  addFileRoutes(app, services, limits);
  app.use(limitBody(limits.bodyBytes, { ofAsks: limits.bodyBytes + maxStateBytes }));
  app.use(async (context, next) => {
    const type = context.req.header("content-type");
    const hasBody = ["POST", "PUT", "PATCH"].includes(context.req.method) && (await context.req.text()) !== "";
    if (hasBody && !/^application\/json\b/i.test(type ?? "")) return problemResponse(context, problems.notJson);
    return next();
  });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed(context, methods) {
        const allowed = methods.join(", ");
        context.header("allow", allowed);
        return problemResponse(context, {
          status: 405,
          code: "method-not-allowed",
          title: "This path does not take that method",
          hint: `It takes ${allowed}; the routes are listed at /docs.`,
        });
      },
    }),
  );

  addMetricsRoute(app, metrics);
  addAgentRoutes(app, services);
  addConversationRoutes(app, services, searches);
  addConversationCommands(app, services);
  addInquiryRoutes(app, services, waits, options.streams.stopping, searches);
  addNoticeRoutes(app, services);
  addNotificationRoutes(app, services);
  addContactRoutes(app, services);
  addAuditRoute(app, services);
  addProjectAuditRoutes(app, services);
  addInsightRoute(app, services);
  addStandingRoutes(app, services);
  addReportedCalls(app, services);
  addExternalAsks(app, services, { waits, checks, stopping: options.streams.stopping });
  addClaimRoute(app, services);
  addInquiryCommands(app, services, keys.secretBox, checks);
  addSecretRoute(app, services, keys.secretBox);
  addHolderRoutes(app, services);
  addDraftRoutes(app, services, keys.draftCipher);
  addPersonalRoutes(app, services);
  addMeRoutes(app, services, limits.fileBytes);
  addSessionRoutes(app, services, options.publicUrl);
  addMemberRoutes(app, services);
  addGroupRoutes(app, services);
  addInvitationRoutes(app, services, options.publicUrl);
  addKeyRoutes(app, services, keys);
  addTokenRoute(app, services, keys.embedTokens);
  addEventRoutes(app, services, streams);
  addMcpRoute(app, { keys, callers, addresses, clock, stopping: options.streams.stopping, onError: options.onError });
  addConversationsApi(app, services, streams);
  addProjectsApi(app, services, searches);
  addProjectNotifications(app, services);
  addSessionsApi(app, services, streams);

  app.notFound((context) => problemResponse(context, problems.notFound));
  app.onError((error, context) => {
    if (error instanceof HTTPException && error.status < 500)
      return problemResponse(context, badRequest(error.status, error.message));
    // Nobody reads this response; it only keeps a client that hung up from being counted as our failure.
    if (isAborted(context)) return problemResponse(context, badRequest(400, "the request broke off"));
    options.onError(context.get("requestId"), error);
    return problemResponse(context, error instanceof StoreUnavailable ? unavailable(error) : problems.internal);
  });
  return app;
}

function isAborted({ env }: AppContext): boolean {
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
