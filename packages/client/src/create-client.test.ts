import { expect, test } from "vitest";
import { createClient } from "./create-client.ts";
import { createFakeTimers, type FakeTimers, flush } from "./testing/fake-timers.ts";

interface SentRequest {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A client whose requests get these responses one after another; the last one is for all further requests. */
function clientWith(...responses: readonly ((signal: AbortSignal) => Response | Promise<Response>)[]) {
  const sent: SentRequest[] = [];
  const timers = createFakeTimers();
  const client = createClient({
    url: "http://hub",
    key: () => `key-${sent.length}`,
    wait: timers.wait,
    async fetch(url, { method, headers, body, signal } = {}) {
      sent.push({ url: String(url), method, headers: new Headers(headers), body });
      const respond = responses[Math.min(sent.length, responses.length) - 1];
      if (!respond || !signal) throw new Error("a request without a signal");
      return respond(signal);
    },
  });
  return { client, sent, timers };
}

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
const problem = (status: number, headers = {}) =>
  json({ type: "about:blank#busy", status, code: "busy", title: "Busy", hint: "Wait." }, status, headers);
const html = (status: number) =>
  new Response("<html>no</html>", { status, headers: { "content-type": "text/html; charset=utf-8" } });
const unreachable = () => Promise.reject(new TypeError("fetch failed"));
const noResponse = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

/** Advances the timers until a call ends, and returns its value with the pauses. */
async function outcomeOf<Value>(call: Promise<Value>, timers: FakeTimers) {
  const pauses: number[] = [];
  let outcome: { readonly value: Value } | undefined;
  void call.then((value) => (outcome = { value }));
  for (await flush(); !outcome; await flush()) {
    // The longest timer is the response timeout, which matters only where no response comes.
    const [pause = 0] = timers.pending();
    pauses.push(pause);
    await timers.advance(pause);
  }
  return { value: outcome.value, pauses };
}

test("[CLIENT-2] a problem from the server is returned as a value", async () => {
  const { client, timers } = clientWith(() => problem(409));
  expect(await client.me()).toEqual({
    ok: false,
    error: { type: "about:blank#busy", status: 409, code: "busy", title: "Busy", hint: "Wait." },
  });
  // No timer is left that would keep a program from ending.
  expect(timers.pending()).toEqual([]);
});

test.for([
  ["an HTML page", () => html(200), "unreadable", 200],
  ["an error page of a proxy", () => html(502), "unreadable", 502],
  ["truncated JSON", () => new Response('{"a', { headers: { "content-type": "application/json" } }), "unreadable", 200],
  ["JSON that is not a problem", () => json({ message: "Forbidden" }, 403), "unreadable", 403],
  ["null instead of a problem", () => json(null, 500), "unreadable", 500],
  ["a network error", unreachable, "unreachable", 0],
  ["no response", noResponse, "unreachable", 0],
] as const)("[CLIENT-2] %s is returned as a failure with a hint", async ([, answer, code, status]) => {
  const { client, timers } = clientWith(answer);
  const { value } = await outcomeOf(client.agents(), timers);
  expect(value).toEqual({
    ok: false,
    error: expect.objectContaining({ code, status, title: expect.any(String), hint: expect.stringContaining(".") }),
  });
});

test("[CLIENT-2] a call can be aborted in its last try", async () => {
  const { client, sent, timers } = clientWith(unreachable, unreachable, unreachable, noResponse);
  const calling = new AbortController();
  const call = client.me({ signal: calling.signal });
  await timers.advance(13_000);
  expect(sent.length).toBe(4);
  calling.abort();
  expect(await call).toMatchObject({ ok: false, error: { code: "aborted" } });
});

test("[CLIENT-2] a call can be aborted during a request, between two tries and before the first", async () => {
  const requesting = clientWith(noResponse);
  const waiting = clientWith(unreachable);
  for (const { client } of [requesting, waiting]) {
    const calling = new AbortController();
    const call = client.me({ signal: calling.signal });
    await flush();
    calling.abort();
    expect(await call).toMatchObject({ ok: false, error: { code: "aborted", status: 0 } });
  }
  expect([requesting.sent.length, waiting.sent.length]).toEqual([1, 1]);
  expect([...requesting.timers.pending(), ...waiting.timers.pending()]).toEqual([]);
  expect(await requesting.client.me({ signal: AbortSignal.abort() })).toMatchObject({ error: { code: "aborted" } });
});

test("[CLIENT-3] a request that may not have arrived is retried after 1, 3 and 9 seconds with the same idempotency key", async () => {
  const { client, sent, timers } = clientWith(unreachable, unreachable, unreachable, () => json({ id: "c_1" }, 201));
  const { value, pauses } = await outcomeOf(client.conversations.start({ agent: "planner", message: "Go." }), timers);
  expect(value).toEqual({ ok: true, value: { id: "c_1" } });
  expect(pauses).toEqual([1_000, 3_000, 9_000]);
  expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key")))).toEqual(new Set([expect.any(String)]));
  expect(new Set(sent.map(({ method, url, body }) => `${method} ${url} ${body}`))).toEqual(
    new Set(['POST http://hub/v1/conversations {"agent":"planner","message":"Go."}']),
  );
  // The API key may change between two tries, so each try reads it again.
  expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([0, 1, 2, 3].map((n) => `Bearer key-${n}`));
});

test("[CLIENT-3] a call fails after the fourth try", async () => {
  const { client, sent, timers } = clientWith(unreachable);
  const { value, pauses } = await outcomeOf(client.me(), timers);
  expect(value).toMatchObject({ ok: false, error: { code: "unreachable", detail: "fetch failed" } });
  expect([sent.length, pauses.length]).toEqual([4, 3]);
});

test("[CLIENT-3] a request times out after 30 seconds, a long poll after its wait and 30 seconds", async () => {
  const { client, sent, timers } = clientWith(noResponse, () => json({}));
  expect((await outcomeOf(client.me(), timers)).pauses).toEqual([30_000, 1_000]);
  const polling = clientWith(noResponse, () => json({}));
  expect((await outcomeOf(polling.client.inquiries.get("q_1", { wait: 60 }), polling.timers)).pauses).toEqual([
    90_000, 1_000,
  ]);
  expect([sent.length, polling.sent.length]).toEqual([2, 2]);
});

test.for([408, 425, 429, 500, 501, 502, 503, 504])("[CLIENT-3] status %i is retried", async (status) => {
  const { client, sent, timers } = clientWith(
    () => problem(status),
    () => json({ open: 2, snoozed: 0 }),
  );
  expect((await outcomeOf(client.inbox.count(), timers)).value).toEqual({ ok: true, value: { open: 2, snoozed: 0 } });
  expect(sent.length).toBe(2);
});

test.for([400, 401, 404, 409, 422])("[CLIENT-3] status %i is not retried", async (status) => {
  const { client, sent } = clientWith(() => problem(status));
  expect(await client.inbox.count()).toMatchObject({ ok: false, error: { status } });
  expect(sent.length).toBe(1);
});

test("[CLIENT-3] Retry-After is followed up to 30 seconds", async () => {
  const patient = clientWith(
    () => problem(429, { "retry-after": "20" }),
    () => problem(503, { "retry-after": "2" }),
    () => json({}),
  );
  expect((await outcomeOf(patient.client.me(), patient.timers)).pauses).toEqual([20_000, 3_000]);
  const busy = clientWith(() => problem(429, { "retry-after": "31" }));
  expect(await busy.client.me()).toMatchObject({ ok: false, error: { status: 429 } });
  expect(busy.sent.length).toBe(1);
});

test("[CLIENT-3] each command has its own idempotency key unless one is given", async () => {
  const { client, sent } = clientWith(() => json({}));
  await client.conversations.stop("c_1");
  await client.conversations.stop("c_1");
  await client.conversations.stop("c_1", { key: "mine" });
  const [first, second, third] = sent.map(({ headers }) => headers.get("idempotency-key"));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(first).not.toBe(second);
  expect(third).toBe("mine");
});

test("[CLIENT-3] a 404 for a retried deletion counts as success", async () => {
  const { client, timers } = clientWith(unreachable, () => problem(404));
  expect((await outcomeOf(client.conversations.delete("c_1"), timers)).value).toEqual({ ok: true, value: undefined });
  const unknown = clientWith(() => problem(404));
  expect(await unknown.client.conversations.delete("c_1")).toMatchObject({ ok: false, error: { status: 404 } });
});

test("[CLIENT-1] ids and queries are encoded", async () => {
  const { client, sent } = clientWith(() => json({ items: [] }));
  await client.inquiries.get("../me?x");
  await client.conversations.list({ q: "a&b=c d", limit: 3 });
  expect(sent.map(({ url }) => url)).toEqual([
    "http://hub/v1/inquiries/..%2Fme%3Fx",
    "http://hub/v1/conversations?q=a%26b%3Dc+d&limit=3",
  ]);
});

test("[CLIENT-1] without options the request goes to the page's own server and has no authorization header", async () => {
  const sent: Headers[] = [];
  const urls: string[] = [];
  const client = createClient({
    async fetch(url, init) {
      urls.push(String(url));
      sent.push(new Headers(init?.headers));
      return json({});
    },
  });
  await client.me();
  expect([urls, sent[0]?.get("authorization")]).toEqual([["/v1/me"], null]);
});
