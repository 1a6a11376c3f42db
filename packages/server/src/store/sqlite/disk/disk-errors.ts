import { StoreUnavailable } from "../../store-unavailable.ts";

/** A fault of the disk or of the files of a data folder. */
export type DiskFault = keyof typeof reasonByFault;

const reasonByFault = {
  busy: "Another program locks the database.",
  full: "The disk of the data folder is full.",
  "read-only": "The disk of the data folder is read-only.",
  failing: "The disk of the data folder has input or output errors.",
  damaged: "The database is damaged: stop the server and restore a backup.",
  replaced: "The data folder was deleted, replaced or overwritten while the server ran.",
} as const;

/** The database file cannot be used right now. */
export class DiskUnavailable extends StoreUnavailable {
  override readonly name: string = "DiskUnavailable";
  readonly fault: DiskFault;

  constructor(fault: DiskFault, cause?: unknown) {
    const reason = reasonByFault[fault];
    const found = cause instanceof Error ? ` (${cause.message})` : "";
    super(`${reason}${found}`, { cause, code: fault, reason });
    this.fault = fault;
  }
}

/** Turns errors of the disk and of damaged files into `DiskUnavailable`; other errors stay as they are. */
export function toDiskError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const fault = diskFaultOf(error);
  return fault ? new DiskUnavailable(fault, error) : error;
}

/** Whether another program has the lock. */
export function isBusy(error: unknown): boolean {
  return diskFaultOf(error) === "busy";
}

const faultByCode: Readonly<Record<string, DiskFault>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EROFS: "read-only",
  EIO: "failing",
  EFBIG: "failing",
};

/** By the primary result codes of SQLite. */
const faultByResult: Readonly<Record<number, DiskFault>> = {
  5: "busy", // SQLITE_BUSY
  6: "busy", // SQLITE_LOCKED
  8: "read-only", // SQLITE_READONLY
  10: "failing", // SQLITE_IOERR
  11: "damaged", // SQLITE_CORRUPT
  13: "full", // SQLITE_FULL
  14: "failing", // SQLITE_CANTOPEN
  15: "busy", // SQLITE_PROTOCOL
  26: "damaged", // SQLITE_NOTADB
};

const faultByExtendedResult: Readonly<Record<number, DiskFault>> = {
  1032: "replaced", // SQLITE_READONLY_DBMOVED
  8458: "damaged", // SQLITE_IOERR_CORRUPTFS
};

function diskFaultOf(error: unknown): DiskFault | undefined {
  if (!(error instanceof Error)) return undefined;
  // The rows hold only JSON that the server wrote.
  if (error instanceof SyntaxError && error.message.includes("JSON")) return "damaged";
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (typeof errcode === "number") return faultByExtendedResult[errcode] ?? faultByResult[errcode & 0xff];
  return typeof code === "string" ? faultByCode[code] : undefined;
}
