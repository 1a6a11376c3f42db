import type { AuditAccess } from "../../audit/audit-verify.ts";
import { createAuditReader } from "../audit.ts";
import { openForReading, requireDatabase } from "../data-folder.ts";

/** The audit of a data folder, also while a server writes to it. */
export function createSqliteAuditAccess({ folder }: { readonly folder: string }): AuditAccess {
  return {
    async open() {
      requireDatabase(folder);
      const db = openForReading(folder);
      const reader = createAuditReader(async (sql, values) => db.prepare(sql).all(...values));
      return { ...reader, close: async () => db.close() };
    },
  };
}
