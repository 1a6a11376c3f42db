import { eventsOf, isExternal, type Thread } from "./log-checks.ts";
import type { Acknowledged } from "./person.ts";

/** Acknowledged requests that the log does not contain exactly once; those that a restore has lost may be missing. */
export function acknowledgementFaults(
  acknowledged: readonly Acknowledged[],
  threads: readonly Thread[],
  lost: readonly Acknowledged[] = [],
): readonly string[] {
  const threadById = new Map(threads.map((thread) => [thread.id, thread]));
  const resolutions = new Map(
    threads.flatMap(({ log }) => eventsOf(log, "inquiry.resolved").map((event) => [event.inquiryId, event.resolution])),
  );

  function isRecorded({ request, body }: Acknowledged): boolean {
    const { comment, text, message } = request.body as RequestBody;
    if (body.inquiryId !== undefined) {
      const resolution = resolutions.get(body.inquiryId);
      const said = resolution && "comment" in resolution ? resolution.comment : undefined;
      const at = new Date(resolution?.at ?? 0).toISOString();
      return resolution?.type === body.resolution && at === body.at && said === comment;
    }
    const log = threadById.get(body.id)?.log ?? [];
    const said = text ?? message;
    const times = eventsOf(log, "message.received").filter((event) => event.text === said).length;
    return log.length >= body.version && (said === undefined || times === 1);
  }

  const known = new Set([...acknowledged, ...lost].map(({ body }) => body.id));
  const unknown = threads.filter(
    (thread) => !known.has(thread.id) && !thread.stored?.conversation.parent && !isExternal(thread),
  );
  return [
    ...acknowledged
      .filter((one) => !isRecorded(one))
      .map(({ request }) => `not in the log as it was acknowledged: ${request.key}`),
    // A repeated start must not create a second conversation.
    ...unknown.map(({ id }) => `${id}: no client got a response for this conversation`),
  ];
}

/** The body of a start, a message or a resolution. */
interface RequestBody {
  readonly message?: string;
  readonly text?: string;
  readonly comment?: string;
}
