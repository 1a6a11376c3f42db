import { closeSync, openSync, readSync } from "node:fs";

/** Reads from a write-ahead log which pages were written. */
export interface WalReader {
  /**
   * Adds the numbers of the pages that were written since the last call, at first of all that are in the log. Returns
   * false if some may have been missed, because another program has emptied the log in between.
   */
  collect(pages: Set<number>): boolean;
  /** To be called when all of the log is in the database, so that the next write begins at its start. */
  expectRestart(): void;
  close(): void;
}

const headerSize = 32;
const frameHeaderSize = 24;

/** The format is described at https://www.sqlite.org/fileformat2.html#walformat. */
export function openWalReader(path: string, pageSize: number): WalReader {
  const file = openSync(path, "r");
  const buffer = Buffer.alloc(headerSize);
  let salt: { readonly count: number; readonly random: number } | undefined;
  let framesRead = 0;
  let mayRestart = true;

  function readAt(position: number, length: number): boolean {
    return readSync(file, buffer, 0, length, position) === length;
  }

  function collect(pages: Set<number>): boolean {
    if (!readAt(0, headerSize)) return true;
    const found = { count: buffer.readUInt32BE(16), random: buffer.readUInt32BE(20) };
    if (found.count !== salt?.count || found.random !== salt.random) {
      // Each restart adds one to the first salt.
      if (salt && (!mayRestart || found.count !== (salt.count + 1) % 2 ** 32)) return false;
      salt = found;
      framesRead = 0;
      mayRestart = false;
    }
    for (;;) {
      if (!readAt(headerSize + framesRead * (frameHeaderSize + pageSize), frameHeaderSize)) return true;
      // The frames that follow are left from before the restart.
      if (buffer.readUInt32BE(8) !== salt.count || buffer.readUInt32BE(12) !== salt.random) return true;
      pages.add(buffer.readUInt32BE(0));
      framesRead += 1;
    }
  }

  return {
    collect,
    expectRestart() {
      mayRestart = true;
    },
    close: () => closeSync(file),
  };
}
