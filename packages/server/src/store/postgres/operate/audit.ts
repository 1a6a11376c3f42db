import type { AuditAccess } from "../../audit/audit-verify.ts";
import { createAuditReader } from "../audit.ts";
import { type DatabaseUrls, openConnection, openDatabase } from "../connection/database.ts";
import { requireCurrentTables } from "./archive-reader.ts";

/** The audit of a database, beside running servers. */
export function createPostgresAuditAccess(urls: DatabaseUrls): AuditAccess {
  return {
    async open() {
      const database = openDatabase({ ...urls, onError() {} });
      const connection = await openConnection(database);
      await requireCurrentTables(connection.query);
      return {
        ...createAuditReader(connection.query),
        async close() {
          await connection.close();
          await database.close();
        },
      };
    },
  };
}
