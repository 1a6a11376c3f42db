import { type Clock, systemClock, systemTime, type TimeSources } from "../../../clock.ts";
import { type DatabaseUrls, openDatabase, type Row } from "../connection/database.ts";
import { nowSql } from "../connection/sql-values.ts";

/** The database's clock, as far as its answers tell; between them it goes on by elapsed time. */
export interface DatabaseClock extends Clock {
  /** Sends a query whose first row has the database's time as `now`, and adjusts the clock by it. */
  adjust(send: () => Promise<readonly Row[]>): Promise<readonly Row[]>;
}

const timeQuery = `select ${nowSql("null")} as now`;

/** Asks the database for the time before anything else does. */
export async function startDatabaseClock(
  query: (sql: string) => Promise<readonly Row[]>,
  { monotonic }: Pick<TimeSources, "monotonic"> = systemTime,
): Promise<DatabaseClock> {
  /** The database's time minus the elapsed one. */
  let offset: number | undefined;

  async function adjust(send: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    const sentAt = monotonic();
    const rows = await send();
    if (rows[0]?.now == null) return rows;
    // The time is a whole millisecond and was read between request and response; within that range nothing changes.
    const time = Number(rows[0].now);
    const least = time - monotonic();
    const most = time + 1 - sentAt;
    offset = Math.min(Math.max(offset ?? (least + most) / 2, least), most);
    return rows;
  }

  await adjust(() => query(timeQuery));
  return {
    now: () => Math.floor(monotonic() + (offset ?? 0)),
    elapsed: monotonic,
    after: systemClock.after,
    adjust,
  };
}

/** The time of a database that no store of this process has open. */
export async function readDatabaseTime(urls: DatabaseUrls): Promise<number> {
  const database = openDatabase({ ...urls, maxConnections: 1, onError() {} });
  try {
    const [row] = await database.query(timeQuery);
    return Number(row?.now);
  } finally {
    await database.close();
  }
}
