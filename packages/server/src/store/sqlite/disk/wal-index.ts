import { closeSync, openSync, readSync } from "node:fs";

/** What a database's shared memory says about its write-ahead log. */
export interface WalState {
  /** How many frames of the log are valid. */
  readonly frames: number;
  /** How many of them are in the database file. */
  readonly copied: number;
  /** Up to which of them somebody has begun to copy them; after a crash all of them. */
  readonly attempted: number;
  /** The number of the last commit, which goes on when the log begins anew. */
  readonly commit: number;
  /** The salts of this generation of the log. */
  readonly salts: string;
  readonly pageSize: number;
}

/** Reads the write-ahead log of an open database without SQLite, in a few system calls. */
export interface WalIndex {
  /** Undefined while the shared memory is half written, as a program that was killed leaves it until the next one repairs it. */
  read(): WalState | undefined;
  /** Whether the log has its header, and a frame of this number, in the generation of this state. */
  holds(frame: number, state: WalState): boolean;
  /** To be called when the database is closed: closing a file before would release the locks that SQLite has on it. */
  close(): void;
}

const maxTries = 100;
const walHeaderSize = 32;
const frameHeaderSize = 24;
const saltSize = 8;
/** Where the salts are in the header of the log, and in that of a frame. */
const saltsInHeader = 16;
const saltsInFrame = 8;

/** The formats are described at https://www.sqlite.org/walformat.html. The index has the byte order of this machine. */
export function openWalIndex(database: string): WalIndex {
  const log = openSync(`${database}-wal`, "r");
  const index = openSync(`${database}-shm`, "r");
  const buffer = Buffer.alloc(132);
  const bytes = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

  function hasSalts(position: number, salts: string): boolean {
    return readSync(log, buffer, 0, saltSize, position) === saltSize && buffer.toString("hex", 0, saltSize) === salts;
  }

  /** Another program may be writing the header, of which there are two copies. */
  function readWhole(): boolean {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const length = readSync(index, buffer, 0, buffer.length, 0);
      if (length === buffer.length && buffer.compare(buffer, 48, 96, 0, 48) === 0) return true;
    }
    return false;
  }

  return {
    read() {
      if (!readWhole()) return undefined;
      const pageSize = bytes.getUint16(14, isLittleEndian);
      return {
        frames: bytes.getUint32(16, isLittleEndian),
        copied: bytes.getUint32(96, isLittleEndian),
        attempted: bytes.getUint32(128, isLittleEndian),
        commit: bytes.getUint32(8, isLittleEndian),
        salts: buffer.toString("hex", 32, 32 + saltSize),
        pageSize: pageSize === 1 ? 65_536 : pageSize,
      };
    },
    holds(frame, { salts, pageSize }) {
      if (!hasSalts(saltsInHeader, salts)) return false;
      return frame === 0 || hasSalts(walHeaderSize + (frame - 1) * (frameHeaderSize + pageSize) + saltsInFrame, salts);
    },
    close() {
      closeSync(index);
      closeSync(log);
    },
  };
}
