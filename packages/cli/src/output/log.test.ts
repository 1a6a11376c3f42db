import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createLogger, createServerLog } from "./log.ts";

function createRecordingLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: createServerLog(pino({ base: null, level: "debug" }, stream)) };
}

test("[SEC-6] an error is logged by kind, code and stack, never by its message", () => {
  const { lines, log } = createRecordingLog();
  const quoting = new TypeError("could not read “MARKER”\n    at MARKER (in the text)\nMARKER");
  log.error("driving a conversation", Object.assign(quoting, { code: "ERR_X" }), { conversationId: "conv_1" });
  log.error("answering a request", "MARKER", { requestId: "r1" });
  log.error("answering a request", { message: "MARKER", code: { text: "MARKER" } }, {});
  log.error("answering a request", undefined, {});
  log.error("answering a request", Object.assign(new Error("MARKER"), { name: "MARKER: x", code: "MARKER y" }), {});
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
  const { lines, log } = createRecordingLog();
  log.request({ requestId: "r1", method: "GET", route: "/v1/inquiries/:id", status: 200, ms: 1.2345 });
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 20, requestId: "r1", route: "/v1/inquiries/:id", ms: 1.2 });
});

const failure = {
  conversationId: "conv_1",
  runId: "run_1",
  agent: "worker",
  model: "anthropic/claude-sonnet-4-5",
  kind: "overload",
  status: 529,
  attempt: 2,
} as const;

test("[FAILURE-7] a failure is logged with agent, model, status, attempt and the time of the next", () => {
  const { lines, log } = createRecordingLog();
  log.failure({ ...failure, retryAt: "2026-11-16T12:00:00.000Z" });
  log.failure(failure);
  const [retried, ended] = lines.map((line) => JSON.parse(line));
  expect(retried).toMatchObject({ level: 40, ...failure, retryAt: "2026-11-16T12:00:00.000Z" });
  expect(retried.msg).toBe("model call failed, to be tried again");
  expect(ended.msg).toBe("run failed");
});

test("[FAILURE-7] the log is JSON, and lines for people on a terminal; a level leaves out what is below it", () => {
  const written = (isTTY: boolean) => {
    const lines: string[] = [];
    const logger = createLogger("info", { isTTY, write: (text) => lines.push(text) });
    createServerLog(logger).request({ requestId: "r1", method: "GET", route: "/healthz", status: 200, ms: 1 });
    createServerLog(logger).failure(failure);
    return lines;
  };
  expect(written(false).map((line) => JSON.parse(line))).toMatchObject([{ msg: "run failed", status: 529 }]);
  const [line = "", ...others] = written(true).map(stripVTControlCharacters);
  expect(others).toEqual([]);
  expect(line).toMatch(/^\d\d:\d\d:\d\d warn {2}run failed {2}conversationId=conv_1 .* status=529 attempt=2\n$/);
});
