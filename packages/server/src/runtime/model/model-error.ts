import { APICallError } from "@ai-sdk/provider";

/** What an error of a model call means for its run. */
export interface ModelProblem {
  readonly message: string;
  readonly retryable: boolean;
  /** The transcript is longer than the model can read. */
  readonly overflow: boolean;
  /** How long the provider asks us to wait. */
  readonly retryAfterMs?: number;
}

export function modelProblem(error: unknown, timeLimitMs: number): ModelProblem {
  if (APICallError.isInstance(error)) {
    const overflow = isOverflow(`${error.message} ${error.responseBody ?? ""}`);
    const retryAfterMs = retryAfter(error.responseHeaders);
    const status = error.statusCode === undefined ? "" : ` (HTTP ${error.statusCode})`;
    return {
      message: `${error.message}${status}`,
      retryable: error.isRetryable && !overflow,
      overflow,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return { message: `the model took longer than ${timeLimitMs / 1000} s`, retryable: true, overflow: false };
  }
  const message = error instanceof Error ? error.message : describe(error);
  return { message, retryable: !isSetup(error), overflow: isOverflow(message) };
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

function isOverflow(text: string): boolean {
  return /prompt is too long|context.{0,10}length|context window|maximum context|too many (input )?tokens/i.test(text);
}

function retryAfter(headers: Record<string, string> | undefined): number | undefined {
  const ms = Number(headers?.["retry-after-ms"]);
  if (Number.isFinite(ms) && ms > 0) return ms;
  const value = headers?.["retry-after"];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function describe(error: unknown): string {
  if (typeof error === "string") return error;
  const message = (error as { message?: unknown } | null)?.message;
  return typeof message === "string" ? message : JSON.stringify(error);
}
