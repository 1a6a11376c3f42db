import { DatabaseSync } from "node:sqlite";
import { createPeopleTables, formerGroupNames } from "../people/people-tables.ts";
import { createPeople, type People } from "../sqlite/people.ts";

/** People in tables in memory: both stores have the same statements, so there is no other model of them. */
export function createMemoryPeople(write: <Value>(work: () => Value) => Promise<Value>): People {
  let db: DatabaseSync | undefined;
  // Most tests make many stores and no people.
  const open = () => {
    if (!db) {
      db = new DatabaseSync(":memory:");
      db.exec(createPeopleTables("text"));
      db.exec(formerGroupNames("text").sql);
    }
    return db;
  };
  return createPeople({ prepare: (sql) => open().prepare(sql), exec: (sql) => open().exec(sql) }, { write });
}
