import { version } from "@askback/core";
import { systemTime } from "./clock.ts";
import { type ConfiguredAgents, configureAgents, type UnavailableAgent } from "./configured-agents.ts";
import { failureEntryOf } from "./failure-entry.ts";
import { createFeed } from "./feed/feed.ts";
import { createPresence } from "./feed/presence.ts";
import type { Keys } from "./http/access/api-keys.ts";
import { createApp, type RequestLimits } from "./http/app.ts";
import { createWebhookBody } from "./http/asks/webhook-body.ts";
import { draftLifetimeMs, unusedFileLifetimeMs } from "./http/files/file-access.ts";
import { createAddresses } from "./http/middleware/hosts-and-origins.ts";
import { createMetrics } from "./http/middleware/metrics.ts";
import type { OidcSettings } from "./http/people/oidc/oidc-client.ts";
import { createSignInLink } from "./http/people/sign-in.ts";
import { readWebFiles } from "./http/routes/web-app.ts";
import { createOpenSecret } from "./http/secrets.ts";
import { serveSlack } from "./http/slack/serve-slack.ts";
import { type ConnectionTimeouts, listen } from "./listen.ts";
import { monitorLoopDelay } from "./loop-delay.ts";
import { createNotifier, type NotificationSettings } from "./notify/deliver/notifier.ts";
import { createNoticeSender } from "./notify/notice-sender.ts";
import { plannedExpansions, plannedNotices, plannedRunNotices } from "./notify/planned-notices.ts";
import { type AllowPrivate, createAddressPolicy } from "./notify/webhook/address-policy.ts";
import { createSendWebhook } from "./notify/webhook/send-webhook.ts";
import { logOutagesRarely } from "./outage-log.ts";
import type { AgentDefinition } from "./runtime/agent.ts";
import { createLiveTexts } from "./runtime/live-texts.ts";
import { createModelByName, type ProviderSettings } from "./runtime/model/model-by-name.ts";
import { createRuntime } from "./runtime/runtime.ts";
import { shareLiveTexts } from "./runtime/share-live-texts.ts";
import type { McpServer } from "./runtime/tool/mcp-tools.ts";
import type { Tool } from "./runtime/tool/tool.ts";
import type { ServerLog } from "./server-log.ts";
import { createAnswerable } from "./store/people/answerable.ts";
import { createAnswering } from "./store/people/answering-groups.ts";
import { ownerId } from "./store/people/directory.ts";
import type { Store } from "./store/store.ts";
import { findUnknownNames } from "./unknown-names.ts";

export interface ServerOptions {
  readonly store: Store;
  readonly keys: Keys;
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  readonly publicUrl?: string;
  readonly signIn?: { readonly oidc?: readonly OidcSettings[] };
  /** Browser pages of these origins may call the API with a key. */
  readonly origins?: readonly string[];
  readonly agents: readonly AgentDefinition[];
  readonly tools?: readonly Tool[];
  readonly mcpServers?: Readonly<Record<string, McpServer>>;
  readonly providers?: Readonly<Record<string, ProviderSettings>>;
  /** How many conversations are in work at once. */
  readonly concurrency?: number;
  readonly leaseMs?: number;
  readonly heartbeatMs?: number;
  readonly webhooks?: {
    /** Whether webhooks may have addresses of private networks and without TLS: all, or those with these hosts. */
    readonly allowPrivate?: AllowPrivate;
  };
  /** How people are reached besides the app: mail, push, Slack, and channels of your own. */
  readonly notifications?: NotificationSettings;
  /** The folder of the built web app; without it only the API is served. */
  readonly web?: string;
  readonly limits?: Partial<RequestLimits>;
  readonly timeouts?: Partial<ConnectionTimeouts>;
  readonly log: ServerLog;
  /** What people type for a link that signs in at this server; `askback link` unless given. */
  readonly signInCommand?: string;
}

export interface RunningServer {
  readonly url: string;
  /** The agents that cannot work right now. */
  unavailable(): readonly UnavailableAgent[];
  /** The path of a new link that signs its owner in, once. */
  createSignInPath(): Promise<string>;
  /** Stops taking requests, waits for work under way, releases the rest and closes the store. */
  stop(): Promise<void>;
}

