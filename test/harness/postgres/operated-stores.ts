import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { freshSchema } from "../../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { type Ended, runProgram } from "../server/run-program.ts";
import { type ServerProcess, startServerProcess, temporaryFolder } from "../server/server-process.ts";

/** A store with what an operator does to it. */
export interface OperatedStore {
  readonly dataDir: string;
  /** Whether commands can use it while a server runs. */
  readonly isShared: boolean;
  /** The database, where it is PostgreSQL. */
  readonly url?: string;
  serve(): Promise<ServerProcess>;
  /** Runs an `askback` command on it. */
  run(...args: readonly string[]): Promise<Ended>;
  /** Makes everything in it so many days older. */
  age(days: number): Promise<void>;
}

export const operatedStores: Readonly<Record<"SQLite" | "PostgreSQL", () => Promise<OperatedStore>>> = {
  async SQLite() {
    const dataDir = join(temporaryFolder(), "data");
    return {
      ...operatedStore(dataDir, { ASKBACK_DATABASE_URL: "" }),
      isShared: false,
      async age(days) {
        const db = new DatabaseSync(join(dataDir, "askback.db"));
        db.exec(`update conversations set updated_at = updated_at - ${days * dayMs};
          update log set events = (
            select json_group_array(json_set(value, '$.at', json_extract(value, '$.at') - ${days * dayMs})) from json_each(events))`);
        db.close();
      },
    };
  },
  async PostgreSQL() {
    const url = await freshSchema();
    return {
      ...operatedStore(join(temporaryFolder(), "data"), { ASKBACK_DATABASE_URL: url }),
      isShared: true,
      url,
      async age(days) {
        const client = new pg.Client(url);
        await client.connect();
        await client.query(`update conversations set updated_at = updated_at - ${days * dayMs}`);
        await client.query(
          `update events set event = (
             select jsonb_agg(jsonb_set(value, '{at}', to_jsonb((value ->> 'at')::bigint - ${days * dayMs})))::text
             from jsonb_array_elements(event::jsonb) as value)`,
        );
        await client.end();
      },
    };
  },
};

const dayMs = 24 * 3600 * 1000;

function operatedStore(dataDir: string, env: Readonly<Record<string, string>>) {
  return {
    dataDir,
    serve: () => startServerProcess({ dataDir, env }),
    run: (...args: readonly string[]) => runProgram([...args, "--data-dir", dataDir], { env }),
  };
}
