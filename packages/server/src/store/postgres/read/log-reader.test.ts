import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { StoreUnavailable } from "../../store-unavailable.ts";
import { openDatabase } from "../connection/database.ts";
import { migrate } from "../operate/migrate.ts";
import { positionsPerRow } from "../schema/smaller-rows-schema.ts";
import { freshSchema, versions } from "../testing/fresh-schema.ts";
import { createHorizon } from "./log-horizon.ts";
import { createLogReader } from "./log-reader.ts";

const onError = (error: unknown) => {
  throw error;
};

/** A log with a reader, and writers whose transactions the test ends. */
async function openLog(server: string) {
  const url = await freshSchema(server);
  const database = openDatabase({ url, onError });
  await migrate(database);
  const rechecked = Promise.withResolvers<void>();
  const reader = createLogReader(database, { recheck: rechecked.resolve, onReconnected: async () => {} });
  onTestFinished(async () => {
    reader.close();
    await database.close();
  });

  async function openTransaction(to = url) {
    const client = new pg.Client(to);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("begin");
    return {
      write: (name: string) => client.query(insert, [name]),
      query: (sql: string) => client.query(sql),
      commit: () => client.query("commit"),
      rollBack: () => client.query("rollback"),
    };
  }

  return {
    url,
    reader,
    rechecked: rechecked.promise,
    isKnownPosition: createHorizon(database).isKnownPosition,
    openTransaction,
    write: (name: string) => database.query(insert, [name]),
    query: database.query,
    async read(after = 0) {
      const events = await reader.events({ after, limit: 100 });
      return events.map(({ conversationId }) => conversationId);
    },
  };
}

/** The position of the row of this number. */
const at = (row: number) => row * positionsPerRow;

const insert = `insert into events (conversation_id, project, version, event) values ($1, 'default', 1, '{}')`;

describe.each(versions)("on the $version PostgreSQL", ({ provided }) => {
  test("[STORE-16] a reader waits for a lower position that is not committed yet, and then reads both in order", async () => {
    const { read, write, openTransaction, reader, isKnownPosition } = await openLog(inject(provided));
    await write("first");
    expect(await read()).toEqual(["first"]);
    const slow = await openTransaction();
    await slow.write("slow");
    await write("fast");
    expect(await read()).toEqual(["first"]);
    expect(await reader.position()).toBe(at(1));
    // Another server may have read further, so its readers may come with such a position.
    expect([await isKnownPosition(at(3)), await isKnownPosition(at(4))]).toEqual([true, false]);
    await slow.commit();
    expect(await read()).toEqual(["first", "slow", "fast"]);
  });

  test("[STORE-16] a reader that follows the log waits at a gap, and goes on behind it", async () => {
    const { read, write, openTransaction } = await openLog(inject(provided));
    await write("first");
    expect(await read()).toEqual(["first"]);
    await write("second");
    expect(await read(at(1))).toEqual(["second"]);
    const [slow, failing] = [await openTransaction(), await openTransaction()];
    await slow.write("slow");
    await failing.write("failing");
    await write("fast");
    expect(await read(at(2))).toEqual([]);
    await slow.commit();
    expect(await read(at(2))).toEqual(["slow"]);
    await failing.rollBack();
    expect(await read(at(3))).toEqual(["fast"]);
  });

  test("[STORE-16] a position that was rolled back is skipped without a further commit", async () => {
    const { read, write, openTransaction, rechecked } = await openLog(inject(provided));
    await read();
    const failing = await openTransaction();
    await failing.write("never");
    await write("later");
    expect(await read()).toEqual([]);
    await failing.rollBack();
    await rechecked;
    expect(await read()).toEqual(["later"]);
  });

  test("[STORE-16] writers that start after a gap was seen do not keep it open", async () => {
    const { read, write, openTransaction } = await openLog(inject(provided));
    await read();
    const failing = await openTransaction();
    await failing.write("never");
    await write("one");
    expect(await read()).toEqual([]);
    const later = await openTransaction();
    await later.write("later");
    await write("two");
    await failing.rollBack();
    expect(await read()).toEqual(["one"]);
    await later.commit();
    expect(await read()).toEqual(["one", "later", "two"]);
  });

  test("[STORE-16] a long transaction in another database, or on other tables, delays no reader", async () => {
    const { read, write, openTransaction } = await openLog(inject(provided));
    await read();
    const elsewhere = await openTransaction(inject(provided).replace(/\/askback$/, "/postgres"));
    await elsewhere.query("create temporary table busy (id integer)");
    const other = await openTransaction();
    await other.query("create temporary table busy (id integer)");
    const failing = await openTransaction();
    await failing.write("never");
    await failing.rollBack();
    await write("later");
    expect(await read()).toEqual(["later"]);
  });

  test("[STORE-16] a reader that starts during a write waits for positions below the last row", async () => {
    const { read, write, openTransaction } = await openLog(inject(provided));
    const slow = await openTransaction();
    await slow.write("slow");
    await write("fast");
    const reading = read();
    await slow.commit();
    expect(await reading).toEqual(["slow", "fast"]);
  });

  test("[STORE-16] many erased positions are skipped in one read", async () => {
    const { read, write, openTransaction } = await openLog(inject(provided));
    await read();
    for (let count = 0; count < 30; count += 1) await write(`event ${count}`);
    const eraser = await openTransaction();
    await eraser.query(`delete from events where position % ${at(3)} = 0`);
    await eraser.commit();
    expect(await read()).toHaveLength(20);
  });

  test("[STORE-16] a position that is requested during a read includes what was committed before the request", async () => {
    const { url, write, reader } = await openLog(inject(provided));
    expect(await reader.position()).toBe(0);
    const gate = Promise.withResolvers<void>();
    const database = openDatabase({ url, onError });
    onTestFinished(() => database.close());
    const slow = createLogReader(
      {
        ...database,
        prepared(name, sql) {
          const run = database.prepared(name, sql);
          return async (values) => {
            const rows = await run(values);
            if (name === "askback_positions") await gate.promise;
            return rows;
          };
        },
      },
      { recheck() {}, onReconnected: async () => {} },
    );
    const early = slow.position();
    await database.query("select");
    await write("new");
    const late = [slow.position(), slow.position()];
    gate.resolve();
    await early;
    expect(await Promise.all(late)).toEqual([at(1), at(1)]);
  });

  test("[STORE-20] after a failover to a shorter log, no position that a reader has passed is given again", async () => {
    const { read, write, query, reader } = await openLog(inject(provided));
    await read();
    for (const name of ["kept", "lost", "lost too"]) await write(name);
    expect(await read()).toEqual(["kept", "lost", "lost too"]);
    await query(`delete from events where position > ${at(1)}`);
    await query(`alter table events alter column position restart with ${at(2)}`);
    await expect(query("select pg_terminate_backend(pg_backend_pid())")).rejects.toBeInstanceOf(StoreUnavailable);
    await reader.position();
    await write("new");
    expect(await read(at(3))).toEqual(["new"]);
    expect(await read()).toEqual(["kept", "new"]);
  });
});
