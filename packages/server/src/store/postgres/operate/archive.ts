import type { Archive } from "../../archive/archive.ts";
import { type Database, type DatabaseUrls, openDatabase } from "../connection/database.ts";
import { readDatabase } from "./archive-reader.ts";
import { writeDatabase } from "./archive-writer.ts";

/** The archive of a database. It can be exported beside running servers; an import should have none. */
export function createPostgresArchive(urls: DatabaseUrls): Archive {
  const open = (): Database => openDatabase({ ...urls, onError() {} });
  return {
    async *read() {
      const database = open();
      try {
        yield* readDatabase(database);
      } finally {
        await database.close();
      }
    },
    async write(header, records) {
      const database = open();
      try {
        await writeDatabase(database, header, records);
      } finally {
        await database.close();
      }
    },
  };
}
