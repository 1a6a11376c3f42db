import { createHmac, timingSafeEqual } from "node:crypto";

export interface SignedRequest {
  /** The header `x-slack-request-timestamp`, in seconds. */
  readonly timestamp: string;
  /** The header `x-slack-signature`. */
  readonly signature: string;
  readonly body: string;
}

/** An older request may be one that somebody recorded. */
const toleranceMs = 5 * 60_000;

/** Whether Slack signed a request, and just now. */
export function isSignedBySlack(secret: string, { timestamp, signature, body }: SignedRequest, now: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1000) > toleranceMs) return false;
  const [given, expected] = [Buffer.from(signature), Buffer.from(slackSignature(secret, timestamp, body))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function slackSignature(secret: string, timestamp: string, body: string): string {
  return `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex")}`;
}
