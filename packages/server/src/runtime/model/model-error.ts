import { TimeLimitError } from "../time-limit.ts";

/** What an error of a model call means for its run. */
export interface ModelProblem {
  readonly message: string;
  readonly retryable: boolean;
  /** The transcript is longer than the model can read. */
  readonly overflow: boolean;
  /** How long the provider asks us to wait. */
  readonly retryAfterMs?: number;
}

export function modelProblem(error: unknown, now: number): ModelProblem {
  if (error instanceof TimeLimitError)
    return { message: `the model was stopped: ${error.message}`, retryable: true, overflow: false };
  const report = reportOf(error);
  const { message, statusCode, responseHeaders } = report;
  const overflow = isOverflow(report);
  const retryAfterMs = retryAfter(responseHeaders, now);
  return {
    message: statusCode === undefined ? message : `${message} (HTTP ${statusCode})`,
    retryable: !overflow && !isSetup(error) && isRetryable(report),
    overflow,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** What providers tell of an error, be it a response, a frame of a stream or something thrown on the way. */
interface Report {
  readonly message: string;
  readonly statusCode?: number;
  readonly isRetryable?: boolean;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** All that it says, for the words that tell one kind from another. */
  readonly words: string;
}

function reportOf(error: unknown): Report {
  const { message, statusCode, isRetryable, responseHeaders, responseBody, ...rest } = fieldsOf(error);
  const said = typeof message === "string" && message !== "" ? message : JSON.stringify(error ?? null);
  const codes = [rest.code, rest.type, responseBody ?? JSON.stringify(rest.data ?? "")];
  return {
    message: said,
    words: [said, ...codes].filter((word) => word !== undefined && word !== null).join(" "),
    ...(typeof statusCode === "number" && { statusCode }),
    ...(typeof isRetryable === "boolean" && { isRetryable }),
    ...(typeof responseHeaders === "object" && { responseHeaders: responseHeaders as Record<string, string> }),
  };
}

function fieldsOf(error: unknown): Readonly<Record<string, unknown>> {
  if (typeof error === "string") return { message: error };
  if (typeof error !== "object" || error === null) return {};
  const message = error instanceof Error ? error.message : undefined;
  // The message of an error is not among its own enumerable fields.
  return message === undefined ? { ...error } : { ...error, message };
}

/** Without a word of the provider an error may heal: most are drops of the network or streams that broke off. */
function isRetryable({ isRetryable: told, words }: Report): boolean {
  if (/insufficient_quota|billing_error/.test(words)) return false;
  return told ?? !/\b(invalid_request|authentication|permission|not_found)_error\b/.test(words);
}

/** A missing key or an unknown model will not heal by waiting. */
function isSetup(error: unknown): boolean {
  return (
    error instanceof Error &&
    /LoadAPIKey|LoadSetting|NoSuchModel|UnsupportedFunctionality|InvalidPrompt|InvalidArgument|ModelSetup/.test(
      error.name,
    )
  );
}

const overflowWords = new RegExp(
  [
    "prompt is too long",
    "context[ _]?(length|window|limit|size)",
    "maximum (context|prompt) length",
    "too many (input )?tokens",
    "input (is too long|token count.{0,40}exceeds)",
    "model token limit",
  ].join("|"),
  "i",
);

function isOverflow({ statusCode, words }: Report): boolean {
  if (statusCode === 413) return true;
  const isAboutThisRequest = statusCode === undefined || ![401, 403, 429].includes(statusCode);
  return isAboutThisRequest && overflowWords.test(words);
}

function retryAfter(headers: Readonly<Record<string, string>> | undefined, now: number): number | undefined {
  const ms = Number(headers?.["retry-after-ms"]);
  if (Number.isFinite(ms) && ms > 0) return ms;
  const value = headers?.["retry-after"];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
