import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSqliteStore } from "@askback/server";
import { createBenchRuntime } from "./bench-runtime.ts";
import { percentile, round } from "./statistics.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const searches = 10;

/** Cycles beside ten searches that find nothing, over many conversations that wait, compared with cycles alone. */
export async function* measureSearch(options: readonly string[]) {
  const conversations = options.includes("--small") ? 2_000 : 100_000;
  const folder = temporaryFolder();
  const first = createSqliteStore({ folder });
  const parking = createBenchRuntime(first);
  const parked = await parking.park();
  await parking.stop();
  await first.close();
  copyConversation(folder, parked, conversations);

  const store = createSqliteStore({ folder });
  const bench = createBenchRuntime(store);
  const nowhere = { project: "default", text: "nowhere to be found", limit: 50 } as const;
  for (let warm = 0; warm < 50; warm += 1) await bench.cycle();
  const alone = await timeCycles(bench.cycle);
  const searchMs = await time(() => store.conversations(nowhere));
  let isOver = false;
  const searching = Array.from({ length: searches }, async () => {
    while (!isOver) await store.conversations(nowhere);
  });
  const beside = await timeCycles(bench.cycle);
  isOver = true;
  await Promise.all(searching);
  const p50 = (times: readonly number[]) => percentile(times, 0.5);
  yield {
    conversations,
    searches,
    cycleMs: round(p50(alone), 2),
    besideSearchesMs: round(p50(beside), 2),
    ratio: round(p50(beside) / p50(alone), 2),
    p99Ratio: round(percentile(beside, 0.99) / percentile(alone, 0.99), 2),
    searchMs: round(searchMs),
    countMs: round(await time(() => store.openInquiryCount({ project: "default", notSnoozedBy: "ana" })), 2),
    listMs: round(await time(() => store.inquiries({ project: "default", status: "open", limit: 50 })), 2),
  };
  await bench.stop();
  await store.close();
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function timeCycles(cycle: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = 0; count < 200; count += 1) times.push(await time(cycle));
  return times;
}

/** Copies a conversation that waits, with its messages and its inquiry, under other ids. */
function copyConversation(folder: string, id: string, copies: number): void {
  const db = new DatabaseSync(join(folder, "askback.db"));
  const name = id.slice("conv_".length);
  const copied = (table: string, expressions: Readonly<Record<string, string>>) => {
    const columns = db
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map((row) => String(row.name));
    const values = columns.map((column) => expressions[column] ?? column);
    return `insert into ${table} (${columns.join(", ")})
      with recursive copies (n) as (select 1 union all select n + 1 from copies where n < ${copies})
      select ${values.join(", ")} from ${table}, copies`;
  };
  const renamed = (column: string) => `replace(${column}, '${name}', printf('%010d', n))`;
  const key = "(select max(key) from conversations) + n";
  db.exec(`begin;
    ${copied("messages", { conversation: key, message: renamed("message") })};
    ${copied("inquiries", { id: renamed("id"), run_id: renamed("run_id"), record: renamed("record") })};
    ${copied("conversations", { key: "key + n", id: renamed("id"), state: renamed("state") })};
    commit`);
  db.close();
}
