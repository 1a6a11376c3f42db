import { APICallError, JSONParseError, LoadAPIKeyError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { TimeLimitError } from "../../time-limit.ts";
import { ModelSetupError } from "./model-by-name.ts";
import { ModelError, modelProblem } from "./model-error.ts";

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
  [new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }), true],
  [new TypeError("reply.parts is not iterable"), false],
  [new TypeError("config.fetch is not a function"), false],
  [new ReferenceError("reply is not defined"), false],
  [new SyntaxError("Unexpected token '<'"), true],
  [new Error("socket hang up"), true],
  [new TimeLimitError("it took longer than 600 s"), true],
  [new ModelSetupError("setup", "no provider", "name one"), false],
  [new LoadAPIKeyError({ message: "no key" }), false],
  ["just words", true],
  [undefined, true],
  [null, true],
  [{ odd: true }, true],
])("[RUN-6] %j is retryable: %s", (error, retryable) => {
  expect(modelProblem(error, now).retryable).toBe(retryable);
});

test.each([
  [response(503, "Overloaded"), "Overloaded (HTTP 503)"],
  [frame({ statusCode: 529 }), "Something. (HTTP 529)"],
  [new Error("socket hang up"), "socket hang up"],
  ["just words", "just words"],
  [{ odd: true }, "an error without a message"],
  [{ code: "odd" }, "odd"],
  [{ error: { type: "odd" } }, '{"type":"odd"}'],
  [undefined, "an error without a message"],
  [new TimeLimitError("it took longer than 600 s"), "the model was stopped: it took longer than 600 s"],
])("[RUN-6] %j has a readable message", (error, message) => {
  expect(modelProblem(error, now).message).toBe(message);
});

test.each([
  [{ "retry-after": "30" }, 30_000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "-1" }, undefined],
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
  expect(problem).toMatchObject({ kind: "context", retryable: false });
  expect(modelProblem(frame({ message }), now)).toMatchObject({ kind: "context", retryable: false });
});

test("[RUN-8] a code or a status can mean that the prompt is too long", () => {
  const body = '{"error":{"message":"Please reduce the length","code":"context_length_exceeded"}}';
  expect(modelProblem(response(400, "Please reduce the length", {}, body), now).kind).toBe("context");
  expect(modelProblem(frame({ code: "context_length_exceeded" }), now).kind).toBe("context");
  expect(modelProblem(response(413, "Request exceeds the maximum size"), now).kind).toBe("context");
});

test("[RUN-8] other errors do not", () => {
  expect(modelProblem(response(429, "Too many tokens per minute"), now).kind).not.toBe("context");
  expect(modelProblem(response(400, "messages: first message must use the user role"), now).kind).not.toBe("context");
  expect(modelProblem(response(401, "context length is fine, the key is not"), now).kind).not.toBe("context");
});

test.each([
  [response(401, "Who?"), "key"],
  [response(400, "API key not valid. Please pass a valid API key."), "key"],
  [new LoadAPIKeyError({ message: "no key" }), "key"],
  [new TypeError("reply.parts is not iterable"), "internal"],
  [new TypeError('Headers.append: "Bearer …" is an invalid header value.'), "key"],
  [new SyntaxError("Unexpected token '<'"), "malformed"],
  [response(402, "Payment required"), "quota"],
  [response(429, "You exceeded your quota", {}, '{"error":{"code":"insufficient_quota"}}'), "quota"],
  [response(400, "Your credit balance is too low to access the API."), "quota"],
  [response(429, "Slow down"), "overload"],
  [response(529, "Overloaded"), "overload"],
  [frame({ type: "overloaded_error" }), "overload"],
  [response(413, "Too large"), "context"],
  [response(400, "Bad"), "refusal"],
  [frame({ type: "invalid_request_error" }), "refusal"],
  [response(404, "No such model"), "setup"],
  [new ModelSetupError("setup", "no provider", "name one"), "setup"],
  [response(500, "Oops"), "network"],
  [frame({ type: "server_error" }), "network"],
  [new TypeError("fetch failed"), "network"],
  [new TimeLimitError("it took longer than 600 s"), "network"],
  [new ModelError("empty", "the provider's reply is empty"), "empty"],
  [response(200, "Invalid JSON response"), "malformed"],
  [new JSONParseError({ text: "<html>", cause: undefined }), "malformed"],
  [{ odd: true }, "malformed"],
])("[FAILURE-1] %j is of the kind %s", (error, kind) => {
  expect(modelProblem(error, now).kind).toBe(kind);
});

test("[FAILURE-2] an error without words shows nothing of the request, and its kind does not depend on it", () => {
  const requestBodyValues = { messages: [{ role: "user", content: "What is the context length of my garden?" }] };
  const error = new APICallError({ message: "", url: "http://gateway", requestBodyValues, statusCode: 502 });
  expect(modelProblem(error, now)).toMatchObject({ kind: "network", message: "AI_APICallError (HTTP 502)" });
});

test("[FAILURE-2] keys are masked in the words of a provider", () => {
  const message = "Incorrect API key provided: sk-proj-abc*****xyz. Also my-own-key-1.";
  expect(modelProblem(response(401, message), now, ["my-own-key-1", ""]).message).toBe(
    "Incorrect API key provided: [masked] Also [masked]. (HTTP 401)",
  );
});
