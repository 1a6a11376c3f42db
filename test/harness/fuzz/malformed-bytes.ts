import type { Targets } from "./malformed-request.ts";
import type { Random } from "./random.ts";

/** Bytes that are no HTTP, or a request that is truncated or contradicts itself. */
export function malformedBytes(random: Random, { authorization, host, inquiryId, answer }: Targets): Buffer {
  const good = JSON.stringify(answer);
  const head = (...lines: string[]) =>
    `POST /v1/inquiries/${inquiryId}/answer HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n${lines.map((line) => `${line}\r\n`).join("")}\r\n`;
  const size = good.length;
  const choices: readonly (() => string | Buffer)[] = [
    () => Buffer.from(Array.from({ length: 1 + random.below(300) }, () => random.below(256))),
    () =>
      `${random.pick(["GET", "get", "G\u0000T", "", "POST"])} ${random.pick(["/", "*", "http://evil/", "\u0001", "//"])} HTTP/${random.pick(["1.1", "9.9", "x", ""])}\r\n\r\n`,
    () => `GET /healthz HTTP/1.1\r\n\r\n`,
    () => `GET /v1/inbox/count HTTP/1.0\r\nAuthorization: ${authorization}\r\n\r\n`,
    () =>
      `GET /v1/inbox/count HTTP/1.1\r\nHost: a\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
    () => `GET /v1/inbox/count HTTP/1.1\r\nHost: ${host}\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    () => head(`Content-Length: ${size + 10}`) + good,
    () => head(`Content-Length: ${random.pick(["-1", "x", "1e3", "99999999999999999999", " "])}`) + good,
    () => head(`Content-Length: ${size}`, `Content-Length: ${size - 1}`) + good,
    () => head(`Content-Length: ${size}`, "Transfer-Encoding: chunked") + good,
    () =>
      `${head("Transfer-Encoding: chunked")}${random.pick(["zz\r\nx\r\n", "-1\r\n", "ffffffffffffffff\r\nx", "5\r\nab"])}`,
    () => head("Transfer-Encoding: gzip, x") + good,
    () => head("Expect: 200-maybe", `Content-Length: ${size + 1}`) + good,
    () => head(`Content-Length: ${size}`).slice(0, -2 - random.below(100)),
  ];
  return Buffer.from(random.pick(choices)() as string, "latin1");
}
