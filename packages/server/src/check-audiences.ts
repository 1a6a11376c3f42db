import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { AgentDefinition } from "./runtime/agent.ts";
import { type Finding, ok, warning } from "./store/check-finding.ts";
import { createAnswerable } from "./store/people/answerable.ts";
import { createAnswering } from "./store/people/answering-groups.ts";
import { createCredentials } from "./store/people/sql-credentials.ts";
import { createDirectory } from "./store/people/sql-directory.ts";
import type { Row, Statements } from "./store/people/statements.ts";
import type { DatabaseUrls } from "./store/postgres/connection/database.ts";
import { databaseFile } from "./store/sqlite/data-folder.ts";
import { findUnknownNames, unknownNamesText } from "./unknown-names.ts";

export interface CheckAudiencesOptions {
  readonly dataDir: string;
  readonly database: DatabaseUrls | undefined;
  readonly agents: readonly AgentDefinition[];
  /** Whether a configured key of a project has this name and may answer. */
  isConfigured(name: string, project: string): boolean;
}

const check = "people";

/** Whether the people and groups whom definitions name are in their projects; reads beside a running server, and changes nothing. */
export async function checkAudiences(options: CheckAudiencesOptions): Promise<readonly Finding[]> {
  const { dataDir, database } = options;
  const file = databaseFile(dataDir);
  try {
    if (database) {
      // A server without PostgreSQL loads none of its code.
      const { readOnce } = await import("./store/postgres/operate/read-once.ts");
      return await readOnce(database.url, (read) => findingsOf(options, read));
    }
    if (!existsSync(file)) return [];
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      const read: Read = async (sql, values) =>
        db.prepare(sql.replaceAll(/\$(\d)/g, "?$1")).all(...values.map((value) => value ?? null));
      return await findingsOf(options, read);
    } finally {
      db.close();
    }
  } catch {
    // The checks of the database say why it cannot be read, or that its tables are of another version.
    return [];
  }
}

type Read = Statements["read"];

async function findingsOf({ agents, isConfigured }: CheckAudiencesOptions, read: Read): Promise<readonly Finding[]> {
  const refuse = async (): Promise<readonly Row[]> => {
    throw new Error("a check changes nothing");
  };
  const statements = { read, readAccess: read, write: refuse, changeAccess: refuse };
  const directory = createDirectory(statements);
  const store = { directory, credentials: createCredentials(statements), clock: { now: Date.now } };
  const found = await findUnknownNames(createAnswerable(directory, createAnswering({ store, isConfigured })), agents);
  if (found.length === 0) return [ok(check, "everybody whom agents ask is in the project")];
  const advice = "Correct the definition, or add them on the page of members; a run that can ask nobody else fails.";
  return found.map((one) => warning(check, unknownNamesText(one), advice));
}
