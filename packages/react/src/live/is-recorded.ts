import type { Message } from "@askback/core/wire";
import type { LiveText } from "./live.ts";

/** Whether the reply that a text belongs to is among the messages. A reply that was cut short is the last of its run. */
export function isRecorded({ runId, step }: LiveText, messages: readonly Message[]): boolean {
  const reply = messages.findLast((message) => message.role === "agent" && message.runId === runId);
  return reply?.interrupted === true || (reply?.step ?? 0) >= step;
}
