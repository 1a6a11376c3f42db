import { badBody, post, unfitBody } from "./malformed-body.ts";
import type { Random } from "./random.ts";

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** What the fuzzed server holds; none of it may change. */
export interface Targets {
  readonly authorization: string;
  readonly host: string;
  readonly conversationId: string;
  readonly inquiryId: string;
  /** An answer that the inquiry would accept. */
  readonly answer: unknown;
}

/** A request that must be refused, or a harmless read. */
export function malformedRequest(random: Random, targets: Targets): RawRequest {
  const kinds = [badBody, badBody, badBody, unfitBody, badPath, badPath, badQuery, badCaller, badHeader];
  return random.pick(kinds)(random, targets);
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND", "TRACE"];
const segments = [
  "v1",
  "V1",
  "conversations",
  "inquiries",
  "runs",
  "events",
  "inbox",
  "count",
  "answer",
  "stop",
  "resume",
  "..",
  ".",
  "",
  "%2e%2e",
  "%00",
  "%",
  "%zz",
  "%E0%A4%A",
  "%F0%9F%99%82",
  "{id}",
  ":id",
  "*",
  "conv_x",
  "inq_x_1",
  "run_x_1",
  "inq_x_99999999999",
  "__proto__",
  "a".repeat(300),
  "'--",
  "sign-in",
  "docs",
  "api",
  "projects",
  "default",
  "agent-questions",
  "agent-runs",
  "sessions",
  "respond",
  "pending-question",
];

function badPath(random: Random, { authorization, host }: Targets): RawRequest {
  const known = ["conversations", "inquiries", "runs"];
  const path = [
    () => `/${Array.from({ length: 1 + random.below(5) }, () => random.pick(segments)).join("/")}`,
    () =>
      `/v1/${random.pick(known)}/${escaped(random.text())}/${random.pick(["", "answer", "stop", "messages", "withdraw", "runs", "x"])}`,
    () => `/v1/${random.pick(known)}/${random.pick(segments)}`,
    () => `/${"x".repeat(random.pick([1, 1_000, 8_000]))}`,
  ];
  const method = random.pick(methods);
  const headers = { authorization, host, ...(method !== "GET" && { "content-length": "0" }) };
  return { method, path: random.pick(path)(), headers };
}

const fields = [
  "limit",
  "cursor",
  "status",
  "agent",
  "q",
  "conversation",
  "run",
  "wait",
  "after",
  "token",
  "",
  "__proto__",
];
const values = [
  "0",
  "-1",
  "201",
  "1e9",
  "NaN",
  "0x10",
  "open",
  "parked",
  "null",
  "[]",
  "W10",
  "WyJhIiwxXQ",
  "WzFlOTk5LCIiXQ",
  "9007199254740993",
  "%",
  "%00",
  "%ff",
  "'; drop table events; --",
  "x".repeat(500),
];

function badQuery(random: Random, { authorization, host, conversationId }: Targets): RawRequest {
  const pages = [
    "/v1/conversations",
    "/v1/inquiries",
    `/v1/conversations/${conversationId}`,
    "/v1/inquiries/inq_x_1",
    "/v1/inbox/count",
    "/api/projects/default/agent-questions",
    `/api/v1/sessions/${conversationId}/pending-question`,
    "/sign-in",
    "/docs",
  ];
  const pair = () =>
    `${random.pick(fields)}=${random.below(2) === 0 ? escaped(random.text()) : random.pick(values).replaceAll(" ", "+")}`;
  const query = Array.from({ length: 1 + random.below(4) }, pair).join("&");
  // A valid position would open a stream that nobody reads.
  if (random.below(8) === 0)
    return { method: "GET", path: `/v1/events?after=x&${query}`, headers: { authorization, host } };
  return { method: "GET", path: `${random.pick(pages)}?${query}`, headers: { authorization, host } };
}

/** A valid request without the permission, or from a foreign origin. */
function badCaller(random: Random, targets: Targets): RawRequest {
  const good = post(`/v1/inquiries/${targets.inquiryId}/answer`, targets, JSON.stringify(targets.answer));
  const { authorization, host } = targets;
  const wrong = random.pick<Readonly<Record<string, string>>>([
    { authorization: latin(random.text()) },
    { authorization: `Bearer ${latin(random.text())}x` },
    { authorization: `${authorization}x` },
    { authorization: "", cookie: `askback_session=${escaped(random.text())}; ${latin(random.text())}` },
    {
      host: random.pick([
        "evil.example",
        "localhost.",
        "127.0.0.1:99999",
        "[::1",
        "a b",
        "/",
        "0",
        `${host}.evil`,
        `evil@${host}x`,
      ]),
    },
    { origin: random.pick(["null", "https://evil.example", `https://${host}`, "x", "http://"]) },
    {
      "content-type": random.pick([
        "text/plain",
        "application/xml",
        "multipart/form-data; boundary=x",
        "application/jsonx",
        "",
      ]),
    },
  ]);
  return { ...good, headers: { ...good.headers, ...wrong } };
}

/** A harmless request with headers that mean nothing. */
function badHeader(random: Random, { authorization, host }: Targets): RawRequest {
  const names = [
    "accept",
    "accept-encoding",
    "range",
    "if-none-match",
    "x-forwarded-proto",
    "x-forwarded-host",
    "idempotency-key",
    "last-event-id",
    "traceparent",
    "te",
    "from",
    "x",
  ];
  const headers = Object.fromEntries(
    Array.from({ length: 1 + random.below(4) }, () => [random.pick(names), latin(random.text())]),
  );
  const isStart = random.below(2) === 0;
  const request = { path: isStart ? "/v1/conversations" : "/v1/inbox/count", method: isStart ? "POST" : "GET" };
  return { ...request, headers: { ...headers, authorization, host, ...(isStart && { "content-length": "0" }) } };
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A valid header value. */
function latin(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?").slice(0, 1_000);
}
