import { ask, untilResolved } from "./ask.ts";
import type { CallOptions, Client, CommandOptions, Reply } from "./client.ts";
import { followEvents } from "./follow-events.ts";
import { createIdempotencyKey } from "./idempotency-key.ts";
import { createLiveEvents } from "./live-events.ts";
import { peopleCalls } from "./people-calls.ts";
import { createSend, type Request } from "./send.ts";
import { createServerClock } from "./server-clock.ts";
import { followSharedEvents } from "./shared-events.ts";
import type { Tabs } from "./tabs.ts";
import { wait as realWait, type Wait } from "./timers.ts";
import { createTokenSource, fetchWithToken } from "./token-source.ts";

export interface ClientOptions {
  /** The address of the server without a slash at the end; by default that of the page. */
  readonly url?: string | undefined;
  /** An API key, or a function that returns one for each request. Without it the browser's cookie identifies the caller. */
  readonly key?: string | (() => string | Promise<string>) | undefined;
  /** Returns a short-lived token (`POST /v1/tokens`) instead of a key: asked for once, and again when the server refuses it. */
  readonly token?: (() => Promise<string>) | undefined;
  /** The project of every request, for a person of several; without it the one that they chose. */
  readonly project?: string | undefined;
  /** What kind of program this is (`terminal`, `mcp`, `hook`), which the history of an inquiry shows. */
  readonly via?: string | undefined;
  /** The other tabs, with which to share one event stream; `browserTabs` returns those of the browser. */
  readonly tabs?: Tabs | undefined;
  readonly fetch?: typeof fetch;
  /** Replaces the timers in tests. */
  readonly wait?: Wait;
}

