import type { FailureKind } from "@askback/core";
import type { ProviderReply } from "./protocol/protocol.ts";

/** A way in which a provider fails, and what it is recorded as. */
export interface Fault {
  readonly name: string;
  readonly kind: FailureKind;
  readonly reply: ProviderReply;
}

function refusal(status: number, type: string, message: string): ProviderReply {
  return { refusal: { status, type, message } };
}

/** Failures of a provider that a retry can overcome. */
export const passing: readonly Fault[] = [
  { name: "500", kind: "network", reply: refusal(500, "api_error", "Internal server error") },
  { name: "529", kind: "overload", reply: refusal(529, "overloaded_error", "Overloaded") },
  { name: "429", kind: "overload", reply: refusal(429, "rate_limit_error", "Slow down.") },
  {
    name: "an error in the stream",
    kind: "overload",
    reply: { text: "I be", breakOff: { type: "overloaded_error", message: "Overloaded" } },
  },
  { name: "a cut connection", kind: "malformed", reply: { text: "I be", breakOff: "drop" } },
  { name: "a stream that ends early", kind: "malformed", reply: { text: "I be", breakOff: "end" } },
  { name: "a stream that ends before it begins", kind: "malformed", reply: { breakOff: "end" } },
  { name: "an empty reply", kind: "empty", reply: {} },
];

/** Failures of a provider that no retry overcomes, unless somebody changes something. */
export const lasting: readonly Fault[] = [
  { name: "400", kind: "refusal", reply: refusal(400, "invalid_request_error", "That is not how it works.") },
  { name: "401", kind: "key", reply: refusal(401, "authentication_error", "That is not how it works.") },
  { name: "402", kind: "quota", reply: refusal(402, "billing_error", "That is not how it works.") },
  { name: "404", kind: "setup", reply: refusal(404, "not_found_error", "That is not how it works.") },
];

/** A reply that the provider's filter ended before it began. */
export const filtered: Fault = {
  name: "a reply that its filter ended",
  kind: "refusal",
  reply: { finish: "filter" },
};
