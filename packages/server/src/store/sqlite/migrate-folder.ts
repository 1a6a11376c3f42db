import type { MigrationReport } from "../migration.ts";
import { databaseFile } from "./open-folder.ts";
import { plannedIn } from "./schema.ts";
import { createSqliteStore } from "./sqlite-store.ts";

/** Brings the database of a data folder up to this version, or tells what that would take. */
export async function migrateSqlite(
  folder: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<MigrationReport> {
  const plan = plannedIn(databaseFile(folder));
  // To open a store is to migrate it.
  if (!dryRun && plan.steps.length > 0) await createSqliteStore({ folder }).close();
  return plan;
}
