import { inquiryChangeTypes } from "@askback/core";
import type { WebhookMessage } from "@askback/core/wire";
import type { Notice } from "../../store/notices.ts";
import type { Cipher } from "../cipher.ts";
import { inquiryView, toIsoTime } from "../views.ts";
import { askOriginView } from "./ask-origin.ts";

/** What a webhook is told: what happened, and the inquiry right after it, as the recipient's key would read it. */
export function webhookBody({ type, at, record, recipient, project }: Notice, cipher: Cipher): string {
  const change = inquiryChangeTypes.find((known) => known === type);
  if (!change || !record) throw new Error("a webhook is told of what happened to an inquiry");
  const message: WebhookMessage = {
    type: change,
    timestamp: toIsoTime(at),
    data: { ...inquiryView(record), ...askOriginView(record, { id: recipient, project }, cipher) },
  };
  return JSON.stringify(message);
}
