import { type Client, createIdempotencyKey } from "@askback/client";
import type * as wire from "@askback/core/wire";
import { readForm } from "./form.ts";
import { untilAnswered } from "./until-answered.ts";

/** What a person did with a form of the client. */
export interface FormResponse {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

/** Reads what a client sent as a response to a form; undefined if it is none. */
export function toFormResponse(value: unknown): FormResponse | undefined {
  if (typeof value !== "object" || value === null || !("action" in value)) return undefined;
  const { action, content } = value as { readonly action: unknown; readonly content?: unknown };
  if (action !== "accept" && action !== "decline" && action !== "cancel") return undefined;
  const isRecord = typeof content === "object" && content !== null && !Array.isArray(content);
  return { action, ...(isRecord && { content: content as Record<string, unknown> }) };
}

/**
 * Sends what a person did with a form, under the key that answers; a server that restarts is waited for, since the client has
 * shown the form and would not show it again. Returns what is wrong with it, for the next form; where
 * somebody else was first nothing is wrong, and the inquiry has their answer.
 */
export async function respond(
  { inquiries }: Pick<Client, "inquiries">,
  inquiry: wire.Inquiry,
  { action, content = {} }: FormResponse,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { id, revision } = inquiry;
  const options = { signal, key: createIdempotencyKey() };
  const send = () =>
    action === "accept"
      ? inquiries.answer(id, readForm(inquiry, content), options)
      : action === "decline"
        ? inquiries.decline(id, { revision }, options)
        : inquiries.dismiss(id, { revision }, options);
  const sent = await untilAnswered(send, signal);
  if (sent.ok || sent.error.receipt) return undefined;
  const { title, detail, hint } = sent.error;
  return [`${title}.`, detail, hint].filter((part) => part !== undefined).join(" ");
}
