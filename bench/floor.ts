import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { commitsPerCycle } from "./bench-runtime.ts";
import { floorChange } from "./floor-change.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/**
 * The lower bound: hand-written SQL for the same cycle with as many commits. Each commit writes the row of the conversation,
 * an event and a message, and the transcript is read for each of the two model calls. Checks, leases, queries for people
 * and the model, which Askback adds, are left out.
 */
export async function measureFloor(conversations: number, cycles: number, mode: "single" | "group"): Promise<number> {
  const db = openDatabase();
  const read = db.prepare("select state from conversations where id = ?");
  const write = db.prepare(
    "insert into conversations values (?, ?, ?) on conflict (id) do update set version = excluded.version, state = excluded.state",
  );
  const addEvent = db.prepare("insert into events (conversation_id, event) values (?, ?)");
  const addMessage = db.prepare("insert into messages values (?, ?, ?)");
  const readMessages = db.prepare("select message from messages where conversation_id = ? order by number");
  let waiting: { id: string; version: number; done(): void }[] = [];

  function change(id: string, version: number): void {
    const { state, event, message } = floorChange(id, version, read.get(id)?.state as string | undefined);
    write.run(id, version, state);
    addEvent.run(id, event);
    addMessage.run(id, version, message);
  }

  function flush(): void {
    const group = waiting;
    waiting = [];
    db.exec("begin immediate");
    for (const { id, version } of group) change(id, version);
    db.exec("commit");
    for (const { done } of group) done();
  }

  function commit(id: string, version: number): Promise<void> {
    if (mode === "group") {
      return new Promise((done) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ id, version, done });
      });
    }
    db.exec("begin immediate");
    change(id, version);
    db.exec("commit");
    return new Promise((done) => setImmediate(done));
  }

  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: conversations }, async () => {
      while (next < cycles) {
        next += 1;
        const id = `conv_${next}`;
        for (let version = 1; version <= commitsPerCycle; version += 1) {
          await commit(id, version);
          if (version === 1 || version === 3) for (const row of readMessages.all(id)) JSON.parse(String(row.message));
        }
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
