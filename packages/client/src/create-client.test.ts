import { expect, test } from "vitest";
import { createClient } from "./create-client.ts";
import { createTime, settled, type Time } from "./testing/time.ts";

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A client whose requests are met by these, one after the other; the last one meets all that follow. */
function clientMeeting(...answers: readonly ((signal: AbortSignal) => Response | Promise<Response>)[]) {
  const sent: Sent[] = [];
  const time = createTime();
  const client = createClient({
    url: "http://hub",
    key: () => `key-${sent.length}`,
    wait: time.wait,
    async fetch(url, { method, headers, body, signal } = {}) {
      sent.push({ url: String(url), method, headers: new Headers(headers), body });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      if (!answer || !signal) throw new Error("a request without a signal");
      return answer(signal);
    },
  });
  return { client, sent, time };
}

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
const problem = (status: number, headers = {}) =>
  json({ type: "about:blank#busy", status, code: "busy", title: "Busy", hint: "Wait." }, status, headers);
const html = (status: number) =>
  new Response("<html>no</html>", { status, headers: { "content-type": "text/html; charset=utf-8" } });
const unreachable = () => Promise.reject(new TypeError("fetch failed"));
const silent = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

/** Lets time pass until a call comes to something, and gives that with how long it took. */
async function outcomeOf<Value>(call: Promise<Value>, time: Time) {
  const pauses: number[] = [];
  let outcome: { readonly value: Value } | undefined;
  void call.then((value) => (outcome = { value }));
  for (await settled(); !outcome; await settled()) {
    // The longest wait is the patience with an answer, which matters only where none comes.
    const [pause = 0] = time.pending();
    pauses.push(pause);
    await time.pass(pause);
  }
  return { value: outcome.value, pauses };
}

test("[CLIENT-2] what the server says went wrong comes back as a value", async () => {
  const { client, time } = clientMeeting(() => problem(409));
  expect(await client.me()).toEqual({
    ok: false,
    error: { type: "about:blank#busy", status: 409, code: "busy", title: "Busy", hint: "Wait." },
  });
  // Nothing is left that would keep a program from ending.
  expect(time.pending()).toEqual([]);
});

test.for([
  ["a page in the server's place", () => html(200), "unreadable", 200],
  ["a page of a proxy that reaches nobody", () => html(502), "unreadable", 502],
  [
    "JSON that breaks off",
    () => new Response('{"a', { headers: { "content-type": "application/json" } }),
    "unreadable",
    200,
  ],
  ["JSON of somebody else", () => json({ message: "Forbidden" }, 403), "unreadable", 403],
  ["null in a problem's place", () => json(null, 500), "unreadable", 500],
  ["no network", unreachable, "unreachable", 0],
  ["no answer", silent, "unreachable", 0],
] as const)("[CLIENT-2] %s comes back as a failure that says what to do", async ([, answer, code, status]) => {
  const { client, time } = clientMeeting(answer);
  const { value } = await outcomeOf(client.agents(), time);
  expect(value).toEqual({
    ok: false,
    error: expect.objectContaining({ code, status, title: expect.any(String), hint: expect.stringContaining(".") }),
  });
});

test("[CLIENT-2] a call can be called off in its last try", async () => {
  const { client, sent, time } = clientMeeting(unreachable, unreachable, unreachable, silent);
  const calling = new AbortController();
  const call = client.me({ signal: calling.signal });
  await time.pass(13_000);
  expect(sent.length).toBe(4);
  calling.abort();
  expect(await call).toMatchObject({ ok: false, error: { code: "aborted" } });
});

test("[CLIENT-2] a call is called off while it is under way, while it waits for another try, and before it began", async () => {
  const underWay = clientMeeting(silent);
  const waiting = clientMeeting(unreachable);
  for (const { client } of [underWay, waiting]) {
    const calling = new AbortController();
    const call = client.me({ signal: calling.signal });
    await settled();
    calling.abort();
    expect(await call).toMatchObject({ ok: false, error: { code: "aborted", status: 0 } });
  }
  expect([underWay.sent.length, waiting.sent.length]).toEqual([1, 1]);
  expect([...underWay.time.pending(), ...waiting.time.pending()]).toEqual([]);
  expect(await underWay.client.me({ signal: AbortSignal.abort() })).toMatchObject({ error: { code: "aborted" } });
});

