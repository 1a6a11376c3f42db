import { APICallError, LoadAPIKeyError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { TimeLimitError } from "../time-limit.ts";
import { ModelSetupError } from "./model-by-name.ts";
import { modelProblem } from "./model-error.ts";

const now = Date.parse("2026-01-01T00:00:00Z");

function response(
  statusCode: number,
  message: string,
  responseHeaders: Record<string, string> = {},
  responseBody = "",
) {
  return new APICallError({ message, url: "", requestBodyValues: {}, statusCode, responseHeaders, responseBody });
}

/** An error in a stream, as providers give it: an object that is no Error. */
function frame(fields: object) {
  return { message: "Something.", ...fields };
}

test.each([
  [response(408, "Timeout"), true],
  [response(429, "Slow down"), true],
  [response(500, "Oops"), true],
  [response(529, "Overloaded"), true],
  [response(400, "Bad"), false],
  [response(401, "Who?"), false],
  [response(403, "No"), false],
  [response(404, "Where?"), false],
  [response(429, "You exceeded your quota", {}, '{"error":{"code":"insufficient_quota"}}'), false],
  [frame({ isRetryable: true, statusCode: 529 }), true],
  [frame({ isRetryable: false, statusCode: 400 }), false],
  [frame({ type: "server_error" }), true],
  [frame({ type: "invalid_request_error" }), false],
  [frame({ type: "authentication_error" }), false],
  [new TypeError("terminated"), true],
  [new Error("socket hang up"), true],
  [new TimeLimitError("it took longer than 600 s"), true],
  [new ModelSetupError("no provider"), false],
  [new LoadAPIKeyError({ message: "no key" }), false],
  ["just words", true],
  [undefined, true],
  [null, true],
  [{ odd: true }, true],
])("[RUN-6] %j may be tried again: %s", (error, retryable) => {
  expect(modelProblem(error, now).retryable).toBe(retryable);
});

test.each([
  [response(503, "Overloaded"), "Overloaded (HTTP 503)"],
  [frame({ statusCode: 529 }), "Something. (HTTP 529)"],
  [new Error("socket hang up"), "socket hang up"],
  ["just words", "just words"],
  [{ odd: true }, '{"odd":true}'],
  [undefined, "null"],
  [new TimeLimitError("it took longer than 600 s"), "the model was stopped: it took longer than 600 s"],
])("[RUN-6] %j is told in words", (error, message) => {
  expect(modelProblem(error, now).message).toBe(message);
});

test.each([
  [{ "retry-after": "30" }, 30_000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "-1" }, 0],
  [{ "retry-after": "Thu, 01 Jan 2026 00:01:00 GMT" }, 60_000],
  [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after-ms": "1500", "retry-after": "30" }, 1_500],
  [{}, undefined],
])("[RUN-6] the headers %j ask to wait %s ms", (headers, ms) => {
  expect(modelProblem(response(429, "Slow down", headers), now).retryAfterMs).toBe(ms);
});

test.each([
  "prompt is too long: 210000 tokens > 200000 maximum",
  "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000",
  "This model's maximum context length is 128000 tokens.",
  "Your input exceeds the context window of this model.",
  "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
  "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
  "the request exceeds the available context size",
  "Input is too long for requested model.",
  "Your request exceeded model token limit: 262144",
])("[RUN-8] %j means that the prompt is too long", (message) => {
  const problem = modelProblem(response(400, message), now);
  expect(problem).toMatchObject({ overflow: true, retryable: false });
  expect(modelProblem(frame({ message }), now)).toMatchObject({ overflow: true, retryable: false });
});

test("[RUN-8] a code or a status may say that the prompt is too long", () => {
  const body = '{"error":{"message":"Please reduce the length","code":"context_length_exceeded"}}';
  expect(modelProblem(response(400, "Please reduce the length", {}, body), now).overflow).toBe(true);
  expect(modelProblem(frame({ code: "context_length_exceeded" }), now).overflow).toBe(true);
  expect(modelProblem(response(413, "Request exceeds the maximum size"), now).overflow).toBe(true);
});

test("[RUN-8] other errors do not", () => {
  expect(modelProblem(response(429, "Too many tokens per minute"), now).overflow).toBe(false);
  expect(modelProblem(response(400, "messages: first message must use the user role"), now).overflow).toBe(false);
  expect(modelProblem(response(401, "context length is fine, the key is not"), now).overflow).toBe(false);
});
