import pg from "pg";
import { StoreUnavailable } from "../../store-unavailable.ts";
import { createDiskProbe, probeStatement } from "./disk-probe.ts";
import {
  createReadOnlyError,
  isFailingDisk,
  isReadOnly,
  isReadTimeout,
  isSerializationFailure,
  toStoreError,
  wasNotSent,
} from "./pg-errors.ts";

export type Row = Record<string, unknown>;
export type Query = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export interface DatabaseUrls {
  readonly url: string;
  /** A URL past any pooler, for LISTEN; where it is given, `url` is taken for a pooler in transaction mode. */
  readonly directUrl?: string | undefined;
}

export interface DatabaseOptions extends DatabaseUrls {
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number;
  /** Called when an idle connection broke. */
  onError(error: unknown): void;
}

interface TransactionStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly isRequired?: boolean | undefined;
}

/** The connections to PostgreSQL. While it is unavailable everything rejects with `StoreUnavailable`, then it reconnects. */
export interface Database {
  query: Query;
  /** A statement that is sent often: it is prepared once per connection, unless a pooler is in between. */
  prepared(name: string, sql: string): (values: readonly unknown[]) => Promise<readonly Row[]>;
  /** Runs all of them, or none where a required one finds no row; gives the rows of the last one. */
  transaction(statements: readonly TransactionStatement[]): Promise<readonly Row[] | undefined>;
  /** A dedicated connection past any pooler; its queries time out only where a limit is given. */
  connect(limit?: { readonly queryMs: number }): Promise<pg.Client>;
  /** How often a connection was lost: after a failover the new server may have less data. */
  connectionLosses(): number;
  /** The error of a query that failed because of the disk, until the database writes again. */
  whyUnavailable(): StoreUnavailable | undefined;
  close(): Promise<void>;
}

/** `askback migrate` recognises connections of servers by this name. */
export const applicationName = "askback";
/** The connections of a server, beside the one that listens. */
export const connectionsPerServer = 10;
const defaultTimeoutMs = 10_000;
const defaultConnectTimeoutMs = 10_000;
const maxAttempts = 6;

export function openDatabase(options: DatabaseOptions): Database {
  const { url, directUrl, onError } = options;
  const isPooled = directUrl !== undefined;
  const timeoutMs = options.statementTimeoutMs ?? defaultTimeoutMs;
  const common = {
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs(url),
    // Keep-alive detects a peer that vanished silently within half a minute.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  let connectionLosses = 0;
  let isClosed = false;
  let pool = openPool();

  function openPool(): pg.Pool {
    const opened = new pg.Pool({
      ...common,
      connectionString: withoutApplicationName(url),
      max: options.maxConnections ?? connectionsPerServer,
      // A pooler in transaction mode does not pass settings on, so there only the client's timeout applies.
      ...(isPooled ? {} : { statement_timeout: timeoutMs }),
      query_timeout: timeoutMs + 1_000,
      onConnect: refuseReadOnly,
    });
    opened.on("error", (error) => {
      connectionLosses += 1;
      onError(toStoreError(error));
    });
    return opened;
  }

  /** The driver closes a connection on which a query failed. */
  async function run(send: (used: pg.Pool) => Promise<pg.QueryResult<Row>>, attempt = 1): Promise<readonly Row[]> {
    const used = pool;
    try {
      return (await send(used)).rows;
    } catch (error) {
      if (attempt < maxAttempts && isSerializationFailure(error)) return run(send, attempt + 1);
      // It waited for a connection of a pool that was replaced in the meantime.
      if (attempt === 1 && used !== pool && !isClosed && wasNotSent(error)) return run(send, attempt + 1);
      if (isReadOnly(error) || isReadTimeout(error)) replacePool(used);
      const storeError = toStoreError(error);
      if (storeError instanceof StoreUnavailable) connectionLosses += 1;
      if (storeError instanceof StoreUnavailable && isFailingDisk(storeError)) disk.failed(storeError);
      throw storeError;
    }
  }

  /** The other connections of the pool lead to the same unusable server. */
  function replacePool(used: pg.Pool): void {
    if (used !== pool || isClosed) return;
    pool = openPool();
    used.end().catch(onError);
  }

  async function transaction(statements: readonly TransactionStatement[]): Promise<readonly Row[] | undefined> {
    let isWhole = true;
    const rows = await run(async (used) => {
      const client = await used.connect();
      let last: pg.QueryResult<Row> | undefined;
      try {
        await client.query("begin");
        for (const { sql, values, isRequired } of statements) {
          last = await client.query<Row>(sql, [...values]);
          isWhole = !isRequired || last.rows.length > 0;
          if (!isWhole) break;
        }
        const ended = await client.query<Row>(isWhole ? "commit" : "rollback");
        client.release();
        return last ?? ended;
      } catch (error) {
        // Closing the connection ends the transaction.
        client.release(true);
        throw error;
      }
    });
    return isWhole ? rows : undefined;
  }
  const disk = createDiskProbe(() => transaction([{ sql: probeStatement, values: [] }]));

  return {
    query: (sql, values = []) => run((used) => used.query(sql, [...values])),
    prepared: (name, text) => (values) =>
      run((used) => used.query({ text, values: [...values], ...(!isPooled && { name }) })),
    transaction,
    async connect(limit) {
      const client = new pg.Client({
        ...common,
        connectionString: withoutApplicationName(directUrl ?? url),
        ...(limit && { query_timeout: limit.queryMs }),
      });
      await client.connect().catch((error) => {
        throw toStoreError(error);
      });
      client.once("end", () => {
        connectionLosses += 1;
      });
      return client;
    },
    connectionLosses: () => connectionLosses,
    whyUnavailable: disk.whyUnavailable,
    close() {
      isClosed = true;
      disk.close();
      return pool.end();
    },
  };
}

/** A standby accepts connections too, and so does a primary after it was demoted. */
async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("show transaction_read_only");
  if (rows[0]?.transaction_read_only === "on") throw createReadOnlyError();
}

/** A dedicated connection; closing it rolls back an open transaction. */
export interface Connection {
  readonly client: pg.Client;
  readonly query: Query;
  close(): Promise<void>;
}

export async function openConnection(database: Database): Promise<Connection> {
  const client = await database.connect();
  // A broken connection shows in the query that it fails.
  client.on("error", () => {});
  return {
    client,
    query: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    close: () => client.end(),
  };
}

/**
 * How long to wait for a new or a free connection: `connect_timeout` of the URL, in seconds, as libpq knows it. The driver
 * ignores that parameter.
 */
function connectTimeoutMs(url: string): number {
  const [, seconds = ""] = /[?&]connect_timeout=(\d+)/.exec(url) ?? [];
  return Number(seconds) * 1_000 || defaultConnectTimeoutMs;
}

/** The driver would prefer an application name in the URL to ours. */
export function withoutApplicationName(url: string): string {
  return url.replaceAll(/(?<=[?&])(?:fallback_)?application_name=[^&#]*&?/g, "");
}
