import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSqliteStore } from "@askback/server";
import { type NewAuditEntry, rowToAuditEntry } from "../../packages/server/src/store/audit/audit.ts";
import { createOpenChains } from "../../packages/server/src/store/sqlite/audit.ts";
import { createBenchRuntime, message } from "../bench-runtime.ts";
import { progress } from "../postgres/progress.ts";

/** A word of every conversation, and one of so many of them. */
export const commonWord = "storage";
export const rareWord = "aquarium";
const rareMatches = 20;

/** How many conversations are copied between two lines of progress. */
const batch = 50_000;
/** The last digits of an id are random; a copy has its number there. */
const numberDigits = 8;

/** A conversation that is copied for the numbers that meet a condition on `n`. */
interface Template {
  /** Its id without the prefix, which all ids of its rows contain. */
  readonly name: string;
  readonly condition: string;
  isFor(number: number): boolean;
}

/**
 * Fills a data folder with parked conversations: copies of the rows of two real ones under other ids. Triggers keep the counts,
 * and the chain of the audit goes on with each copy. Returns the id of one in the middle.
 */
export async function seedFolder(folder: string, amount: number): Promise<string> {
  const [common, rare] = await parkTwo(folder);
  const every = Math.max(2, Math.floor(amount / rareMatches));
  const templates: readonly Template[] = [
    { name: nameOf(common), condition: `n % ${every} <> 0`, isFor: (number) => number % every !== 0 },
    { name: nameOf(rare), condition: `n % ${every} = 0`, isFor: (number) => number % every === 0 },
  ];
  const prefix = nameOf(common).slice(0, -numberDigits);
  const db = new DatabaseSync(join(folder, "askback.db"));
  // Nothing here has to survive a crash, and a log would hold everything a second time.
  db.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000");
  const copyRows = createRowCopy(db, templates, prefix);
  const copyAudit = createAuditCopy(db, templates, prefix);
  for (let from = 1; from <= amount; from += batch) {
    const through = Math.min(amount, from + batch - 1);
    db.exec("begin");
    copyRows(from, through);
    copyAudit(from, through);
    db.exec("commit");
    progress(`  ${through} of ${amount} are parked`);
  }
  db.exec("pragma journal_mode = wal");
  db.close();
  return `conv_${copyName(prefix, Math.ceil(amount / 2))}`;
}

async function parkTwo(folder: string): Promise<readonly [common: string, rare: string]> {
  const store = createSqliteStore({ folder });
  const bench = createBenchRuntime(store);
  const parked = [await bench.park(message), await bench.park(`${message} It is for an ${rareWord}.`)] as const;
  await bench.stop();
  await store.close();
  return parked;
}

function nameOf(id: string): string {
  return id.slice("conv_".length);
}

/** Copies are in the order of their numbers, as real conversations are in that of their creation. */
function copyName(prefix: string, number: number): string {
  return `${prefix}${number.toString(16).padStart(numberDigits, "0")}`;
}

type Copy = (from: number, through: number) => void;

/** Copies the rows of the templates within SQLite. */
function createRowCopy(db: DatabaseSync, templates: readonly Template[], prefix: string): Copy {
  const read = (sql: string, ...values: string[]) =>
    Number(db.prepare(`select (select ${sql}) as value`).get(...values)?.value);
  const lastKey = read("max(key) from conversations");
  const lastPosition = read("max(position) from log");
  const newName = `'${prefix}' || printf('%0${numberDigits}x', n)`;
  const statements = templates.flatMap(({ name, condition }, index) => {
    const key = read("key from conversations where id = ?", `conv_${name}`);
    const ownLast = read(`max(position) from log where conversation = ${key}`);
    const events = read(`sum(json_array_length(events)) from log where conversation = ${key}`);
    const ofConversation = `conversation = ${key}`;
    const named = `instr(id, '${name}') > 0`;
    const newKey = `${lastKey} + n`;
    const position = `${lastPosition} + n * ${events} + position - ${ownLast}`;
    const copies = [
      { table: "conversations", rows: named, values: { key: newKey } },
      { table: "log", rows: ofConversation, values: { conversation: newKey, position } },
      { table: "messages", rows: ofConversation, values: { conversation: newKey } },
      { table: "inquiries", rows: named, values: {} },
      { table: "notifications", rows: named, values: {} },
    ];
    return copies.map(({ table, rows, values }) => {
      const template = `template_${index}_${table}`;
      db.exec(`create temporary table ${template} as select * from ${table} where ${rows}`);
      const columns = db.prepare("select name, type from pragma_table_info(?)").all(table);
      const copied = columns.map(({ name: column, type }) => {
        const value = Object.entries(values).find(([changed]) => changed === column)?.[1];
        return value ?? (type === "TEXT" ? `replace(${column}, '${name}', ${newName})` : String(column));
      });
      return db.prepare(
        `with recursive copies (n) as (select ?1 union all select n + 1 from copies where n < ?2)
         insert into ${table} (${columns.map((column) => column.name).join(", ")})
         select ${copied.join(", ")} from copies cross join ${template} where ${condition}`,
      );
    });
  });
  return (from, through) => {
    for (const statement of statements) statement.run(from, through);
  };
}

/** Appends the entries of each copy to the chain, whose hashes bind each entry to the one before. */
function createAuditCopy(db: DatabaseSync, templates: readonly Template[], prefix: string): Copy {
  const chains = createOpenChains(db);
  const select = db.prepare("select * from audit where conversation_id = ? order by number");
  const texts = templates.map((template) => {
    const entries = select.all(`conv_${template.name}`).map(rowToAuditEntry);
    return { ...template, text: JSON.stringify(entries.map(({ seal: _, ...entry }) => entry)) };
  });
  return (from, through) => {
    for (let number = from; number <= through; number += 1)
      for (const { name, text, isFor } of texts)
        if (isFor(number))
          chains.append(JSON.parse(text.replaceAll(name, copyName(prefix, number))) as readonly NewAuditEntry[]);
    chains.writeEnds();
  };
}
