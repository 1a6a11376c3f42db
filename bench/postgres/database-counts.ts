import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";
import { round } from "../statistics.ts";
import { withClient } from "./databases.ts";

/** What PostgreSQL has done since it started, in one database or, as to its log, in all of them. */
export interface DatabaseCounts {
  /** Reads too: each statement that is sent by itself is one. */
  readonly transactions: number;
  readonly rows: number;
  readonly walBytes: number;
  /** Syncs of the log to disk. */
  readonly syncs: number;
}

/** Waits until nobody else is connected: then all have reported what they did. */
export function readDatabaseCounts(url: string): Promise<DatabaseCounts> {
  return withClient(url, async (client) => {
    while (Number(await firstValue(client, othersSql)) > 0);
    const { rows } = await client.query(countsSql);
    return Object.fromEntries(Object.entries(rows[0]).map(([name, value]) => [name, Number(value)])) as never;
  });
}

const othersSql = `select count(*) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

const countsSql = `select xact_commit as transactions, tup_inserted + tup_updated + tup_deleted as rows,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as "walBytes",
    (select sum(fsyncs) from pg_stat_io where object = 'wal') as syncs
  from pg_stat_database where datname = current_database()`;

async function firstValue(client: pg.Client, sql: string): Promise<unknown> {
  const { rows } = await client.query({ text: sql, rowMode: "array" });
  return rows[0]?.[0];
}

/** Tables and indexes with less of the whole are not listed: most of them are empty. */
const smallShare = 0.005;

/** The bytes of each table, with what is stored beside it, and of each index for each of so many parked conversations. */
export function databaseBytesEach(url: string, conversations: number): Promise<Readonly<Record<string, number>>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `select relname as name, case relkind when 'r' then pg_table_size(oid) else pg_relation_size(oid) end as bytes
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') order by bytes desc`,
    );
    const sum = rows.reduce((total, { bytes }) => total + Number(bytes), 0);
    const large = rows.filter(({ bytes }) => Number(bytes) > sum * smallShare);
    const each = large.map(({ name, bytes }) => [String(name), round(Number(bytes) / conversations)]);
    return { all: round(sum / conversations), ...Object.fromEntries(each) };
  });
}

/** The id of the process that all processes of the database server descend from. */
export function databaseProcess(url: string): Promise<number> {
  return withClient(
    url,
    async (client) => readStat(Number(await firstValue(client, "select pg_backend_pid()")))?.parent ?? 0,
  );
}

const msPerTick = 10;

/** The CPU that a database server has used, in milliseconds; as Linux counts it. */
export function databaseCpuMs(server: number): number {
  const own = readStat(server);
  const children = readdirSync("/proc").map((name) => (/^\d+$/.test(name) ? readStat(Number(name)) : undefined));
  const ticks = children.reduce((sum, child) => sum + (child?.parent === server ? child.ticks : 0), 0);
  return ((own?.ticks ?? 0) + (own?.ticksOfEnded ?? 0) + ticks) * msPerTick;
}

function readStat(id: number) {
  try {
    // The name, in parentheses, may have spaces.
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ").map(Number) ?? [];
    const [, parent = 0] = fields;
    const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11);
    return { parent, ticks: user + system, ticksOfEnded: userOfEnded + systemOfEnded };
  } catch {
    // It has ended since the folder was listed.
    return undefined;
  }
}
