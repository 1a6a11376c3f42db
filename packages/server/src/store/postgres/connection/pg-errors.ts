import pg from "pg";
import { StoreUnavailable } from "../../store-unavailable.ts";

/** SQLSTATEs with which PostgreSQL, or a pooler in front of it, says that it cannot work right now. */
const unavailableStates = [
  /^08/, // connection failure
  /^57P0/, // shutting down, starting up, or the session was terminated
  /^57014$/, // statement timeout
  /^25006$/, // read-only: a standby, or a demoted primary
  /^53[13]00$/, // disk full, too many connections
  /^58/, // errors of the system below: input or output, a missing file
  /^XX00[12]$/, // damaged data or index
];

const readOnly = "25006";

/** Why writes fail, where the connection is not the reason. */
const reasonByState: Readonly<Record<string, string>> = {
  "53100": "The disk of the database is full.",
  [readOnly]: "The database takes no writes right now.",
  "58030": "The disk of the database has input or output errors.",
  XX001: "The database is damaged.",
  XX002: "The database is damaged.",
};

/** The driver's own errors have no code, so they are told apart by their messages. */
const driverMessage = /connection terminated|connection error|timeout|client was closed/i;

/** Node error codes for a wrong call; retrying it would fail forever. */
const invalidCall = /^ERR_(?!SSL_|TLS_|STREAM_|SOCKET_)/;

/** Turns errors that mean "not available right now" into `StoreUnavailable`; other errors stay as they are. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable || !isUnavailable(error)) return error;
  const code = codeOf(error);
  const reason = code === undefined ? undefined : reasonByState[code];
  return new StoreUnavailable(`the database is unavailable: ${error.message || code}`, { cause: error, code, reason });
}

/** A write failed although the server takes them, so reading does not show when it works again. */
export function isFailingDisk({ code = "" }: StoreUnavailable): boolean {
  return code !== readOnly && reasonByState[code] !== undefined;
}

/** The database is a standby, or a primary that was demoted. */
export function createReadOnlyError(): StoreUnavailable {
  return new StoreUnavailable("the database takes no writes right now", {
    code: readOnly,
    reason: reasonByState[readOnly],
  });
}

/** The server takes no writes, so all connections to it have to be replaced. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === readOnly;
}

/** No response came: the server may be gone without having closed the connection. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** PostgreSQL rolled the statement back because of concurrent ones (deadlock, serialization); it can be sent again. */
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ["40P01", "40001"].includes(error.code ?? "");
}

/** The statement waited for a connection and got none. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

/** A row with the same key was inserted into the table concurrently. */
export function isUniqueViolation(error: unknown, table: string): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.table === table;
}

/** Another server deleted the file that the statement uses, or uses the file that the statement deletes. */
export function isFileConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "23503" && /^file/.test(error.table ?? "");
}

function isUnavailable(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return unavailableStates.some((state) => state.test(error.code ?? ""));
  // Errors of the network have a code; those of the driver have none.
  const code = codeOf(error);
  return code === undefined ? driverMessage.test(error.message) : !invalidCall.test(code);
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/** Why a database could not be reached and what to do about it; shows no password. */
export function explainConnectionError(error: unknown): { readonly found: string; readonly advice: string } {
  const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
  // If a host has several addresses, the aggregate error has a code and no message.
  const found = message || code || String(error);
  return { found, advice: (code !== undefined && adviceByCode[code]) || adviceByMessage(found) };
}

const nothingListens =
  "Nothing answers there: start PostgreSQL, correct host and port in the URL, or look for a firewall in between.";
const accessDenied = "Correct user and password in the URL, or let them in with pg_hba.conf.";

const adviceByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: nothingListens,
  ECONNRESET: nothingListens,
  EHOSTUNREACH: nothingListens,
  ENETUNREACH: nothingListens,
  ETIMEDOUT: nothingListens,
  ENOTFOUND: "No machine has this name: correct the host in the URL.",
  EAI_AGAIN: "The name cannot be looked up just now: check this machine's DNS.",
  "28P01": accessDenied,
  "28000": accessDenied,
  "3D000": "Create it (`createdb`), or correct the database's name in the URL.",
  "42501": "Grant this right to the user of the URL.",
  "53300": "Raise max_connections, run fewer servers, or put a pooler in between.",
  "53100": "Make room on the disk of PostgreSQL.",
  "57P03": "PostgreSQL is starting or stopping: try again in a moment.",
};

function adviceByMessage(message: string): string {
  if (driverMessage.test(message)) return nothingListens;
  if (/SSL|certificate|self-signed/i.test(message))
    return "Set sslmode in the URL as the server wants it, such as ?sslmode=require, or ?sslmode=disable.";
  return "Try the same URL with psql.";
}
