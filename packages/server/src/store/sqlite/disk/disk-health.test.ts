import {
  chmodSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { finish, open, remove, say, start } from "../../testing/commands.ts";
import { upload } from "../../testing/file.contract.ts";
import { readContents } from "../../testing/store-contents.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { copyDatabase } from "../operate/backup.ts";
import { checkSqlite } from "../operate/check-sqlite.ts";
import { restoreDatabase } from "../operate/restore.ts";
import { createSqliteRetention } from "../operate/retention.ts";
import { createSqliteStore } from "../store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { type DiskFault, toDiskError } from "./disk-errors.ts";

const sqliteError = (errcode: number) => Object.assign(new Error("an error of SQLite"), { errcode });
const systemError = (code: string) => Object.assign(new Error("an error of the system"), { code });

/** A store on a disk that can be made to fail at a statement. */
async function openOnFailingDisk() {
  const folder = temporaryFolder();
  const disk: { error?: Error; failsAt: string; statements: number } = { failsAt: "commit", statements: 0 };
  const testStore = await openTestStore(async (clock) =>
    createSqliteStore({
      folder,
      clock,
      transactions: (db) => ({
        exec(sql) {
          disk.statements += 1;
          if (disk.error && sql === disk.failsAt) throw disk.error;
          db.exec(sql);
        },
      }),
    }),
  );
  return { ...testStore, folder, disk };
}

const diskErrors: Readonly<Record<DiskFault, readonly Error[]>> = {
  // SQLITE_FULL
  full: [sqliteError(13), systemError("ENOSPC"), systemError("EDQUOT")],
  // SQLITE_READONLY, SQLITE_READONLY_DIRECTORY
  "read-only": [sqliteError(8), sqliteError(1544), systemError("EROFS")],
  // SQLITE_IOERR, its _WRITE and _FSYNC, SQLITE_CANTOPEN
  failing: [sqliteError(10), sqliteError(778), sqliteError(1034), sqliteError(14), systemError("EIO")],
  // SQLITE_BUSY, SQLITE_LOCKED
  busy: [sqliteError(5), sqliteError(6)],
  // SQLITE_CORRUPT, SQLITE_NOTADB
  damaged: [sqliteError(11), sqliteError(26)],
  // SQLITE_READONLY_DBMOVED
  replaced: [sqliteError(1032)],
};

test.each(Object.entries(diskErrors))("[OPS-20] errors of a disk that is %s are known", (fault, errors) => {
  for (const error of errors)
    expect(toDiskError(error)).toMatchObject({ name: "DiskUnavailable", fault, cause: error });
});

test("[OPS-20] an error of the server is no error of the disk", () => {
  // SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISUSE
  for (const error of [sqliteError(1), sqliteError(19), sqliteError(21), systemError("ERR_INVALID_ARG_TYPE")])
    expect(toDiskError(error)).toBe(error);
});

test.each([
  { name: "SQLITE_FULL", error: sqliteError(13), reason: /full/ },
  { name: "SQLITE_IOERR_FSYNC", error: sqliteError(1034), reason: /input or output errors/ },
])(
  "[OPS-20] after $name writes are rejected as unavailable, reads go on, and it recovers by itself",
  async ({ error, reason }) => {
    const { store, disk, perform, performAll } = await openOnFailingDisk();
    await performAll("conv_a", start());
    const before = await readContents(store);
    disk.error = error;
    const unavailable = { name: "DiskUnavailable", reason: expect.stringMatching(reason) };
    await expect(perform("conv_a", finish())).rejects.toMatchObject(unavailable);
    expect(store.whyUnavailable?.()).toMatchObject(unavailable);
    const { statements } = disk;
    await expect(perform("conv_b", start())).rejects.toMatchObject(unavailable);
    // A disk that has just failed is not asked again by every request.
    expect(disk.statements).toBe(statements);
    expect(await readContents(store)).toEqual(before);
    // A probe has failed by now.
    await expect.poll(() => disk.statements).toBeGreaterThan(statements);
    expect(store.whyUnavailable?.()).toMatchObject(unavailable);
    delete disk.error;
    await expect.poll(() => store.whyUnavailable?.()).toBeUndefined();
    expect(await perform("conv_a", finish())).toMatchObject({ ok: true });
  },
);

test("[OPS-20] a lock of another program rejects the write that met it, and no other", async () => {
  const { store, disk, perform } = await openOnFailingDisk();
  disk.error = sqliteError(5);
  await expect(perform("conv_a", start())).rejects.toMatchObject({ name: "DiskUnavailable", fault: "busy" });
  expect(store.whyUnavailable?.()).toBeUndefined();
  delete disk.error;
  expect(await perform("conv_a", start())).toMatchObject({ ok: true });
});

test("[OPS-22] a page that is damaged while the server runs makes the store unavailable, and nothing is written any more", async () => {
  const { store, disk, perform, performAll } = await openOnFailingDisk();
  await performAll("conv_a", start());
  disk.error = sqliteError(11);
  await expect(perform("conv_a", finish())).rejects.toMatchObject({ fault: "damaged" });
  delete disk.error;
  await expect(perform("conv_a", finish())).rejects.toMatchObject({ fault: "damaged" });
  expect(store.whyUnavailable?.()).toMatchObject({ reason: expect.stringMatching(/damaged.*restore a backup/) });
  expect(await store.load("conv_a")).toMatchObject({ version: 4 });
});

test("[OPS-22] a row that does not hold what was written makes the store unavailable", async () => {
  const { store, folder, performAll } = await openOnFailingDisk();
  await performAll("conv_a", start());
  await performAll("conv_b", start());
  const other = new DatabaseSync(join(folder, "askback.db"));
  other.exec("update conversations set state = 'garbage' where id = 'conv_a'");
  other.close();
  await expect(store.load("conv_a")).rejects.toMatchObject({ fault: "damaged" });
  expect(store.whyUnavailable?.()).toMatchObject({ fault: "damaged" });
  expect(await store.load("conv_b")).toMatchObject({ version: 4 });
});

/** What can happen to a data folder under a running server. */
const replacements: Readonly<Record<string, (folder: string) => void>> = {
  "the folder is deleted": (folder) => rmSync(folder, { recursive: true }),
  "the folder is moved away, and a copy takes its place": (folder) => {
    renameSync(folder, `${folder}-old`);
    onTestFinished(() => rmSync(`${folder}-old`, { recursive: true }));
    cpSync(`${folder}-old`, folder, { recursive: true, preserveTimestamps: true });
  },
  "the folder is deleted and made again": (folder) => {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
  },
  "the database is replaced by a copy with the same times": (folder) => {
    const file = join(folder, "askback.db");
    cpSync(file, `${file}.copy`, { preserveTimestamps: true });
    renameSync(`${file}.copy`, file);
    utimesSync(file, 1, 1);
  },
  "the database is overwritten by a copy": (folder) => {
    const file = join(folder, "askback.db");
    writeFileSync(file, readFileSync(file));
  },
  "the database is shortened": (folder) => truncateSync(join(folder, "askback.db"), 4096),
  "the write-ahead log is overwritten by that of another database": (folder) => {
    const other = createSqliteStore({ folder: `${folder}-other` });
    writeFileSync(join(folder, "askback.db-wal"), readFileSync(join(`${folder}-other`, "askback.db-wal")));
    onTestFinished(async () => {
      await other.close();
      rmSync(`${folder}-other`, { recursive: true });
    });
  },
  "the write-ahead log is emptied": (folder) => truncateSync(join(folder, "askback.db-wal")),
  "the write-ahead log is overwritten by an older copy of it": (folder) => {
    const file = join(folder, "askback.db-wal");
    writeFileSync(file, readFileSync(file).subarray(0, -4120));
  },
  "the write-ahead log is deleted": (folder) => rmSync(join(folder, "askback.db-wal")),
  "the lock is deleted": (folder) => rmSync(join(folder, "lock.db")),
  "the lock is replaced": (folder) => {
    rmSync(join(folder, "lock.db"));
    writeFileSync(join(folder, "lock.db"), "");
  },
};

test.each(Object.entries(replacements))(
  "[OPS-21] when %s, the next commit is rejected, and then everything is",
  async (_, replace) => {
    const folder = temporaryFolder();
    const losses: unknown[] = [];
    const { store, perform, performAll } = await openTestStore(async (clock) =>
      createSqliteStore({ folder, clock, onLost: (error) => losses.push(error) }),
    );
    await performAll("conv_a", open());
    replace(folder);
    const replaced = { name: "DiskUnavailable", fault: "replaced", reason: expect.stringContaining("replaced") };
    await expect(perform("conv_a", say("Hello"))).rejects.toMatchObject(replaced);
    await expect(store.load("conv_a")).rejects.toMatchObject(replaced);
    await expect(store.position()).rejects.toMatchObject(replaced);
    await expect(store.claim({ owner: "worker", leaseMs: 1, limit: 1 })).rejects.toMatchObject(replaced);
    await expect(store.files.find("file_a")).rejects.toMatchObject(replaced);
    expect(store.whyUnavailable?.()).toMatchObject(replaced);
    expect(losses).toMatchObject([replaced]);
  },
);

test("[OPS-21] a folder that is deleted while its disk is full is found out", async () => {
  const { store, folder, disk, perform } = await openOnFailingDisk();
  disk.error = sqliteError(13);
  await expect(perform("conv_a", start())).rejects.toMatchObject({ fault: "full" });
  rmSync(folder, { recursive: true });
  await expect.poll(() => store.whyUnavailable?.()).toMatchObject({ fault: "replaced" });
});

test("[OPS-21] a second server is refused while the first has the database open, even if the lock was deleted", async () => {
  const folder = temporaryFolder();
  const { store } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  rmSync(join(folder, "lock.db"));
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(() => createSqliteStore({ folder })).toThrow(/in use by another Askback process/);
  await store.close();
  await createSqliteStore({ folder }).close();
});

test("[OPS-21] the store that was replaced leaves the files of its successor alone when it is closed", async () => {
  const folder = temporaryFolder();
  const { store, perform } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  rmSync(folder, { recursive: true });
  const next = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  await expect(perform("conv_a", open())).rejects.toMatchObject({ fault: "replaced" });
  await next.performAll("conv_b", open());
  const filesBeside = () => ["history", "clock"].map((name) => readFileSync(join(folder, name), "utf8"));
  const before = filesBeside();
  await store.close();
  expect(filesBeside()).toEqual(before);
  await next.performAll("conv_b", say("Hello"));
  const history = await next.store.history();
  await next.store.close();
  const last = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  expect(await last.store.load("conv_b")).toMatchObject({ version: 4 });
  expect(await last.store.history()).toBe(history);
});

test("[OPS-21] a database that was overwritten is neither written to at the end nor opened with the old log, until it is restored", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "askback.db");
  const { store, perform, performAll } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  await performAll("conv_a", start());
  const backup = temporaryFolder();
  await copyDatabase(folder, backup);
  await performAll("conv_b", start());
  copyFileSync(join(backup, "askback.db"), file);
  await expect(perform("conv_c", start())).rejects.toMatchObject({ fault: "replaced" });
  await store.close();
  expect(readFileSync(file).equals(readFileSync(join(backup, "askback.db")))).toBe(true);
  expect(() => createSqliteStore({ folder })).toThrow(/written over while a server ran/);
  expect(checkSqlite(folder)[0]).toMatchObject({ status: "failed", found: expect.stringMatching(/written over/) });
  restoreDatabase(folder, backup, new Date());
  const next = createSqliteStore({ folder });
  onTestFinished(() => next.close());
  expect(await next.load("conv_a")).toBeDefined();
  expect(await next.load("conv_b")).toBeUndefined();
});

