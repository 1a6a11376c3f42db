import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { serverLog } from "./log.ts";

function recording() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: serverLog(pino({ base: null }, stream)) };
}

test("[SEC-6] an error is logged by kind, code and place, never by its message", () => {
  const { lines, log } = recording();
  const quoting = new TypeError("could not read “MARKER”\n    at MARKER (in the text)\nMARKER");
  log.failed("driving a conversation", Object.assign(quoting, { code: "ERR_X" }), { conversationId: "conv_1" });
  log.failed("answering a request", "MARKER", { requestId: "r1" });
  log.failed("answering a request", { message: "MARKER", code: { text: "MARKER" } }, {});
  log.failed("answering a request", undefined, {});
  log.failed("answering a request", Object.assign(new Error("MARKER"), { name: "MARKER: x", code: "MARKER y" }), {});
  expect(lines.join("")).not.toContain("MARKER");
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({
    conversationId: "conv_1",
    error: "TypeError",
    code: "ERR_X",
    msg: "driving a conversation failed",
  });
  expect(first.stack[0]).toContain("log.test.ts");
  expect(second).toMatchObject({ requestId: "r1", error: "string" });
});

test("[SEC-6] a request is logged by route pattern and numbers", () => {
  const { lines, log } = recording();
  log.requested({ requestId: "r1", method: "GET", route: "/v1/inquiries/:id", status: 200, ms: 1.2345 });
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 30, requestId: "r1", route: "/v1/inquiries/:id", ms: 1.2 });
});