test("[CLIENT-3] a request that may not have arrived is sent again after 1, 3 and 9 seconds, the same under the same key", async () => {
  const { client, sent, time } = clientMeeting(unreachable, unreachable, unreachable, () => json({ id: "c_1" }, 201));
  const { value, pauses } = await outcomeOf(client.conversations.start({ agent: "planner", message: "Go." }), time);
  expect(value).toEqual({ ok: true, value: { id: "c_1" } });
  expect(pauses).toEqual([1_000, 3_000, 9_000]);
  expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key")))).toEqual(new Set([expect.any(String)]));
  expect(new Set(sent.map(({ method, url, body }) => `${method} ${url} ${body}`))).toEqual(
    new Set(['POST http://hub/v1/conversations {"agent":"planner","message":"Go."}']),
  );
  // A key may have changed meanwhile, so it is asked for each time.
  expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([0, 1, 2, 3].map((n) => `Bearer key-${n}`));
});

test("[CLIENT-3] after the fourth try it is given up", async () => {
  const { client, sent, time } = clientMeeting(unreachable);
  const { value, pauses } = await outcomeOf(client.me(), time);
  expect(value).toMatchObject({ ok: false, error: { code: "unreachable", detail: "fetch failed" } });
  expect([sent.length, pauses.length]).toEqual([4, 3]);
});

test("[CLIENT-3] a request that nobody answers is sent again after 30 seconds, a long poll after what it waits more", async () => {
  const { client, sent, time } = clientMeeting(silent, () => json({}));
  expect((await outcomeOf(client.me(), time)).pauses).toEqual([30_000, 1_000]);
  const polling = clientMeeting(silent, () => json({}));
  expect((await outcomeOf(polling.client.inquiries.get("q_1", { wait: 60 }), polling.time)).pauses).toEqual([
    90_000, 1_000,
  ]);
  expect([sent.length, polling.sent.length]).toEqual([2, 2]);
});

test.for([429, 502, 503, 504])("[CLIENT-3] status %i passes, so it is tried again", async (status) => {
  const { client, sent, time } = clientMeeting(
    () => problem(status),
    () => json({ open: 2, snoozed: 0 }),
  );
  expect((await outcomeOf(client.inbox.count(), time)).value).toEqual({ ok: true, value: { open: 2, snoozed: 0 } });
  expect(sent.length).toBe(2);
});

test.for([400, 401, 404, 409, 500, 501])("[CLIENT-3] status %i is final", async (status) => {
  const { client, sent } = clientMeeting(() => problem(status));
  expect(await client.inbox.count()).toMatchObject({ ok: false, error: { status } });
  expect(sent.length).toBe(1);
});

test("[CLIENT-3] who asks to wait is given the time, and up to half a minute of it", async () => {
  const patient = clientMeeting(
    () => problem(429, { "retry-after": "20" }),
    () => problem(503, { "retry-after": "2" }),
    () => json({}),
  );
  expect((await outcomeOf(patient.client.me(), patient.time)).pauses).toEqual([20_000, 3_000]);
  const busy = clientMeeting(() => problem(429, { "retry-after": "31" }));
  expect(await busy.client.me()).toMatchObject({ ok: false, error: { status: 429 } });
  expect(busy.sent.length).toBe(1);
});

test("[CLIENT-3] each command has a key of its own unless it is given one", async () => {
  const { client, sent } = clientMeeting(() => json({}));
  await client.conversations.stop("c_1");
  await client.conversations.stop("c_1");
  await client.conversations.stop("c_1", { key: "mine" });
  const [first, second, third] = sent.map(({ headers }) => headers.get("idempotency-key"));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(first).not.toBe(second);
  expect(third).toBe("mine");
});

test("[CLIENT-3] what is gone when a deletion is tried again was deleted by it", async () => {
  const { client, time } = clientMeeting(unreachable, () => problem(404));
  expect((await outcomeOf(client.conversations.delete("c_1"), time)).value).toEqual({ ok: true, value: undefined });
  const unknown = clientMeeting(() => problem(404));
  expect(await unknown.client.conversations.delete("c_1")).toMatchObject({ ok: false, error: { status: 404 } });
});

test("[CLIENT-1] ids and queries are sent as they are, however they look", async () => {
  const { client, sent } = clientMeeting(() => json({ items: [] }));
  await client.inquiries.get("../me?x");
  await client.conversations.list({ q: "a&b=c d", limit: 3 });
  expect(sent.map(({ url }) => url)).toEqual([
    "http://hub/v1/inquiries/..%2Fme%3Fx",
    "http://hub/v1/conversations?q=a%26b%3Dc+d&limit=3",
  ]);
});

test("[CLIENT-1] without a key nothing is said of who calls, and the page's own server is asked", async () => {
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