test("[OPS-21] backups, checks, dry runs, readers, checkpoints and writes of other programs stop no server", async () => {
  const folder = temporaryFolder();
  const { perform, performAll } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  await performAll("conv_a", start());
  const file = join(folder, "askback.db");
  const goOn = async (what: string) => expect(await perform("conv_a", say(what))).toMatchObject({ ok: true });
  await copyDatabase(folder, temporaryFolder());
  await goOn("after a backup");
  checkSqlite(folder);
  await createSqliteRetention({ folder }).pruneConversations({ before: 0, isDryRun: true }).next();
  await goOn("after a dry run");
  for (const checkpoint of ["passive", "full", "restart", "truncate"]) {
    const other = new DatabaseSync(file);
    other.exec(`pragma wal_checkpoint(${checkpoint})`);
    await goOn(`after the checkpoint ${checkpoint}`);
    other.exec(`update conversations set status = status; pragma wal_checkpoint(${checkpoint})`);
    await goOn(`after a write and the checkpoint ${checkpoint}`);
    other.close();
    await goOn("after its end");
  }
  // A name, the rights and the time of the last access may change.
  linkSync(file, `${file}-link`);
  chmodSync(file, 0o640);
  readFileSync(file);
  await goOn("at last");
});

test("[OPS-21] a server that copies its own log to the database and erases what was deleted goes on", async () => {
  const { store, perform, performAll } = await openTestStore(async (clock) =>
    createSqliteStore({ folder: temporaryFolder(), clock }),
  );
  await performAll("conv_a", start());
  for (let count = 1; count <= 9; count += 1) {
    await store.files.save(upload(count, { bytes: Buffer.alloc(3 * 1024 * 1024, count) }));
    await performAll(`conv_${count}`, start());
    if (count % 3 === 0) await performAll(`conv_${count}`, finish(), remove);
  }
  expect(await perform("conv_a", say("Hello"))).toMatchObject({ ok: true });
  expect(store.whyUnavailable?.()).toBeUndefined();
});
