import type { Store } from "../../store/store.ts";

/** Where a reader is: a position, and the log that gave it. */
export interface Cursor {
  readonly history: string;
  readonly position: number;
}

/** The id of a server-sent event, which a reader sends back as `Last-Event-ID`. */
export function formatCursor({ history, position }: Cursor): string {
  return `${history}-${position}`;
}

/** The form of a cursor, and of the mere position that servers gave before logs had ids. */
export const cursorPattern = /^(?:([0-9a-z]{1,64})-)?(\d{1,15})$/;

/**
 * The cursor in the text of a reader; undefined where this log did not give it, as with one of a log that was replaced, or
 * with a mere position. Only the beginning is the same place in every log.
 */
export async function readCursor(
  store: Pick<Store, "history" | "isKnownPosition">,
  text: string,
): Promise<Cursor | undefined> {
  const history = await store.history();
  const [, given, digits] = cursorPattern.exec(text) ?? [];
  const position = Number(digits);
  if (given === undefined && position === 0) return { history, position };
  return given === history && (await store.isKnownPosition(position)) ? { history, position } : undefined;
}
