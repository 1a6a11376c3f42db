import type { Archive } from "../../archive/archive.ts";
import { readFolder } from "./archive-reader.ts";
import { writeFolder } from "./archive-writer.ts";

/** The archive of a data folder. It can be exported beside a running server; an import needs the folder for itself. */
export function createSqliteArchive({ folder }: { readonly folder: string }): Archive {
  return {
    read: () => readFolder(folder),
    write: (header, records) => writeFolder(folder, header, records),
  };
}