const replyLifetimeMs = 24 * 3600 * 1000;
const noticeLifetimeMs = 30 * 24 * 3600 * 1000;
/** How long an expired answer link is kept, so that whoever opens it learns why it no longer works. */
const linkLifetimeMs = 30 * 24 * 3600 * 1000;

/** Composes store, feed, runtime and HTTP, and serves. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { log } = options;
  const configured = await configureAgents({
    version,
    agents: options.agents,
    tools: options.tools ?? [],
    mcpServers: options.mcpServers ?? {},
    providers: options.providers ?? {},
  });
  configured.onConnected(() => log.agents(configured.unavailable()));
  try {
    return await serveWith(options, configured);
  } catch (error) {
    await configured.close();
    throw error;
  }
}

async function serveWith(options: ServerOptions, configured: ConfiguredAgents): Promise<RunningServer> {
  const { store, keys } = options;
  const { clock } = store;
  const log = logOutagesRarely(options.log, clock.elapsed);
  const { agents, toolbox, whyUnavailable, whyToolUnavailable } = configured;
  const liveTexts = createLiveTexts();
  const feed = createFeed(store, (error) => log.error("reading the log", error, {}));
  const stopping = new AbortController();
  const metrics = createMetrics({
    inWork: () => runtime.inWork,
    openInquiries: () => store.openInquiryCount(),
    clockSkewMs: () => systemTime.wall() - clock.now(),
    overdueMs: () => store.overdueMs(),
    pendingNotices: () => store.notices.pendingCount(),
  });
  let { port } = options;
  const addresses = createAddressPolicy(options.webhooks?.allowPrivate);
  const sendWebhook = createSendWebhook({
    keys: keys.webhooks,
    addresses,
    userAgent: `askback/${version}`,
    bodyOf: createWebhookBody(store.notifications, keys.stateCipher),
  });
  const baseUrl = () => options.publicUrl?.replace(/\/$/, "") ?? urlOf(options.host, port);
  const answering = createAnswering({ store, isConfigured: keys.mayAnswer });
  const answerable = createAnswerable(store.directory, answering);
  const notifier = createNotifier({
    store,
    answering,
    settings: options.notifications ?? {},
    keys,
    addresses,
    baseUrl,
    onDeliveries: () => sender.wake(),
  });
  const hasChannels = notifier.channels.size > 0;
  const sender = createNoticeSender({
    notices: store.notices,
    clock,
    send: (notice, signal) => (notice.channel === "webhook" ? sendWebhook : notifier.send)(notice, signal),
    onAttempt: metrics.countNoticeAttempt,
    onError: (error) => log.error("sending notices", error, {}),
  });
  const loop = monitorLoopDelay();
  const runtime = createRuntime({
    store,
    clock,
    answering,
    answerable,
    agents,
    toolbox,
    whyUnavailable,
    whyToolUnavailable,
    liveTexts,
    modelByName: createModelByName(options.providers ?? {}),
    openSecret: createOpenSecret(store, keys.secretBox),
    secrets: Object.values(options.providers ?? {}).flatMap(({ apiKey }) => apiKey ?? []),
    ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
    ...(options.leaseMs !== undefined && { leaseMs: options.leaseMs }),
    onError: (conversationId, error) =>
      log.error("driving a conversation", error, conversationId === undefined ? {} : { conversationId }),
    planNotices: (change) => [
      ...plannedNotices(keys.webhooks, change),
      ...plannedRunNotices(keys.webhooks, change),
      ...(hasChannels ? plannedExpansions(change) : []),
    ],
    onNotices: sender.wake,
    onStaleCommit: metrics.countStaleCommit,
    onLeaseExpired: metrics.countLeaseExpiry,
    onRecorded(events, conversation) {
      metrics.countEvents(events);
      for (const event of events) {
        const entry = failureEntryOf(event, conversation, agents);
        if (entry) log.failure(entry);
      }
    },
  });
  const { fileBytes = 10 * 1024 * 1024 } = options.limits ?? {};
  const services = {
    store,
    answering,
    answerable,
    runtime,
    feed,
    liveTexts,
    presence: createPresence(store.presence),
    clock,
    stateCipher: keys.stateCipher,
    webhooks: { keys: keys.webhooks, addresses, sender },
    notifier,
    agents,
    whyUnavailable,
  };
  const onSlackError = (error: unknown) => log.error("Slack", error, {});
  const slack =
    notifier.slack &&
    serveSlack({
      slack: notifier.slack,
      services: { ...services, secretBox: keys.secretBox },
      baseUrl,
      onError: onSlackError,
    });
  const app = createApp({
    services,
    slack: slack?.requests,
    keys,
    addresses: createAddresses(options.publicUrl, options.origins),
    metrics,
    limits: {
      bodyBytes: 512 * 1024,
      fileBytes,
      bufferedFileBytes: 128 * 1024 * 1024,
      // Two messages with as many files as they can have, and some that were taken out again.
      unusedFileBytes: 25 * fileBytes,
      requestsPerSecond: 200,
      burst: 1000,
      streamsPerCaller: 500,
      anonymousRequestsPerSecond: 50,
      anonymousBurst: 500,
      loopDelayMs: 500,
      ...options.limits,
    },
    signInCommand: options.signInCommand ?? "askback link",
    publicUrl: options.publicUrl,
    oidc: options.signIn?.oidc,
    mailSignInLink: notifier.mailSignInLink,
    streams: { heartbeatMs: options.heartbeatMs ?? 15_000, backlogLimit: 1024 * 1024, stopping: stopping.signal },
    ...(options.web !== undefined && { web: readWebFiles(options.web) }),
    loopDelayMs: loop.delayMs,
    onRequest: log.request,
    onForeignOrigin: log.foreignOrigin,
    onError: (requestId, error) => log.error("answering a request", error, { requestId }),
  });

  const { server, address } = await listen(app.fetch, { host: options.host, port, ...options.timeouts });
  port = address.port;
  runtime.start();
  sender.start();
  slack?.start();
  let deleting: Promise<unknown>;
  const deleteExpired = () => {
    deleting = Promise.all([
      store.deleteOldReplies(replyLifetimeMs).catch((error) => log.error("deleting old replies", error, {})),
      store.files.deleteUnused(unusedFileLifetimeMs).catch((error) => log.error("deleting unused files", error, {})),
      store.notices.deleteSettled(noticeLifetimeMs).catch((error) => log.error("deleting old notices", error, {})),
      store.answerLinks.deleteExpired(linkLifetimeMs).catch((error) => log.error("deleting old links", error, {})),
      store.personal.deleteOldDrafts(draftLifetimeMs).catch((error) => log.error("deleting old drafts", error, {})),
      store.credentials.deleteExpired(clock.now()).catch((error) => log.error("deleting old sessions", error, {})),
    ]);
  };
  const sharing =
    store.liveTexts && shareLiveTexts(liveTexts, store.liveTexts, (error) => log.error("sharing live text", error, {}));
  const cancelMetrics = clock.after(1_000, () => void metrics.load());
  deleteExpired();
  const sweeper = setInterval(deleteExpired, 3600 * 1000);

  findUnknownNames(answerable, agents.values()).then(
    (found) => found.length > 0 && log.unknownNames?.(found),
    (error) => log.error("looking up whom agents ask", error, {}),
  );
  if (configured.unavailable().length > 0) log.agents(configured.unavailable());

  return {
    unavailable: configured.unavailable,
    createSignInPath: async () => (await createSignInLink({ credentials: store.credentials, clock }, ownerId)).path,
    url: urlOf(options.host, port),
    async stop() {
      clearInterval(sweeper);
      cancelMetrics();
      const closed = new Promise((resolve) => server.close(resolve));
      stopping.abort();
      await slack?.stop();
      await runtime.stop(5_000);
      await sender.stop(2_000);
      notifier.close();
      await sharing?.stop();
      server.closeIdleConnections();
      // A client that does not read its response must not keep the server from stopping.
      const closeTimer = setTimeout(() => server.closeAllConnections(), 1_000);
      await closed;
      clearTimeout(closeTimer);
      loop.stop();
      await configured.close();
      await feed.close();
      await deleting;
      await store.close();
    },
  };
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
