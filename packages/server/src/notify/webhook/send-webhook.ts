import { Webhook } from "standardwebhooks";
import { parseRetryAfter } from "../../retry-after.ts";
import type { Notice } from "../../store/notices.ts";
import { withLimitedSignal } from "../../time-limit.ts";
import type { SendNotice, Sent } from "../notice-sender.ts";
import type { AddressPolicy } from "./address-policy.ts";
import { type PostResponse, post } from "./post.ts";
import type { WebhookKeys } from "./webhook-keys.ts";

export interface SendWebhookOptions {
  readonly keys: WebhookKeys;
  readonly addresses: AddressPolicy;
  /** Sent as `user-agent`. */
  readonly userAgent: string;
  /** How long a receiver may take; 15 seconds unless given. */
  readonly timeoutMs?: number;
  /** What is sent, as JSON; undefined where what it would tell of is gone. */
  bodyOf(notice: Notice): Promise<string | undefined>;
}

/** Sends notices as the Standard Webhooks specification says: signed, under an id that stays the same. */
export function createSendWebhook(options: SendWebhookOptions): SendNotice {
  const { keys, addresses, userAgent, bodyOf, timeoutMs = 15_000 } = options;
  return async (notice, stopping) => {
    const key = { project: notice.project, name: notice.recipient };
    const address = notice.url ?? keys.urlOf(key);
    // Another server may have a config that still has one, or has it again.
    if (address === undefined) return { outcome: "failed", failure: "no-webhook" };
    if (addresses.misfit(address) !== undefined) return { outcome: "dead", failure: misfitFailure(address) };
    const url = new URL(address);
    const body = await bodyOf(notice);
    if (body === undefined) return { outcome: "withdrawn" };
    const at = new Date(notice.now);
    try {
      const headers = {
        "content-type": "application/json",
        "user-agent": userAgent,
        "webhook-id": notice.id,
        "webhook-timestamp": String(Math.floor(notice.now / 1_000)),
        "webhook-signature": keys
          .secretsOf(key)
          .map((secret) => new Webhook(secret).sign(notice.id, at, body))
          .join(" "),
      };
      const blocked = addresses.blocked(url);
      const response = await withLimitedSignal({ signal: stopping, ms: timeoutMs }, (signal) =>
        post(url, { body, signal, blocked, headers }),
      );
      return sentOf(response, notice.now);
    } catch (error) {
      const failure = failureOf(error);
      return { outcome: failure === "private-address" ? "dead" : "failed", failure };
    }
  };
}

function misfitFailure(address: string): string {
  return URL.parse(address)?.protocol === "https:" ? "private-address" : "not-https";
}

/** 410 says that nobody wants it any more. A redirect is a failure: it could lead anywhere. */
function sentOf({ status, retryAfter }: PostResponse, now: number): Sent {
  if (status >= 200 && status < 300) return { outcome: "delivered", status };
  if (status === 410) return { outcome: "dead", status };
  return { outcome: "failed", status, retryAfterMs: parseRetryAfter(retryAfter, now) };
}

/** The kind of an error, which is all that is stored of it: its text may repeat the address. */
export function failureOf(error: unknown): string {
  const { name = "", code = "", cause } = (error ?? {}) as { name?: string; code?: string; cause?: { name?: string } };
  if (name === "TimeoutError" || cause?.name === "TimeoutError") return "timeout";
  if (code === "ERR_IP_BLOCKED") return "private-address";
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return "name";
  if (/CERT|SIGNATURE|SSL|TLS/.test(code)) return "certificate";
  if (/^HPE_/.test(code)) return "response";
  return "connection";
}
