import { contractNames } from "@askback/core";
import type { Draft } from "@askback/core/wire";
import { createFeed } from "../../feed/feed.ts";
import { createPresence } from "../../feed/presence.ts";
import type { Channel } from "../../notify/deliver/channel.ts";
import { plannedNotices, plannedRunNotices } from "../../notify/planned-notices.ts";
import { createAddressPolicy } from "../../notify/webhook/address-policy.ts";
import type { WebhookReceiver } from "../../notify/webhook/webhook-keys.ts";
import type { AgentDefinition } from "../../runtime/agent.ts";
import { createLiveTexts, type LiveTexts } from "../../runtime/live-texts.ts";
import { createModelByName } from "../../runtime/model/model-by-name.ts";
import { createScriptedModel } from "../../runtime/model/scripted-model.ts";
import { createRuntime } from "../../runtime/runtime.ts";
import { createToolbox } from "../../runtime/tool/toolbox.ts";
import { createAnswerable } from "../../store/people/answerable.ts";
import { createAnswering } from "../../store/people/answering-groups.ts";
import type { Store } from "../../store/store.ts";
import { createManualClock, type ManualClock } from "../../store/testing/manual-clock.ts";
import { createMemoryStore } from "../../store/testing/memory-store.ts";
import { createKeys, type Keys } from "../access/api-keys.ts";
import { type AppOptions, createApp } from "../app.ts";
import { createAddresses } from "../middleware/hosts-and-origins.ts";
import { createMetrics } from "../middleware/metrics.ts";
import type { RequestEntry } from "../middleware/observe-requests.ts";
import { createSignInLink } from "../people/sign-in.ts";
import type { App } from "../route.ts";
import { readWebFiles } from "../routes/web-app.ts";
import { countingFeed } from "./counting-feed.ts";
import { keySettings, secrets } from "./test-keys.ts";

/** The whole HTTP surface over the memory store, called without a port, with a manual clock. */
export interface TestApp {
  readonly app: App;
  readonly store: Store;
  /** How many followers the feed has. */
  readonly followers: number;
  readonly liveTexts: LiveTexts;
  readonly clock: ManualClock;
  readonly keys: Keys;
  readonly requests: readonly RequestEntry[];
  readonly failures: readonly unknown[];
  /** Aborts as the server does when it stops. */
  readonly stopping: AbortController;
  /** The headers of a browser in which a person has just signed in. */
  cookieOf(person?: string): Promise<{ readonly cookie: string }>;
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  /** The same without waiting for the end of the body. */
  send(method: string, path: string, options?: CallOptions): Promise<Response>;
  /** Starts a conversation and waits until its agent has asked. */
  park(as?: Caller): Promise<{ readonly conversationId: string; readonly inquiryId: string; readonly path: string }>;
  /** Waits until the conversation has this status. */
  waitForStatus(conversationId: string, status: string): Promise<void>;
  close(): Promise<void>;
}

type Caller = keyof typeof secrets | "nobody";

export interface CallOptions {
  readonly as?: Caller;
  /** Sent as it is when it is text, else as JSON. */
  readonly body?: unknown;
  /** Sent instead of a body, as they are. */
  readonly bytes?: Uint8Array | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
  readonly body: any;
}

const oneQuestion = { question: "Tea or coffee?", options: [{ label: "Tea" }, { label: "Coffee" }] };
export const tea = { answers: [{ question: "q1", options: ["o1"] }] };
export const coffee = { answers: [{ question: "q1", options: ["o2"] }] };

/** A draft of the answer coffee. */
export const draft: Draft = {
  revision: 1,
  answers: { q1: { options: ["o2"], text: "Blackbird", isTextChosen: false, note: "", isSkipped: false } },
  comment: "",
  step: 0,
};

/** Asks one question, then ends. */
const asker: AgentDefinition = {
  name: "asker",
  title: "Curious person",
  instructions: "",
  model: createScriptedModel("asker", (prompt) =>
    prompt.some(({ role }) => role === "tool")
      ? { text: "Done." }
      : { text: "One moment.", calls: [{ name: "ask_user_question", input: { questions: [oneQuestion] } }] },
  ),
};

export interface TestAppOptions {
  readonly limits?: Partial<AppOptions["limits"]>;
  readonly heartbeatMs?: number;
  readonly backlogLimit?: number;
  loopDelayMs?(): number;
  readonly publicUrl?: string;
  readonly origins?: readonly string[];
  onForeignOrigin?(origin: string): void;
  /** What the agent's definition says about its inquiries. */
  readonly ask?: AgentDefinition["ask"];
  /** Adds the agent `guarded`, whose questions only these may answer. */
  readonly guardedBy?: AgentDefinition["audience"];
  /** Leaves all work to other servers. */
  readonly isIdle?: true;
  readonly oidc?: AppOptions["oidc"];
  readonly mailSignInLink?: AppOptions["mailSignInLink"];
  /** How people are reached besides the app; nothing is sent but tests of channels. */
  readonly channels?: readonly Channel[];
  /** Who is told of everything in a project. */
  readonly receivers?: readonly WebhookReceiver[];
  /** The folder of a built web app. */
  readonly web?: string;
}

