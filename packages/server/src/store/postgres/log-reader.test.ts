import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { StoreUnavailable } from "../store-unavailable.ts";
import { openDatabase } from "./database.ts";
import { createHorizon } from "./horizon.ts";
import { createLogReader } from "./log-reader.ts";
import { migrate } from "./migrate.ts";
import { freshSchema, versions } from "./testing/fresh-schema.ts";

const failed = (error: unknown) => {
  throw error;
};

/** A log with a reader, and writers whose transactions stay open for as long as the test wants. */
async function createScene(server: string) {
  const url = await freshSchema(server);
  const database = openDatabase({ url, failed });
  await migrate(database);
  const looks = Promise.withResolvers<void>();
  const reader = createLogReader(database, () => looks.resolve());
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
    looks: looks.promise,
    hasGiven: createHorizon(database).hasGiven,
    openTransaction,
    write: (name: string) => database.query(insert, [name]),
    query: database.query,
    async read(after = 0) {
      const events = await reader.events({ after, limit: 100 });
      return events.map(({ conversationId }) => conversationId);
    },
  };
}

const insert = `insert into events (conversation_id, project, version, event) values ($1, 'default', 1, '{}')`;

describe.each(versions)("on the $version PostgreSQL", ({ provided }) => {
  test("[STORE-16] a reader waits for a lower position that is not committed yet, and then has both in order", async () => {
    const { read, write, openTransaction, reader, hasGiven } = await createScene(inject(provided));
    await write("first");
    expect(await read()).toEqual(["first"]);
    const slow = await openTransaction();
    await slow.write("slow");
    await write("fast");
    expect(await read()).toEqual(["first"]);
    expect(await reader.position()).toBe(1);
    // A reader who was told of it by a server that saw the other end sooner may come here.
    expect([await hasGiven(3), await hasGiven(4)]).toEqual([true, false]);
    await slow.commit();
    expect(await read()).toEqual(["first", "slow", "fast"]);
  });

  test("[STORE-16] a position that was rolled back is passed over once nobody can fill it, without a commit to announce it", async () => {
    const { read, write, openTransaction, looks } = await createScene(inject(provided));
    await read();
    const failing = await openTransaction();
    await failing.write("never");
    await write("later");
    expect(await read()).toEqual([]);
    await failing.rollBack();
    await looks;
    expect(await read()).toEqual(["later"]);
  });

  test("[STORE-16] writers that come after a gap was seen do not keep it open", async () => {
    const { read, write, openTransaction } = await createScene(inject(provided));
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

  test("[STORE-16] a long transaction in another database, or on other tables, holds nobody up", async () => {
    const { read, write, openTransaction } = await createScene(inject(provided));
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

  test("[STORE-16] a reader that starts while somebody writes waits for what lies below the last row", async () => {
    const { read, write, openTransaction } = await createScene(inject(provided));
    const slow = await openTransaction();
    await slow.write("slow");
    await write("fast");
    const reading = read();
    await slow.commit();
    expect(await reading).toEqual(["slow", "fast"]);
  });

  test("[STORE-16] many holes that were erased cost one look", async () => {
    const { read, write, openTransaction } = await createScene(inject(provided));
    await read();
    for (let count = 0; count < 30; count += 1) await write(`event ${count}`);
    const eraser = await openTransaction();
    await eraser.query("delete from events where position % 3 = 0");
    await eraser.commit();
    expect(await read()).toHaveLength(20);
  });

  test("[STORE-16] who asks for the position during a look is told of what was committed before it asked", async () => {
    const { url, write, reader } = await createScene(inject(provided));
    expect(await reader.position()).toBe(0);
    const gate = Promise.withResolvers<void>();
    const database = openDatabase({ url, failed });
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
      () => {},
    );
    const early = slow.position();
    await database.query("select");
    await write("new");
    const late = [slow.position(), slow.position()];
    gate.resolve();
    await early;
    expect(await Promise.all(late)).toEqual([1, 1]);
  });

  test("[STORE-20] when a server takes over that knows less, no position is given again that a reader has passed", async () => {
    const { read, write, query, reader } = await createScene(inject(provided));
    await read();
    for (const name of ["kept", "lost", "lost too"]) await write(name);
    expect(await read()).toEqual(["kept", "lost", "lost too"]);
    await query("delete from events where position > 1");
    await query("alter table events alter column position restart with 2");
    await expect(query("select pg_terminate_backend(pg_backend_pid())")).rejects.toBeInstanceOf(StoreUnavailable);
    await reader.position();
    await write("new");
    expect(await read(3)).toEqual(["new"]);
    expect(await read()).toEqual(["kept", "new"]);
  });
});
