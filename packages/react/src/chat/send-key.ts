import { isComposed } from "../card/key-guards.ts";

type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "repeat" | "isComposing" | "keyCode" | "timeStamp">;

/** Whether a key means "send": Enter that is neither a new line, nor held down, nor part of a composition. */
export function isSendKey(event: Key, composedAt: number): boolean {
  if (isComposed(event, { now: event.timeStamp, composedAt, focusedAt: 0 })) return false;
  return event.key === "Enter" && !event.shiftKey && !event.altKey && !event.repeat;
}
