import pg from "pg";
import { StoreUnavailable } from "../store-unavailable.ts";

/** States in which PostgreSQL, or a pooler before it, cannot work for us now, though it may soon. */
const awayStates = [
  /^08/, // the connection failed
  /^57P0/, // it is stopping or starting, or it ended our session
  /^57014$/, // the statement took too long
  /^25006$/, // a standby, or a primary that was demoted
  /^53[13]00$/, // no disk or no connection left
];

/** What the driver says where no answer came; these errors of its own have no code. */
export const driverWords = /connection terminated|connection error|timeout|client was closed/i;

/** Codes of Node that say that a call was wrong, and not the network: it would fail for ever. */
const wrongCall = /^ERR_(?!SSL_|TLS_|STREAM_|SOCKET_)/;

/** PostgreSQL took a statement back because of others at the same moment: it can be sent again. */
const victimStates = ["40P01", "40001"];

/** The error as callers are to know it: the database is away, or else the statement was wrong. */
export function knownError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable || !isAway(error)) return error;
  const code = codeOf(error);
  return new StoreUnavailable(`the database is away: ${error.message || code}`, { cause: error, code });
}

/** Whether the connection leads to the wrong server: one that takes no writes, or from which nothing comes any more. */
export function leadsAstray(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === "25006";
  return error instanceof Error && error.message === "Query read timeout";
}

/** Whether the statement has changed nothing and may be sent once more, since others only stood in its way. */
export function isVictim(error: unknown): boolean {
  return error instanceof pg.DatabaseError && victimStates.includes(error.code ?? "");
}

/** Whether the statement was never sent: it waited for a connection and got none. */
export function neverLeft(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

function isAway(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return awayStates.some((state) => state.test(error.code ?? ""));
  // Of what is not said by PostgreSQL, the network's errors have a code.
  const code = codeOf(error);
  return code === undefined ? driverWords.test(error.message) : !wrongCall.test(code);
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : undefined;
}
