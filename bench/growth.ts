import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSqliteStore, type Store } from "@askback/server";
import { createBenchRuntime } from "./bench-runtime.ts";
import { median, round } from "./statistics.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const marks = [10, 100, 1_000];
const window = 40;

/**
 * The cost of another cycle after 10, 100 and 1,000 earlier ones, compared with the first of these, and with a young
 * conversation that reads the transcript of the old one, so that only the age differs.
 */
export async function* measureGrowth() {
  const store = createSqliteStore({ folder: temporaryFolder() });
  let old: string | undefined;
  let young: string | undefined;
  const sharing: Store = {
    ...store,
    async modelMessages(id, start) {
      const own = await store.modelMessages(id, start);
      if (id !== young || old === undefined) return own;
      const shared = await store.modelMessages(old, start);
      return [...shared.slice(own.length), ...own];
    },
  };
  const bench = createBenchRuntime(sharing);
  for (let warm = 0; warm < 1_000; warm += 1) await bench.cycle();
  async function time(id: string): Promise<number> {
    const began = performance.now();
    await bench.cycle(id);
    return performance.now() - began;
  }

  old = await bench.cycle();
  let first: number | undefined;
  for (let done = 1; done <= Math.max(...marks); done += 1) {
    if (!marks.includes(done)) {
      await bench.cycle(old);
      continue;
    }
    young = await bench.cycle();
    const olds: number[] = [];
    const youngs: number[] = [];
    for (let count = 0; count < window; count += 1) {
      olds.push(await time(old));
      youngs.push(await time(young));
    }
    const cycleMs = median(olds);
    first ??= cycleMs;
    yield {
      earlierCycles: done,
      cycleMs: round(cycleMs, 3),
      ratioToFirst: round(cycleMs / first, 2),
      ratioToYoungWithSameTranscript: round(cycleMs / median(youngs), 2),
      ...(await compareWithReading(store, old, cycleMs)),
    };
  }
  await bench.stop();
  await store.close();
}

/** A cycle beside hand-written SQL that reads the same transcript for its two model calls, and does nothing else. */
async function compareWithReading(store: Store, id: string, cycleMs: number) {
  const transcript = await store.modelMessages(id, { through: 0, from: 0 });
  const db = new DatabaseSync(join(temporaryFolder(), "transcript.db"));
  db.exec(
    "create table messages (conversation text, number integer, message text, primary key (conversation, number)) without rowid",
  );
  const insert = db.prepare("insert into messages values (?, ?, ?)");
  db.exec("begin");
  for (const [number, message] of transcript.entries()) insert.run(id, number, JSON.stringify(message));
  db.exec("commit");
  const read = db.prepare("select message from messages where conversation = ? order by number");
  const times = Array.from({ length: window }, () => {
    const began = performance.now();
    for (let call = 0; call < 2; call += 1) for (const row of read.all(id)) JSON.parse(String(row.message));
    return performance.now() - began;
  });
  db.close();
  return { rawReadMs: round(median(times), 3), ratioToRawRead: round(cycleMs / median(times), 2) };
}
