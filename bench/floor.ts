import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { commitsPerCycle } from "./cycle.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/**
 * What SQLite itself can do with as many commits as a cycle has: hand-written code with no domain in between.
 * Each commit reads the row, writes it back, and adds one event and one message of the usual size.
 */
export async function measureFloor(conversations: number, cycles: number, mode: "single" | "group"): Promise<number> {
  const db = openDatabase();
  const read = db.prepare("select state from conversations where id = ?");
  const write = db.prepare(
    "insert into conversations values (?, ?, ?) on conflict (id) do update set version = excluded.version, state = excluded.state",
  );
  const addEvent = db.prepare("insert into events (conversation_id, event) values (?, ?)");
  const addMessage = db.prepare("insert into messages values (?, ?, ?)");
  const state = JSON.stringify({ padding: "x".repeat(1_200) });
  const payload = JSON.stringify({ padding: "x".repeat(600) });
  let waiting: { id: string; version: number; done(): void }[] = [];

  const change = (id: string, version: number) => {
    read.get(id);
    write.run(id, version, state);
    addEvent.run(id, payload);
    addMessage.run(id, version, payload);
  };
  const flush = () => {
    const group = waiting;
    waiting = [];
    db.exec("begin immediate");
    for (const { id, version } of group) change(id, version);
    db.exec("commit");
    for (const { done } of group) done();
  };
  const commit = (id: string, version: number) => {
    if (mode === "group") {
      return new Promise<void>((done) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ id, version, done });
      });
    }
    db.exec("begin immediate");
    change(id, version);
    db.exec("commit");
    return new Promise<void>((done) => setImmediate(done));
  };

  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: conversations }, async () => {
      while (next < cycles) {
        next += 1;
        const id = `conv_${next}`;
        for (let version = 1; version <= commitsPerCycle; version += 1) await commit(id, version);
      }
    }),
  );
  const perSecond = cycles / ((performance.now() - began) / 1000);
  db.close();
  return perSecond;
}

function openDatabase(): DatabaseSync {
  const db = new DatabaseSync(join(temporaryFolder(), "floor.db"));
  db.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table conversations (id text primary key, version integer, state text);
    create table events (position integer primary key autoincrement, conversation_id text, event text);
    create table messages (conversation_id text, number integer, message text, primary key (conversation_id, number)) without rowid;`);
  return db;
}
