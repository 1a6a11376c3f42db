import type { Inquiry } from "@askback/core/wire";

/** What becomes of a written reason: it waits to be sent, it is done with, or the inquiry ended without it. */
export type ReasonFate = "waiting" | "spent" | "left";

/** Who answered after all needs no reason any more; who gave another, or came second, shall see what they had written. */
export function fateOf(reason: string, { resolution }: Inquiry, me: string | undefined): ReasonFate {
  if (!resolution || (resolution.by !== undefined && me === undefined)) return "waiting";
  if (resolution.by === undefined || resolution.by !== me) return "left";
  const wantsReason = resolution.type === "declined" || resolution.type === "dismissed";
  return wantsReason && resolution.comment?.trim() !== reason.trim() ? "left" : "spent";
}
