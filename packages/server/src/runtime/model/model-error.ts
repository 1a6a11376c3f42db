import type { FailureKind } from "@askback/core";
import { parseRetryAfter } from "../../retry-after.ts";
import { TimeLimitError } from "../../time-limit.ts";
import { maskApiKeys } from "./mask-api-keys.ts";

/** A failure whose kind is known where it is noticed. */
export class ModelError extends Error {
  override readonly name: string = "ModelError";
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The meaning of a model error for its run. */
export interface ModelProblem {
  readonly kind: FailureKind;
  readonly message: string;
  readonly retryable: boolean;
  /** The HTTP status of the provider's response. */
  readonly status?: number;
  /** The provider does not accept what the request contains. */
  readonly refused: boolean;
  /** How long the provider asks to wait. */
  readonly retryAfterMs?: number;
}

export function modelProblem(error: unknown, now: number, secrets: readonly string[] = []): ModelProblem {
  const report = reportOf(error);
  const { message, statusCode, responseHeaders } = report;
  const kind = kindOf(error, report);
  const retryAfterMs = retryAfterOf(responseHeaders, now);
  return {
    kind,
    message: maskApiKeys(statusCode === undefined ? message : `${message} (HTTP ${statusCode})`, secrets),
    retryable: passingKinds.includes(kind),
    refused: isRefused(error, report),
    ...(statusCode !== undefined && { status: statusCode }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** The kinds that end without anybody's doing. */
const passingKinds: readonly FailureKind[] = ["overload", "network", "malformed", "empty", "tools"];

/** The fields of a provider error: a response, a frame of a stream, or an exception. */
interface ErrorReport {
  readonly message: string;
  readonly statusCode?: number;
  readonly isRetryable?: boolean;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** All texts of the error, to recognise its kind. */
  readonly text: string;
}

function reportOf(error: unknown): ErrorReport {
  if (error instanceof TimeLimitError) {
    const message = `the model was stopped: ${error.message}`;
    return { message, text: message };
  }
  const { message, statusCode, isRetryable, responseHeaders, responseBody, ...rest } = fieldsOf(error);
  const shown = typeof message === "string" && message !== "" ? message : nameOf(error);
  const codes = [rest.code, rest.type, responseBody ?? JSON.stringify(rest.data ?? "")];
  return {
    message: shown,
    text: [shown, ...codes].filter((part) => part !== undefined && part !== null).join(" "),
    ...(typeof statusCode === "number" && { statusCode }),
    ...(typeof isRetryable === "boolean" && { isRetryable }),
    ...(typeof responseHeaders === "object" && { responseHeaders: responseHeaders as Record<string, string> }),
  };
}

/** An error without words, whose other fields may hold the prompt. */
function nameOf(error: unknown): string {
  if (error instanceof Error) return error.name;
  const { code, type, error: nested } = fieldsOf(error);
  if (typeof nested === "object" && nested !== null) return JSON.stringify(nested);
  return String(code ?? type ?? nested ?? "an error without a message");
}

function fieldsOf(error: unknown): Readonly<Record<string, unknown>> {
  if (typeof error === "string") return { message: error };
  if (typeof error !== "object" || error === null) return {};
  const message = error instanceof Error ? error.message : undefined;
  // The message of an error is not among its own enumerable fields.
  return message === undefined ? { ...error } : { ...error, message };
}

const quotaPattern = /insufficient_quota|billing_(error|not_active|hard_limit)|credit balance is too low/;
const keyPattern = /\b(authentication|permission)_error\b|invalid_api_key|API[_ ]key[_ ](invalid|not valid)/i;

/** Unless the provider says otherwise, an exception that is no mistake of a program is a lost connection. */
function kindOf(error: unknown, report: ErrorReport): FailureKind {
  if (error instanceof ModelError) return error.kind;
  if (error instanceof TimeLimitError) return "network";
  const { statusCode, text } = report;
  if (isOverflow(report)) return "context";
  if (statusCode === 402 || quotaPattern.test(text)) return "quota";
  if (keyPattern.test(text)) return "key";
  return (
    (error instanceof Error ? kindOfName(error.name) : undefined) ??
    (statusCode === undefined ? undefined : kindOfStatus(statusCode)) ??
    kindOfText(report) ??
    kindOfException(error) ??
    (error instanceof Error || typeof error === "string" ? "network" : "malformed")
  );
}

const lostConnection = /^(terminated|fetch failed|failed to fetch|network ?error)/i;
/** What fetch says of a key with characters that no header can have. */
const unusableHeader = /ByteString|invalid header value/i;

/** Whether the same call would fail again. A connection that fetch loses is a TypeError as well. */
function isProgramError(error: unknown): boolean {
  if (error instanceof TypeError) return error.cause === undefined && !lostConnection.test(error.message);
  return error instanceof ReferenceError || error instanceof RangeError;
}

/** The kind of an exception of the language or of fetch. */
function kindOfException(error: unknown): FailureKind | undefined {
  if (error instanceof SyntaxError) return "malformed";
  if (error instanceof TypeError && unusableHeader.test(error.message)) return "key";
  return isProgramError(error) ? "internal" : undefined;
}

/** The kind of an exception of the AI SDK. */
function kindOfName(name: string): FailureKind | undefined {
  if (/LoadAPIKey/.test(name)) return "key";
  if (/LoadSetting|NoSuchModel|UnsupportedFunctionality|InvalidPrompt|InvalidArgument/.test(name)) return "setup";
  if (/JSONParse|TypeValidation|InvalidResponseData/.test(name)) return "malformed";
  if (/EmptyResponseBody|NoContentGenerated/.test(name)) return "empty";
  return undefined;
}

function kindOfStatus(status: number): FailureKind | undefined {
  if (status < 400) return "malformed";
  if (status === 401 || status === 403) return "key";
  if (status === 404) return "setup";
  if ([429, 503, 529].includes(status)) return "overload";
  if ([408, 409, 425].includes(status) || status >= 500) return "network";
  return "refusal";
}

/** The kind of an error in a stream, which has no status. */
function kindOfText({ text, isRetryable }: ErrorReport): FailureKind | undefined {
  if (/\b(overloaded|rate_limit|RESOURCE_EXHAUSTED|UNAVAILABLE)(_error|_exceeded)?\b/.test(text)) return "overload";
  if (/\bnot_found_error\b/.test(text)) return "setup";
  if (/\binvalid_request_error\b/.test(text) || isRetryable === false) return "refusal";
  return /\b(api|server)_error\b/.test(text) ? "network" : undefined;
}

const overflowPattern = new RegExp(
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

function isOverflow({ statusCode, text }: ErrorReport): boolean {
  if (statusCode === 413) return true;
  const isAboutThisRequest = statusCode === undefined || ![401, 403, 429].includes(statusCode);
  return isAboutThisRequest && overflowPattern.test(text);
}

function isRefused(error: unknown, { statusCode, text }: ErrorReport): boolean {
  if (statusCode !== undefined) return [400, 413, 415, 422].includes(statusCode);
  if (error instanceof Error && /UnsupportedFunctionality|InvalidPrompt|InvalidArgument/.test(error.name)) return true;
  return /\binvalid_request_error\b/.test(text) || overflowPattern.test(text);
}

function retryAfterOf(headers: Readonly<Record<string, string>> | undefined, now: number): number | undefined {
  const ms = Number(headers?.["retry-after-ms"]);
  return Number.isFinite(ms) && ms > 0 ? ms : parseRetryAfter(headers?.["retry-after"], now);
}
