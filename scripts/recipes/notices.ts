import { setTimeout as delay } from "node:timers/promises";
import type { Client, Failure } from "@askback/client";
import type { Result } from "@askback/core";
import type * as wire from "@askback/core/wire";

/** Sends the webhook with the answer once more, and returns the status of the receiver's response. */
export async function resend(asker: Client, inquiryId: string): Promise<number> {
  const notice = await untilNotice(asker, inquiryId, ({ status }) => status === "delivered");
  unwrap(await asker.notices.resend(notice.id));
  const sent = await untilNotice(
    asker,
    inquiryId,
    ({ status, attempts }) => status !== "pending" && attempts.length > notice.attempts.length,
  );
  return sent.attempts.at(-1)?.status ?? 500;
}

async function untilNotice(asker: Client, inquiryId: string, isSo: (notice: wire.Notice) => boolean) {
  for (;;) {
    const { items } = unwrap(await asker.inquiries.notices(inquiryId));
    const found = items.find((notice) => notice.type === "inquiry.resolved" && isSo(notice));
    if (found) return found;
    await delay(100);
  }
}

export function unwrap<Value>(reply: Result<Value, Failure>): Value {
  if (reply.ok) return reply.value;
  throw new Error(reply.error.title);
}
