import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { open, say } from "../../testing/commands.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { checkSqlite } from "../operate/check-sqlite.ts";
import { createSqliteStore } from "../store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { DataFolderDamaged } from "./damage.ts";

/** A folder with conversations in it, and its database file. */
async function usedFolder() {
  const folder = temporaryFolder();
  const { store, performAll } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  for (let count = 0; count < 60; count += 1) await performAll(`conv_${count}`, open(), say("Hello ".repeat(200)));
  await store.close();
  return { folder, file: join(folder, "askback.db") };
}

function whyRefused(folder: string): DataFolderDamaged {
  try {
    createSqliteStore({ folder });
  } catch (error) {
    if (error instanceof DataFolderDamaged) return error;
    throw error;
  }
  throw new Error("it was opened");
}

test("[OPS-22] a damaged database is refused at the start, with what to do", async () => {
  const { folder, file } = await usedFolder();
  const intact = readFileSync(file);
  const damages: Readonly<Record<string, Buffer>> = {
    "garbage in the middle": Buffer.from(intact).fill(0x55, 20 * 4096, 24 * 4096),
    "the second half is missing": intact.subarray(0, Math.floor(intact.length / 8192) * 4096),
    "another file": Buffer.from("a letter to the editor".repeat(400)),
  };
  for (const [name, bytes] of Object.entries(damages)) {
    writeFileSync(file, bytes);
    const { message, hint } = whyRefused(folder);
    expect(message, name).toContain(`${file} is damaged`);
    expect(hint, name).toMatch(/keep the damaged file.*askback restore/);
    expect(checkSqlite(folder)[0], name).toMatchObject({ status: "failed", advice: hint });
  }
  // The folder was unlocked each time.
  writeFileSync(file, intact);
  const { store } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  expect(await store.load("conv_59")).toMatchObject({ version: 4 });
});

test("[OPS-22] of a database over 32 MiB a sample is read: damage at the end of a table is found, and doctor finds the rest", async () => {
  const { folder, file } = await usedFolder();
  const db = new DatabaseSync(file);
  db.exec("insert into file_contents (hash, bytes) values ('large', zeroblob(34 * 1024 * 1024))");
  const { root, pageSize } =
    db
      .prepare(
        "select rootpage as root, page_size as pageSize from sqlite_schema, pragma_page_size where name = 'messages'",
      )
      .get() ?? {};
  db.close();
  const intact = readFileSync(file);
  expect(intact.length).toBeGreaterThan(32 * 1024 * 1024);
  await createSqliteStore({ folder }).close();

  const damage = (page: number) => {
    const bytes = Buffer.from(intact).fill(0x55, (page - 1) * Number(pageSize), page * Number(pageSize));
    writeFileSync(file, bytes);
  };
  damage(Number(root));
  const { message, hint } = whyRefused(folder);
  expect(message).toContain(`${file} is damaged`);
  expect(hint).toMatch(/askback restore/);

  // In the middle of the contents of the large file, which no sample reads.
  damage(Math.floor(intact.length / Number(pageSize)) - 1_000);
  await createSqliteStore({ folder }).close();
  expect(checkSqlite(folder)[0]).toMatchObject({ status: "failed", advice: hint });
});

test("[OPS-22] doctor finds a row that does not hold what was written", async () => {
  const { folder, file } = await usedFolder();
  const db = new DatabaseSync(file);
  db.exec("update messages set message = substr(message, 3) where conversation = 7");
  db.close();
  expect(checkSqlite(folder)[0]).toMatchObject({
    status: "failed",
    found: expect.stringContaining("1 rows of messages"),
  });
});

test("[OPS-22] a damaged lock is named as that, and not as a folder in use", async () => {
  const { folder } = await usedFolder();
  writeFileSync(join(folder, "lock.db"), "a letter to the editor".repeat(400));
  expect(whyRefused(folder)).toMatchObject({
    message: expect.stringContaining("lock.db is damaged"),
    hint: expect.stringContaining("delete it while no server runs"),
  });
});
