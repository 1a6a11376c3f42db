import { transcriptForModel } from "../views/transcript.ts";
import type { Outcome } from "./given.ts";

/** What the model reads of a history, up to a place. */
export function transcriptOf({ projection }: Outcome, through = Number.POSITIVE_INFINITY) {
  const places = new Map(projection.placements.map(({ messageId, place }) => [messageId, place]));
  const messages = projection.messages.map((message) => {
    const place = message.place ?? places.get(message.id);
    return place === undefined ? message : { ...message, place };
  });
  return transcriptForModel(messages, 0)
    .filter(({ place = 0 }) => place <= through)
    .map(({ role, parts }) => ({ role, parts }));
}
