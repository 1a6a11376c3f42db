import type { Archive } from "../archive.ts";
import { readFolder } from "./archive-reader.ts";
import { writeFolder } from "./archive-writer.ts";

/** What a data folder holds. It is read beside a running server; to be filled, the folder must be free. */
export function createSqliteArchive({ folder }: { readonly folder: string }): Archive {
  return {
    read: () => readFolder(folder),
    write: (header, records) => writeFolder(folder, header, records),
  };
}
