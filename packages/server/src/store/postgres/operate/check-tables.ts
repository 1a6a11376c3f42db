import { type Finding, failed, ok, warning } from "../../check-finding.ts";
import { MigrationRefused } from "../../migration.ts";
import type { Query } from "../connection/database.ts";
import { type Migration, migrations } from "../schema/schema.ts";
import { plan, readVersion } from "./migrate.ts";

/** Every table that the migrations create. */
const tables = migrations.flatMap(({ sql }) =>
  [...sql.matchAll(/create (?:unlogged )?table (\w+)/g)].map(([, name]) => name),
);

/** Checks that the tables have the version of this Askback. */
export async function checkTables(query: Query, known: readonly Migration[] = migrations): Promise<Finding> {
  try {
    const { from, to, steps } = await plan(query, known);
    if (from === 0) return ok("tables", `none yet; \`askback migrate\` or the first server makes them (version ${to})`);
    if (steps.length === 0) return ok("tables", `version ${to}`);
    return warning("tables", `version ${from}, and this Askback has ${to}`, "Run `askback migrate`.");
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error;
    return failed("tables", error.message, error.hint);
  }
}

/** Checks that the user may read and write the tables, and create them where there are none yet. */
export async function checkPermissions(query: Query): Promise<Finding> {
  const [who] = await query(
    "select current_user as name, current_schema() as schema, has_schema_privilege(current_schema(), 'create') as may_create",
  );
  if (typeof who?.schema !== "string")
    return failed(
      "permissions",
      "the search_path of this user names no schema that there is",
      `As an owner of the database: create schema ${who?.name} authorization ${who?.name};`,
    );
  const lacking = await query(
    `select name, string_agg(wanted, ', ') as wanted
     from unnest($1::text[]) as name, unnest(array['select', 'insert', 'update', 'delete']) as wanted
     where to_regclass(name) is not null and not has_table_privilege(to_regclass(name)::oid, wanted)
     group by name order by name`,
    [tables],
  );
  const [table] = lacking;
  if (table)
    return failed(
      "permissions",
      `${who.name} may not ${table.wanted} in ${lacking.map(({ name }) => name).join(", ")}`,
      `As their owner: grant select, insert, update, delete on all tables in schema ${who.schema} to ${who.name};`,
    );
  if (who.may_create === true) return ok("permissions", `${who.name} may read, write and make tables in ${who.schema}`);
  const grant = `As an owner of the database: grant create on schema ${who.schema} to ${who.name};`;
  if ((await readVersion(query)) === 0)
    return failed("permissions", `${who.name} may not make tables in ${who.schema}`, grant);
  return ok(
    "permissions",
    `${who.name} may read and write in ${who.schema}; \`askback migrate\` needs a user that may make tables`,
  );
}
