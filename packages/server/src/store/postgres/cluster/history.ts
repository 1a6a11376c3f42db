import { randomBytes } from "node:crypto";
import { type Database, type DatabaseUrls, openDatabase } from "../connection/database.ts";
import { migrate } from "../operate/migrate.ts";

export interface History {
  /** The id of the log, as it is in the database now. */
  read(): Promise<string>;
  /** Starts a new history if the database was restored, moved or promoted since a server last looked. */
  check(): Promise<void>;
  /** Starts a new history, unless another server has done so already. */
  replace(): Promise<void>;
  onReplaced(listener: () => void): () => void;
}

/** The id of the log that all servers of a database share. */
export function createHistory(database: Database): History {
  const listeners = new Set<() => void>();
  let known: string | undefined;

  async function read(): Promise<string> {
    const [row] = await database.query("select id from history");
    const id = String(row?.id);
    const isReplaced = known !== undefined && known !== id;
    known = id;
    if (isReplaced) for (const listener of listeners) listener();
    return id;
  }

  return {
    read,
    async check() {
      const origin = await readOrigin(database);
      // The first server after the migration only records where it is.
      await database.query(
        `update history set id = case when origin is null then id else $2 end, origin = $1
         where origin is distinct from $1`,
        [origin, newId()],
      );
      await read();
    },
    async replace() {
      await database.query("update history set id = $1, origin = $2 where id = $3", [
        newId(),
        await readOrigin(database),
        known,
      ]);
      await database.query("select pg_notify('askback_replaced', '')");
      await read();
    },
    onReplaced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Starts a new history, for an operator who restored the database; running servers are notified. */
export async function startNewPostgresHistory(urls: DatabaseUrls): Promise<void> {
  const database = openDatabase({ ...urls, maxConnections: 1, onError() {} });
  try {
    await migrate(database);
    await database.query("update history set id = $1, origin = $2", [newId(), await readOrigin(database)]);
    await database.query("select pg_notify('askback_replaced', '')");
  } finally {
    await database.close();
  }
}

/** The right is missing, or there is no such function or feature. */
const undisclosed: readonly string[] = ["42501", "42883", "0A000"];

function newId(): string {
  return randomBytes(16).toString("hex");
}

/**
 * Where the log is: the cluster and its timeline, which changes with a recovery to a point in time and with the promotion of
 * a standby, and the table, which is another one after a dump was loaded. Some services do not tell the first two.
 */
async function readOrigin({ query }: Database): Promise<string> {
  const [row] = await query(
    "select (select oid from pg_database where datname = current_database()) || '/' || 'history'::regclass::oid as tables",
  );
  return `${await readCluster(query)}/${row?.tables}`;
}

async function readCluster(query: Database["query"]): Promise<string> {
  try {
    const [row] = await query(
      "select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as cluster from pg_control_system()",
    );
    return String(row?.cluster);
  } catch (error) {
    if (undisclosed.includes(String((error as { readonly code?: unknown }).code))) return "unknown";
    throw error;
  }
}
