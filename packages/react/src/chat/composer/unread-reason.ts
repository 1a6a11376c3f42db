import type { Conversation } from "@askback/core/wire";

/**
 * Why nobody would read a message: a program that runs elsewhere reads answers alone, and a message answers only if one
 * question is open. Undefined where it is read.
 */
export function unreadReason(
  conversation: Pick<Conversation, "kind" | "inquiry" | "openInquiries"> | undefined,
): "several" | "none" | undefined {
  if (conversation?.kind !== "external" || conversation.inquiry?.status === "open") return undefined;
  return (conversation.openInquiries ?? 0) > 1 ? "several" : "none";
}
