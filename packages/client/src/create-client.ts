import type { CallOptions, Client, CommandOptions, Reply } from "./client.ts";
import { followEvents } from "./follow-events.ts";
import { freshKey } from "./fresh-key.ts";
import { createLiveEvents } from "./live-events.ts";
import { createSend, type Request } from "./send.ts";
import { createServerTime } from "./server-time.ts";
import { followShared } from "./shared-events.ts";
import type { Tabs } from "./tabs.ts";
import { wait as realWait, type Wait } from "./wait.ts";

export interface ClientOptions {
  /** Where the server is, without a slash at the end; nothing for the page's own. */
  readonly url?: string | undefined;
  /** A key, or what gives one whenever it is needed. Without it the browser's cookie says who is calling. */
  readonly key?: string | (() => string | Promise<string>) | undefined;
  /** The other tabs, to share one stream of events with them; `browserTabs` gives those of a browser. */
  readonly tabs?: Tabs | undefined;
  readonly fetch?: typeof fetch;
  /** How time passes, for tests. */
  readonly wait?: Wait;
}

export function createClient({
  url = "",
  key,
  tabs,
  fetch = (...request) => globalThis.fetch(...request),
  wait = realWait,
}: ClientOptions = {}): Client {
  const headers = async (): Promise<Readonly<Record<string, string>>> =>
    key === undefined ? {} : { authorization: `Bearer ${typeof key === "string" ? key : await key()}` };
  const time = createServerTime();
  const send = createSend({ url, fetch, wait, headers, time });

  /** The server says of what shape an answer is, and its own tests that it keeps to that. */
  const call = <Value>(request: Request) => send(request) as Reply<Value>;
  const read = <Value>(path: string, { signal }: CallOptions = {}, query?: object): Reply<Value> =>
    call({ method: "GET", path, query: query as Request["query"], signal });
  const command = <Value>(
    path: string,
    body: unknown,
    { key: own = freshKey(), signal }: CommandOptions = {},
    method: Request["method"] = "POST",
  ): Reply<Value> => call({ method, path, body, key: own, signal });

  return {
    now: time.now,
    me: (options) => read("/v1/me", options),
    agents: (options) => read("/v1/agents", options),
    conversations: {
      list: (query, options) => read("/v1/conversations", options, query),
      get: (id, options) => read(conversation(id), options),
      transcript: (id, query, options) => read(`${conversation(id)}/transcript`, options, query),
      runs: (id, options) => read(`${conversation(id)}/runs`, options),
      start: (body, options) => command("/v1/conversations", body, options),
      send: (id, body, options) => command(`${conversation(id)}/messages`, body, options),
      rename: (id, body, options) => command(conversation(id), body, options, "PATCH"),
      stop: (id, options) => command(`${conversation(id)}/stop`, undefined, options),
      resume: (id, options) => command(`${conversation(id)}/resume`, undefined, options),
      retry: (id, options) => command(`${conversation(id)}/retry`, undefined, options),
      fork: (id, body, options) => command(`${conversation(id)}/fork`, body, options),
      delete: (id, options) => command(conversation(id), undefined, options, "DELETE"),
    },
    runs: { get: (id, options) => read(`/v1/runs/${encodeURIComponent(id)}`, options) },
    inquiries: {
      list: (query, options) => read("/v1/inquiries", options, query),
      get: (id, query, options) => read(inquiry(id), options, query),
      answer: (id, body, options) => command(`${inquiry(id)}/answer`, body, options),
      delegate: (id, body, options) => command(`${inquiry(id)}/delegate`, body, options),
      decline: (id, body, options) => command(`${inquiry(id)}/decline`, body, options),
      dismiss: (id, body, options) => command(`${inquiry(id)}/dismiss`, body, options),
      withdraw: (id, options) => command(`${inquiry(id)}/withdraw`, undefined, options),
      deliver: (id, options) => command(`${inquiry(id)}/deliver`, undefined, options),
      retract: (id, options) => command(`${inquiry(id)}/retract`, undefined, options),
      extend: (id, body, options) => command(`${inquiry(id)}/extend`, body, options),
      snooze: (id, body, options) => command(`${inquiry(id)}/snooze`, body, options),
      see: (id, options) => command(`${inquiry(id)}/see`, undefined, options),
      draft: (id, options) => read(`${inquiry(id)}/draft`, options),
      saveDraft: (id, body, options) => command(`${inquiry(id)}/draft`, body, options, "PUT"),
      discardDraft: (id, options) => command(`${inquiry(id)}/draft`, undefined, options, "DELETE"),
    },
    inbox: { count: (options) => read("/v1/inbox/count", options) },
    events({ conversations = [], after } = {}) {
      const search = conversations.map((id) => `conversation=${encodeURIComponent(id)}`).join("&");
      const follow = followEvents({ url: `${url}/v1/events${search && `?${search}`}`, fetch, headers, wait });
      // Only what follows everything is the same stream in each tab.
      const isSame = search === "" && after === undefined;
      return createLiveEvents(tabs && isSame ? followShared({ follow, tabs, wait }) : follow, after);
    },
  };
}

const conversation = (id: string) => `/v1/conversations/${encodeURIComponent(id)}`;
const inquiry = (id: string) => `/v1/inquiries/${encodeURIComponent(id)}`;
