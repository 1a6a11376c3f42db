import { describeSkew } from "../../check-clock.ts";
import { type Finding, failed, ok, warning } from "../../check-finding.ts";
import { connectionsPerServer, type Query } from "../connection/database.ts";

const oldestVersion = 14;
/** The pool, and the connection that listens. */
const perServer = connectionsPerServer + 1;

/** Checks that the version, role and encoding of the server are supported. */
export async function checkVersion(query: Query): Promise<Finding> {
  const [row] = await query(
    "select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version, current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') as read_only",
  );
  if (Number(row?.major) < oldestVersion)
    return failed("version", `PostgreSQL ${row?.version}`, `Upgrade to PostgreSQL ${oldestVersion} or newer.`);
  if (row?.is_standby === true)
    return failed(
      "version",
      `PostgreSQL ${row.version}, a standby that takes no writes`,
      "Name the primary in the URL.",
    );
  if (row?.read_only === "on")
    return failed(
      "version",
      `PostgreSQL ${row.version}, read-only for this user`,
      "Take default_transaction_read_only from the server, the database or the user.",
    );
  if (row?.encoding !== "UTF8")
    return failed(
      "version",
      `PostgreSQL ${row?.version} with the encoding ${row?.encoding}`,
      "Make a database that holds every text: create database askback encoding 'UTF8' template template0;",
    );
  return ok("version", `PostgreSQL ${row.version}`);
}

/** Checks that this machine and the database agree on the time. */
export async function checkClock(query: Query, now: () => number): Promise<Finding> {
  const samples: { readonly ahead: number; readonly roundTrip: number }[] = [];
  for (let count = 0; count < 3; count += 1) {
    const before = now();
    const [row] = await query("select (extract(epoch from clock_timestamp()) * 1000)::float8 as now");
    const after = now();
    samples.push({ ahead: (before + after) / 2 - Number(row?.now), roundTrip: after - before });
  }
  // The sample with the shortest round trip is the most exact.
  const { ahead } = samples.reduce((best, next) => (next.roundTrip < best.roundTrip ? next : best));
  return describeSkew(ahead, "database");
}

/** Checks that acknowledged commits survive a power cut. */
export async function checkDurability(query: Query): Promise<Finding> {
  const settings = ["fsync", "full_page_writes", "synchronous_commit"];
  const rows = await query("select name, current_setting(name) as value from unnest($1::text[]) as name", [settings]);
  const off = rows.filter(({ value }) => value === "off").map(({ name }) => name);
  const found = rows.map(({ name, value }) => `${name} ${value}`).join(", ");
  if (off.length === 0) return ok("durability", found);
  const danger = off.some((name) => name !== "synchronous_commit")
    ? "a power cut may destroy the database"
    : "a crash of the database may undo what was acknowledged";
  return warning("durability", found, `Turn ${off.join(" and ")} on: ${danger}.`);
}

/** Checks that there are connections for one more server. */
export async function checkConnections(query: Query): Promise<Finding> {
  const [row] = await query(
    `with used as (select usename, datname from pg_stat_activity where datid is not null)
     select current_setting('max_connections')::int as most, least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) - (select count(*) from used),
       (select rolconnlimit - (select count(*) from used where usename = current_user)
         from pg_roles where rolname = current_user and rolconnlimit >= 0),
       (select datconnlimit - (select count(*) from used where datname = current_database())
         from pg_database where datname = current_database() and datconnlimit >= 0)) as left`,
  );
  const found = `${row?.left} left of ${row?.most}; a server takes up to ${perServer}`;
  if (Number(row?.left) >= perServer) return ok("connections", found);
  return warning(
    "connections",
    found,
    "Before another server starts, raise max_connections (or the limit of the user or database), or put a pooler in between.",
  );
}
