import type { Archive } from "../archive.ts";
import { readDatabase } from "./archive-reader.ts";
import { writeDatabase } from "./archive-writer.ts";
import { openDatabase } from "./database.ts";

/** What a database holds. It is read beside running servers; to be filled, it should have none. */
export function createPostgresArchive(urls: { readonly url: string; readonly directUrl?: string }): Archive {
  return {
    async *read() {
      const database = openDatabase({ ...urls, failed() {} });
      try {
        yield* readDatabase(database);
      } finally {
        await database.close();
      }
    },
    async write(header, records) {
      const database = openDatabase({ ...urls, failed() {} });
      try {
        await writeDatabase(database, header, records);
      } finally {
        await database.close();
      }
    },
  };
}
