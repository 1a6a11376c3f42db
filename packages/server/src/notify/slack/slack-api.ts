import type { Clock } from "../../clock.ts";
import { parseRetryAfter } from "../../retry-after.ts";
import type { Sent } from "../notice-sender.ts";
import { failureOf } from "../webhook/send-webhook.ts";

export interface SlackSettings {
  /** The token of the app's bot in your workspace: xoxb-... */
  readonly botToken: string;
  /** The token of the app with connections:write, for Socket Mode: xapp-... */
  readonly appToken?: string;
  /** What signs the requests of Slack to this server, where it is not Socket Mode. */
  readonly signingSecret?: string;
  /** Where Slack's Web API is; https://slack.com/api unless given. */
  readonly apiUrl?: string;
}

const slackApiUrl = "https://slack.com/api";

/** A few methods of Slack's Web API, by their names. */
export interface SlackApi {
  call(method: string, fields: SlackFields, signal: AbortSignal): Promise<SlackReply>;
}

/** What is not a text is sent as JSON; what is undefined is left out. */
export type SlackFields = Readonly<Record<string, unknown>>;

export type SlackReply =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>>; readonly scopes?: string }
  | {
      readonly ok: false;
      /** What Slack calls the error, where it answered. */
      readonly error?: string;
      /** What that means for a delivery. */
      readonly sent: Sent;
    };

/** Calls with a token. Every method takes a form, and only some take JSON. */
export function createSlackApi(
  { token, apiUrl = slackApiUrl }: { readonly token: string; readonly apiUrl?: string | undefined },
  clock: Pick<Clock, "now">,
): SlackApi {
  return {
    async call(method, fields, signal) {
      try {
        const response = await fetch(`${apiUrl.replace(/\/$/, "")}/${method}`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}` },
          body: formOf(fields),
          redirect: "error",
          signal,
        });
        const { status } = response;
        const retryAfterMs = parseRetryAfter(response.headers.get("retry-after") ?? undefined, clock.now());
        if (status !== 200) {
          await response.body?.cancel();
          return { ok: false, sent: { outcome: "failed", status, retryAfterMs } };
        }
        const body = (await response.json()) as Record<string, unknown> | null;
        const scopes = response.headers.get("x-oauth-scopes");
        if (body?.ok === true) return { ok: true, body, ...(scopes !== null && { scopes }) };
        const error = typeof body?.error === "string" ? body.error : "";
        return { ok: false, error, sent: sentOf(error, retryAfterMs) };
      } catch (error) {
        return { ok: false, sent: { outcome: "failed", failure: failureOfFetch(error) } };
      }
    },
  };
}

function formOf(fields: SlackFields): URLSearchParams {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

/** The operator repairs these in the config or in Slack; until then deliveries wait, as those of mail do. */
const signInErrors = [
  "access_denied",
  "account_inactive",
  "invalid_auth",
  "missing_scope",
  "no_permission",
  "not_allowed_token_type",
  "not_authed",
  "org_login_required",
  "token_expired",
  "token_revoked",
];

/** Another attempt gets the same: there is no such person or message, or what is sent does not fit. */
const finalErrors = [
  "cannot_dm_bot",
  "cant_update_message",
  "channel_not_found",
  "edit_window_closed",
  "invalid_arguments",
  "invalid_blocks",
  "invalid_blocks_format",
  "is_archived",
  "is_inactive",
  "message_not_found",
  "messages_tab_disabled",
  "msg_too_long",
  "restricted_action",
  "user_disabled",
  "user_not_found",
  "user_not_visible",
  "users_not_found",
];

/** An error that nobody knows here is tried again: nobody is forgotten because Slack has a new word. */
function sentOf(error: string, retryAfterMs: number | undefined): Sent {
  if (signInErrors.includes(error)) return { outcome: "failed", failure: "sign-in" };
  if (finalErrors.includes(error)) return { outcome: "dead", failure: "refused" };
  return { outcome: "failed", failure: "refused", retryAfterMs };
}

/** What `fetch` throws has the reason as its cause; an answer that is no JSON is a response that nobody can read. */
function failureOfFetch(error: unknown): string {
  if (error instanceof SyntaxError) return "response";
  const { name, cause } = (error ?? {}) as { readonly name?: string; readonly cause?: unknown };
  return failureOf(name === "TimeoutError" ? error : (cause ?? error));
}
