import pg from "pg";

export type Row = Record<string, unknown>;
export type Query = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export interface DatabaseOptions {
  readonly url: string;
  /** A URL past any pooler, for LISTEN; where it is given, `url` is taken for a pooler in transaction mode. */
  readonly directUrl?: string | undefined;
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number;
  /** Told of connections that broke while they were idle. */
  failed(error: unknown): void;
}

/** The connections to PostgreSQL. */
export interface Database {
  query: Query;
  /** A statement that is sent often: it is prepared once per connection, unless a pooler is in between. */
  prepared(name: string, sql: string): (values: readonly unknown[]) => Promise<readonly Row[]>;
  transaction<Value>(work: (query: Query) => Promise<Value>): Promise<Value>;
  /** A connection of its own, past any pooler. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

const defaultConnections = 10;
const defaultTimeoutMs = 10_000;
const connectionTimeoutMs = 5_000;

export function openDatabase(options: DatabaseOptions): Database {
  const { url, directUrl, failed } = options;
  const isPooled = directUrl !== undefined;
  const timeoutMs = options.statementTimeoutMs ?? defaultTimeoutMs;
  const common = { application_name: "askback", connectionTimeoutMillis: connectionTimeoutMs, keepAlive: true };
  const pool = new pg.Pool({
    ...common,
    connectionString: url,
    max: options.maxConnections ?? defaultConnections,
    // A pooler in transaction mode passes no settings on; there the client watches the time alone.
    ...(isPooled ? {} : { statement_timeout: timeoutMs }),
    query_timeout: timeoutMs + 1_000,
  });
  pool.on("error", failed);

  return {
    query: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    prepared: (name, text) => async (values) =>
      (await pool.query({ text, values: [...values], ...(!isPooled && { name }) })).rows,
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query("begin");
        const value = await work(async (sql, values = []) => (await client.query(sql, [...values])).rows);
        await client.query("commit");
        return value;
      } catch (error) {
        await client.query("rollback").catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    async connect() {
      const client = new pg.Client({ ...common, connectionString: directUrl ?? url });
      await client.connect();
      return client;
    },
    close: () => pool.end(),
  };
}
