import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openErasingPass } from "./erasing-pass.ts";
import { rangesToClear } from "./unused-bytes.ts";

/** A database with a table whose pages were split, and a pass over it. */
function setUp() {
  const path = join(temporaryFolder(), "some.db");
  const db = new DatabaseSync(path);
  const descriptor = openSync(path, "r+");
  db.exec(
    `pragma journal_mode = wal; pragma secure_delete = on; pragma synchronous = off;
     create table texts (name text primary key, text text not null) without rowid`,
  );
  insert(0, "secret ");
  const pass = openErasingPass({ db, path, descriptor }, new AbortController().signal);
  onTestFinished(() => {
    pass.close();
    db.close();
    closeSync(descriptor);
  });

  function insert(from: number, text: string): void {
    const one = db.prepare("insert into texts values (?, ?)");
    for (let count = 0; count < 300; count += 1)
      one.run(`${String((count * 7_919) % 300).padStart(4, "0")} ${from}`, text.repeat(1 + ((count * 13) % 60)));
  }

  /** The pages in the file that have something in their unused parts, after all commits were copied to it. */
  function pagesWithRemains(): number {
    db.exec("pragma wal_checkpoint(passive)");
    const bytes = readFileSync(path);
    const numbers = Array.from({ length: bytes.length / 4096 }, (_, index) => index + 1);
    return numbers.filter(
      (number) => rangesToClear(bytes.subarray((number - 1) * 4096, number * 4096), number).length > 0,
    ).length;
  }

  return { db, path, pass, insert, pagesWithRemains };
}

test("[CONV-20] what a pass has cleared does not come back from the cache when the pages are written again", async () => {
  const { db, pass, pagesWithRemains } = setUp();
  db.prepare("select sum(length(text)) from texts").get();
  expect(pagesWithRemains()).toBeGreaterThan(0);
  await pass.clearAll();
  await pass.clearWritten();
  expect(pagesWithRemains()).toBe(0);
  // The values keep their length, so that no page is laid out anew.
  db.exec("update texts set text = replace(text, 's', 'z')");
  expect(pagesWithRemains()).toBe(0);
  expect(db.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
});

test("[CONV-20] a pass clears what is written while it runs, and what was copied to the database in between", async () => {
  const { db, pass, insert, pagesWithRemains } = setUp();
  await pass.clearAll();
  insert(1, "more ");
  const first = pass.clearWritten();
  insert(2, "even more ");
  await first;
  insert(3, "and more ");
  await pass.clearWritten();
  expect(pagesWithRemains()).toBe(0);
  expect(db.prepare("select count(*) as count from texts").get()).toEqual({ count: 1_200 });
});

test("[CONV-20] a pass changes nothing while a reader needs the log, or after another program has emptied it", async () => {
  const { path, pass, insert } = setUp();
  await pass.clearAll();
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec("begin; select count(*) from texts");
  insert(1, "more ");
  await expect(pass.clearWritten()).rejects.toThrow("a reader needs the write-ahead log");
  other.exec("commit; pragma wal_checkpoint(truncate)");
  insert(2, "even more ");
  await expect(pass.clearWritten()).rejects.toThrow("another program has emptied the write-ahead log");
});
