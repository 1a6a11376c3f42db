import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runSql } from "../../../packages/server/src/store/postgres/testing/run-sql.ts";
import { runProgram } from "../server/run-program.ts";
import { schemaUrl, storeUnderTest } from "../server/store-under-test.ts";
import { temporaryFolder } from "../server/temporary-folder.ts";

/** Looks for a text in what outlives the rows of a running server: a backup of its folder, or the write-ahead log of PostgreSQL. */
export async function findInCopies(dataDir: string): Promise<(text: string) => boolean> {
  const folder = storeUnderTest === "sqlite" ? await backUp(dataDir) : await walFolder(dataDir);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return (text) => paths.some((path) => readFileSync(path).includes(text, 0, "latin1"));
}

async function backUp(dataDir: string): Promise<string> {
  const folder = join(temporaryFolder(), "backup");
  const { code, stderr } = await runProgram(["backup", folder], { env: { ASKBACK_DATA_DIR: dataDir } });
  if (code !== 0) throw new Error(`the backup failed: ${stderr}`);
  return folder;
}

async function walFolder(dataDir: string): Promise<string> {
  const [row] = await runSql(await schemaUrl(dataDir), "show data_directory");
  return join(String(row?.data_directory), "pg_wal");
}
