import pg from "pg";
import { StoreUnavailable } from "../store-unavailable.ts";
import { applicationName, withoutName } from "./application-name.ts";
import { isVictim, knownError, leadsAstray, neverLeft } from "./away.ts";

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

/** The connections to PostgreSQL. While it is away everything fails with `StoreUnavailable`; then new connections are made. */
export interface Database {
  query: Query;
  /** A statement that is sent often: it is prepared once per connection, unless a pooler is in between. */
  prepared(name: string, sql: string): (values: readonly unknown[]) => Promise<readonly Row[]>;
  /** A connection of its own, past any pooler; its queries have a time limit only where one is given. */
  connect(limit?: { readonly queryMs: number }): Promise<pg.Client>;
  /** How often the database was lost: after that it may be another server, with less in it. */
  losses(): number;
  close(): Promise<void>;
}

/** The connections of a server, beside the one that listens. */
export const connectionsPerServer = 10;
const defaultTimeoutMs = 10_000;
const connectionTimeoutMs = 5_000;
const attempts = 6;

export function openDatabase(options: DatabaseOptions): Database {
  const { url, directUrl, failed } = options;
  const isPooled = directUrl !== undefined;
  const timeoutMs = options.statementTimeoutMs ?? defaultTimeoutMs;
  const common = {
    application_name: applicationName,
    connectionTimeoutMillis: connectionTimeoutMs,
    // A peer that vanished without a word is found out within half a minute.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  let losses = 0;
  let isClosed = false;
  let pool = openPool();

  function openPool(): pg.Pool {
    const fresh = new pg.Pool({
      ...common,
      connectionString: withoutName(url),
      max: options.maxConnections ?? connectionsPerServer,
      // A pooler in transaction mode passes no settings on; there the client watches the time alone.
      ...(isPooled ? {} : { statement_timeout: timeoutMs }),
      query_timeout: timeoutMs + 1_000,
      onConnect: refuseReadOnly,
    });
    fresh.on("error", (error) => {
      losses += 1;
      failed(knownError(error));
    });
    return fresh;
  }

  /** The driver does not put a connection back on which a query failed. */
  async function ask(send: (used: pg.Pool) => Promise<pg.QueryResult<Row>>, attempt = 1): Promise<readonly Row[]> {
    const used = pool;
    try {
      return (await send(used)).rows;
    } catch (error) {
      if (attempt < attempts && isVictim(error)) return ask(send, attempt + 1);
      // It waited for a connection of a pool that was replaced meanwhile.
      if (attempt === 1 && used !== pool && !isClosed && neverLeft(error)) return ask(send, attempt + 1);
      if (leadsAstray(error)) replace(used);
      const known = knownError(error);
      if (known instanceof StoreUnavailable) losses += 1;
      throw known;
    }
  }

  /** The other connections lead to the same server. */
  function replace(used: pg.Pool): void {
    if (used !== pool || isClosed) return;
    pool = openPool();
    used.end().catch(failed);
  }

  return {
    query: (sql, values = []) => ask((used) => used.query(sql, [...values])),
    prepared: (name, text) => (values) =>
      ask((used) => used.query({ text, values: [...values], ...(!isPooled && { name }) })),
    async connect(limit) {
      const client = new pg.Client({
        ...common,
        connectionString: withoutName(directUrl ?? url),
        ...(limit && { query_timeout: limit.queryMs }),
      });
      await client.connect().catch((error) => {
        throw knownError(error);
      });
      client.once("end", () => {
        losses += 1;
      });
      return client;
    },
    losses: () => losses,
    close() {
      isClosed = true;
      return pool.end();
    },
  };
}

/** A standby takes connections too, and so does a primary after it was demoted. */
async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("show transaction_read_only");
  if (rows[0]?.transaction_read_only === "on")
    throw new StoreUnavailable("the database takes no writes right now", { code: "25006" });
}
