import { canaryContract } from "../../testing/canary.contract.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { runSql } from "../testing/run-sql.ts";

canaryContract("PostgreSQL", {
  withoutWords: ["askback_version", "open_inquiry_changes", "restricted_inquiry_changes", "secrets"],
  async open() {
    const url = await freshSchema();
    return { store: await createPostgresStore({ url, onError() {} }), readTables: () => readTables(url) };
  },
});

async function readTables(url: string): Promise<ReadonlyMap<string, string>> {
  const tables = await runSql(url, "select tablename from pg_tables where schemaname = current_schema()");
  const contents = tables.map(async ({ tablename }) => {
    const rows = await runSql(url, `select * from ${tablename}`);
    const values = rows.flatMap((row) => Object.values(row));
    return [String(tablename), values.map(String).join("\n")] as const;
  });
  return new Map(await Promise.all(contents));
}