export function createTestApp(options: TestAppOptions = {}): TestApp {
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const store = createMemoryStore({ clock });
  const failures: unknown[] = [];
  const requests: RequestEntry[] = [];
  const feed = countingFeed(createFeed(store, (error) => failures.push(error)));
  const liveTexts = createLiveTexts();
  const agent = options.ask === undefined ? asker : { ...asker, ask: options.ask };
  const guarded = { ...agent, name: "guarded", ...(options.guardedBy && { audience: options.guardedBy }) };
  const agents = new Map([agent, ...(options.guardedBy ? [guarded] : [])].map((each) => [each.name, each]));
  const keys = createKeys(keySettings, "secret", options.receivers);
  const answering = createAnswering({ store, isConfigured: keys.mayAnswer });
  const answerable = createAnswerable(store.directory, answering);
  const runtime = createRuntime({
    store,
    clock,
    answering,
    answerable,
    agents,
    liveTexts,
    toolbox: createToolbox([], contractNames),
    modelByName: createModelByName({}),
    planNotices: (change) => [...plannedNotices(keys.webhooks, change), ...plannedRunNotices(keys.webhooks, change)],
    ...(options.isIdle && { concurrency: 0 }),
    onError: (_, error) => failures.push(error),
  });
  const stopping = new AbortController();
  const app = createApp({
    signInCommand: "askback link",
    services: {
      store,
      answering,
      answerable,
      runtime,
      feed,
      liveTexts,
      presence: createPresence(),
      clock,
      stateCipher: keys.stateCipher,
      notifier: { channels: new Map((options.channels ?? []).map((channel) => [channel.name, channel])) },
      webhooks: { keys: keys.webhooks, addresses: createAddressPolicy(), sender: { wake() {} } },
      agents,
      whyUnavailable: () => undefined,
    },
    keys,
    addresses: createAddresses(options.publicUrl, options.origins),
    publicUrl: options.publicUrl,
    oidc: options.oidc,
    mailSignInLink: options.mailSignInLink,
    ...(options.onForeignOrigin && { onForeignOrigin: options.onForeignOrigin }),
    metrics: createMetrics({
      inWork: () => runtime.inWork,
      openInquiries: () => store.openInquiryCount(),
      clockSkewMs: () => 0,
      overdueMs: () => store.overdueMs(),
      pendingNotices: () => store.notices.pendingCount(),
    }),
    loopDelayMs: () => options.loopDelayMs?.() ?? 0,
    limits: {
      bodyBytes: 512 * 1024,
      fileBytes: 64 * 1024,
      bufferedFileBytes: 1024 * 1024,
      unusedFileBytes: 1024 * 1024,
      requestsPerSecond: 1_000,
      burst: 10_000,
      streamsPerCaller: 100,
      anonymousRequestsPerSecond: 1_000,
      anonymousBurst: 10_000,
      loopDelayMs: 500,
      ...options.limits,
    },
    streams: {
      heartbeatMs: options.heartbeatMs ?? 15_000,
      backlogLimit: options.backlogLimit ?? 1024 * 1024,
      stopping: stopping.signal,
    },
    ...(options.web !== undefined && { web: readWebFiles(options.web) }),
    onRequest: (entry) => requests.push(entry),
    onError: (_, error) => failures.push(error),
  });
  runtime.start();

  async function send(method: string, path: string, { as = "owner", body, bytes, headers, signal }: CallOptions = {}) {
    return app.request(`http://localhost${path}`, {
      method,
      headers: {
        host: "localhost",
        ...(as !== "nobody" && { authorization: `Bearer ${secrets[as]}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      ...(bytes !== undefined && byteBody(bytes)),
      ...(signal && { signal }),
    });
  }

  async function call(method: string, path: string, callOptions?: CallOptions): Promise<TestResponse> {
    const response = await send(method, path, callOptions);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== "" ? JSON.parse(text) : text,
    };
  }

  async function waitForStatus(conversationId: string, status: string): Promise<void> {
    while (true) {
      const committed = Promise.withResolvers<void>();
      const forget = store.onCommitted(committed.resolve);
      try {
        if ((await store.load(conversationId))?.conversation.status === status) return;
        await committed.promise;
      } finally {
        forget();
      }
    }
  }

  return {
    app,
    store,
    get followers() {
      return feed.followers;
    },
    liveTexts,
    clock,
    keys,
    requests,
    failures,
    stopping,
    send,
    call,
    async cookieOf(person = "owner") {
      const { path } = await createSignInLink({ credentials: store.credentials, clock }, person);
      const { headers } = await send("POST", path, { as: "nobody" });
      return { cookie: headers.get("set-cookie")?.split(";")[0] ?? "" };
    },
    waitForStatus,
    async park(as = "owner") {
      const { body } = await call("POST", "/v1/conversations", { as, body: { agent: asker.name, message: "Hello" } });
      await waitForStatus(body.id, "parked");
      const { items } = await store.inquiries({ conversationId: body.id, limit: 1 });
      const inquiryId = items[0]?.id ?? "";
      return { conversationId: body.id, inquiryId, path: `/v1/inquiries/${inquiryId}` };
    },
    async close() {
      stopping.abort();
      await runtime.stop(0);
    },
  };
}

/** A stream as a body needs `duplex`, which the type of the options does not know. */
function byteBody(bytes: NonNullable<CallOptions["bytes"]>): RequestInit {
  return Object.assign({ body: bytes }, { duplex: "half" }) as RequestInit;
}
