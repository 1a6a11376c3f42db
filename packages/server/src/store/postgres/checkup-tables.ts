import { type Finding, failed, ok, warning } from "../finding.ts";
import { MigrationRefused } from "../migration.ts";
import type { Query } from "./database.ts";
import { planOf, versionOf } from "./migrate.ts";
import { type Migration, migrations } from "./schema.ts";

/** Every table that a step has made. */
const tables = migrations.flatMap(({ sql }) =>
  [...sql.matchAll(/create (?:unlogged )?table (\w+)/g)].map(([, name]) => name),
);

/** Whether the tables are those that this version works with. */
export async function checkTables(query: Query, known: readonly Migration[] = migrations): Promise<Finding> {
  try {
    const { from, to, steps } = await planOf(query, known);
    if (from === 0) return ok("tables", `none yet; \`askback migrate\` or the first server makes them (version ${to})`);
    if (steps.length === 0) return ok("tables", `version ${to}`);
    return warning("tables", `version ${from}, and this Askback has ${to}`, "Run `askback migrate`.");
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error;
    return failed("tables", error.message, error.hint);
  }
}

/** Whether the user may do what a server does, and make the tables where there are none yet. */
export async function checkRights(query: Query): Promise<Finding> {
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
  if ((await versionOf(query)) === 0)
    return failed("permissions", `${who.name} may not make tables in ${who.schema}`, grant);
  return ok(
    "permissions",
    `${who.name} may read and write in ${who.schema}; \`askback migrate\` needs a user that may make tables`,
  );
}
