import type { Event } from "@askback/core";
import type { RecordedEvent } from "./store.ts";

/** The events of a row of the log: its position and version are those of the last one, and the others count back from it. */
export function numberEvents(row: Readonly<Record<string, unknown>>, events: readonly Event[]): RecordedEvent[] {
  const conversationId = String(row.conversation_id);
  const project = String(row.project);
  return events.map((event, index) => {
    const fromLast = events.length - 1 - index;
    return {
      position: Number(row.position) - fromLast,
      conversationId,
      project,
      version: Number(row.version) - fromLast,
      event,
    };
  });
}