export function createClient({
  url = "",
  key,
  token,
  project,
  via,
  tabs,
  fetch: ownFetch = (...request) => globalThis.fetch(...request),
  wait = realWait,
}: ClientOptions = {}): Client {
  const fetch = token ? fetchWithToken(ownFetch, createTokenSource(token)) : ownFetch;
  const headers = async (): Promise<Readonly<Record<string, string>>> => ({
    ...(project !== undefined && { "askback-project": project }),
    ...(key !== undefined && { authorization: `Bearer ${typeof key === "string" ? key : await key()}` }),
    ...(via !== undefined && { "askback-via": via }),
  });
  const clock = createServerClock();
  const send = createSend({ url, fetch, wait, headers, clock });

  /** The type of a response is not checked here: the server's tests check that it sends what core/wire says. */
  const call = <Value>(request: Request) => send(request) as Reply<Value>;
  const read = <Value>(path: string, { signal }: CallOptions = {}, query?: object): Reply<Value> =>
    call({ method: "GET", path, query: query as Request["query"], signal });
  const command = <Value>(
    path: string,
    body: unknown,
    { key: idempotencyKey = createIdempotencyKey(), signal }: CommandOptions = {},
    method: Request["method"] = "POST",
  ): Reply<Value> => call({ method, path, body, key: idempotencyKey, signal });

  const client: Client = {
    now: clock.now,
    ask: (body, options) => ask(client, wait, body, options),
    untilResolved: (inquiryId, options) => untilResolved(client, wait, inquiryId, options),
    askMany: (bodies, options) => Promise.all(bodies.map((body) => ask(client, wait, body, options))),
    agents: (options) => read("/v1/agents", options),
    conversations: {
      list: (query, options) => read("/v1/conversations", options, query),
      get: (id, options) => read(conversation(id), options),
      transcript: (id, query, options) => read(`${conversation(id)}/transcript`, options, query),
      runs: (id, options) => read(`${conversation(id)}/runs`, options),
      export: (id, query, options) =>
        call({
          method: "GET",
          path: `${conversation(id)}/export`,
          query,
          returns: "file",
          signal: options?.signal,
        }),
      start: (body, options) => command("/v1/conversations", body, options),
      send: (id, body, options) => command(`${conversation(id)}/messages`, body, options),
      rename: (id, body, options) => command(conversation(id), body, options, "PATCH"),
      stop: (id, options) => command(`${conversation(id)}/stop`, undefined, options),
      resume: (id, options) => command(`${conversation(id)}/resume`, undefined, options),
      retry: (id, options) => command(`${conversation(id)}/retry`, undefined, options),
      fork: (id, body, options) => command(`${conversation(id)}/fork`, body, options),
      revokePermission: (id, permission, options) =>
        command(`${conversation(id)}/permissions/${encodeURIComponent(permission)}`, undefined, options, "DELETE"),
      delete: (id, options) => command(conversation(id), undefined, options, "DELETE"),
    },
    files: {
      upload: (file, { name, signal }) =>
        call({ method: "POST", path: "/v1/files", file: { content: file, name }, signal }),
      read: (id, { signal } = {}) =>
        call({ method: "GET", path: `/v1/files/${encodeURIComponent(id)}`, returns: "file", signal }),
    },
    runs: { get: (id, options) => read(`/v1/runs/${encodeURIComponent(id)}`, options) },
    inquiries: {
      // Its key is in the body, and lives as long as the inquiry.
      ask: (body, { wait: seconds, signal } = {}) =>
        call({
          method: "POST",
          path: "/v1/inquiries",
          query: { wait: seconds },
          body: { ...body, key: body.key ?? createIdempotencyKey() },
          signal,
        }),
      amend: (id, body, options) => command(inquiry(id), body, options, "PATCH"),
      claim: (id, body, options) => command(`${inquiry(id)}/claim`, body, options),
      list: (query, options) => read("/v1/inquiries", options, query),
      get: (id, query, options) => read(inquiry(id), options, query),
      answer: (id, body, options) => command(`${inquiry(id)}/answer`, body, options),
      delegate: (id, body, options) => command(`${inquiry(id)}/delegate`, body, options),
      decline: (id, body, options) => command(`${inquiry(id)}/decline`, body, options),
      dismiss: (id, body, options) => command(`${inquiry(id)}/dismiss`, body, options),
      startCall: (id, body, options) => command(`${inquiry(id)}/start-call`, body, options),
      finishCall: (id, body, options) => command(`${inquiry(id)}/finish-call`, body, options),
      withdraw: (id, options) => command(`${inquiry(id)}/withdraw`, undefined, options),
      deliver: (id, options) => command(`${inquiry(id)}/deliver`, undefined, options),
      retract: (id, options) => command(`${inquiry(id)}/retract`, undefined, options),
      extend: (id, body, options) => command(`${inquiry(id)}/extend`, body, options),
      take: (id, options) => command(`${inquiry(id)}/take`, undefined, options),
      release: (id, options) => command(`${inquiry(id)}/release`, undefined, options),
      assign: (id, body, options) => command(`${inquiry(id)}/assign`, body, options),
      snooze: (id, body, options) => command(`${inquiry(id)}/snooze`, body, options),
      see: (id, options) => command(`${inquiry(id)}/see`, undefined, options),
      draft: (id, options) => read(`${inquiry(id)}/draft`, options),
      saveDraft: (id, body, options) => command(`${inquiry(id)}/draft`, body, options, "PUT"),
      discardDraft: (id, options) => command(`${inquiry(id)}/draft`, undefined, options, "DELETE"),
      notices: (id, query, options) => read(`${inquiry(id)}/notices`, options, query),
      audit: (id, query, options) => read(`${inquiry(id)}/audit`, options, query),
    },
    secrets: { open: (handle, options) => command(`/v1/secrets/${encodeURIComponent(handle)}`, undefined, options) },
    notifications: {
      list: (query, options) => read("/v1/notifications", options, query),
      get: (id, options) => read(notification(id), options),
      count: (options) => read("/v1/notifications/count", options),
      markRead: (id, options) => command(`${notification(id)}/read`, undefined, options),
      markUnread: (id, options) => command(`${notification(id)}/unread`, undefined, options),
      markAllRead: (options) => command("/v1/notifications/read", undefined, options),
      deliveries: (id, query, options) => read(`${notification(id)}/deliveries`, options, query),
    },
    contact: {
      get: (options) => read("/v1/contact", options),
      save: (body, options) => command("/v1/contact", body, options, "PUT"),
      addSubscription: (body, options) => command("/v1/contact/subscriptions", body, options),
      removeSubscription: (id, options) =>
        command(`/v1/contact/subscriptions?id=${encodeURIComponent(id)}`, undefined, options, "DELETE"),
      test: (body, options) => command("/v1/contact/test", body, options),
    },
    notices: {
      get: (id, options) => read(notice(id), options),
      resend: (id, options) => command(`${notice(id)}/resend`, undefined, options),
    },
    webhooks: { secrets: (options) => read("/v1/webhooks/secret", options) },
    ...peopleCalls(read, command),
    standingAnswers: {
      list: (options) => read("/v1/standing-answers", options),
      make: (body, options) => command("/v1/standing-answers", body, options),
      revoke: (id, options) => command(`/v1/standing-answers/${encodeURIComponent(id)}`, undefined, options, "DELETE"),
    },
    insight: (query, options) => read("/v1/insight", options, query),
    audit: {
      list: (query, options) => read("/v1/audit", options, query),
      verify: (options) => read("/v1/audit/verify", options),
      export: (query, options) =>
        call({ method: "GET", path: "/v1/audit/export", query, returns: "file", signal: options?.signal }),
    },
    inbox: { count: (options) => read("/v1/inbox/count", options) },
    events({ conversations = [], after } = {}) {
      const search = conversations.map((id) => `conversation=${encodeURIComponent(id)}`).join("&");
      const subscribe = followEvents({ url: `${url}/v1/events${search && `?${search}`}`, fetch, headers, wait });
      // Tabs can share only the stream of all conversations, since it is the same in each of them.
      const isShareable = search === "" && after === undefined;
      return createLiveEvents(tabs && isShareable ? followSharedEvents({ subscribe, tabs, wait }) : subscribe, after);
    },
  };
  return client;
}

const conversation = (id: string) => `/v1/conversations/${encodeURIComponent(id)}`;
const notification = (id: string) => `/v1/notifications/${encodeURIComponent(id)}`;
const notice = (id: string) => `/v1/notices/${encodeURIComponent(id)}`;
const inquiry = (id: string) => `/v1/inquiries/${encodeURIComponent(id)}`;
