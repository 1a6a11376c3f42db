import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { createPostgresAuditAccess } from "../postgres/operate/audit.ts";
import { createPostgresStore } from "../postgres/store.ts";
import { freshSchema } from "../postgres/testing/fresh-schema.ts";
import { runSql } from "../postgres/testing/run-sql.ts";
import { createSqliteAuditAccess } from "../sqlite/operate/audit.ts";
import { createSqliteStore } from "../sqlite/store.ts";
import { temporaryFolder } from "../sqlite/testing/temporary-folder.ts";
import type { Store } from "../store.ts";
import { createCommandRunner } from "../testing/command-runner.ts";
import { answer, ask, finish, start } from "../testing/commands.ts";
import { createManualClock } from "../testing/manual-clock.ts";
import { type AuditAccess, verifyAudit } from "./audit-verify.ts";

interface Tampered {
  readonly access: AuditAccess;
  open(): Promise<Store>;
  /** Changes the tables behind the store's back. */
  run(sql: string): Promise<unknown>;
}

const places: Readonly<Record<string, () => Promise<Tampered>>> = {
  async SQLite() {
    const folder = temporaryFolder();
    return {
      access: createSqliteAuditAccess({ folder }),
      open: async () => createSqliteStore({ folder, clock: createManualClock() }),
      async run(sql) {
        const db = new DatabaseSync(join(folder, "askback.db"));
        db.exec(sql);
        db.close();
      },
    };
  },
  async PostgreSQL() {
    const url = await freshSchema();
    return {
      access: createPostgresAuditAccess({ url }),
      open: () => createPostgresStore({ url, clock: createManualClock(), onError() {} }),
      run: (sql) => runSql(url, sql),
    };
  },
};

const places12 = "(number = 2 or number = 3) and project = 'default'";

/** What somebody may do to a chain of six entries, and where that is found. */
const faults: Readonly<Record<string, { readonly sql: string; readonly found: readonly object[] }>> = {
  "a changed name": { sql: "update audit set actor = 'bob' where number = 2", found: [{ number: 2 }] },
  "a changed fact": {
    sql: `update audit set facts = replace(facts, 'answered', 'declined') where number = 5`,
    found: [{ number: 5 }],
  },
  "a changed time": { sql: "update audit set at = at + 1 where number = 1", found: [{ number: 1 }] },
  "a changed entry with a new hash": {
    sql: `update audit set actor = 'bob', hash = '${"0".repeat(64)}' where number = 2`,
    found: [{ number: 2 }, { number: 3 }],
  },
  "a removed entry": {
    sql: "delete from audit where number = 3",
    found: [{ number: 3, problem: "entry 3 is missing" }],
  },
  "removed last entries": {
    sql: "delete from audit where number > 4",
    found: [{ number: 5, problem: "entries 5 to 6 are missing" }],
  },
  "removed last entries and a moved end": {
    sql: "delete from audit where number > 5; update audit_chains set number = 5",
    found: [{ number: 5, problem: "is not the entry that ends the chain" }],
  },
  "two entries in each other's place": {
    sql: `update audit set number = -number where ${places12};
      update audit set number = 5 + number where number < 0 and project = 'default'`,
    found: [{ number: 2 }, { number: 3 }, { number: 4 }],
  },
  "a removed end": {
    sql: "delete from audit_chains",
    found: [{ number: 1, problem: "is beyond the end of the chain" }],
  },
  "facts that cannot be read": { sql: "update audit set facts = 'x' where number = 6", found: [{ number: 6 }] },
};

describe.each(Object.keys(places))("%s", (name) => {
  async function filled(...ids: readonly string[]): Promise<Tampered> {
    const place = (await places[name]?.()) as Tampered;
    const store = await place.open();
    const { performAll } = createCommandRunner(store, store.clock);
    for (const id of ids) await performAll(id, start(), ask(), answer(), finish());
    // Closing puts the last entries into the chain.
    await store.close();
    return place;
  }

  async function verify({ access }: Tampered, ...known: Parameters<typeof verifyAudit>[1] & object) {
    const reader = await access.open();
    try {
      return await verifyAudit(reader, known);
    } finally {
      await reader.close();
    }
  }

  test("[AUDIT-7] an untouched audit is intact", async () => {
    expect(await verify(await filled("conv_a", "conv_b"))).toMatchObject({ entries: 6, unchained: 0, faults: [] });
  });

  test.each(Object.entries(faults))("[AUDIT-7] %s is found, with its place", async (_, { sql, found }) => {
    const place = await filled("conv_a", "conv_b");
    await place.run(sql);
    const report = await verify(place);
    expect(report.faults).toMatchObject(found.map((fault) => ({ project: "default", ...fault })));
  });

  test("[AUDIT-7] a chain that was written anew as a whole does not have the places that were noted", async () => {
    const { chains: noted } = await verify(await filled("conv_a", "conv_b"));
    const other = await filled("conv_c", "conv_d", "conv_e");
    expect((await verify(other)).faults).toEqual([]);
    expect((await verify(other, ...noted)).faults).toMatchObject([
      { number: 6, problem: "is not the entry that was noted" },
    ]);
    const gone = { project: "gone", number: 3, hash: "1".repeat(64) };
    expect((await verify(other, gone)).faults).toMatchObject([{ project: "gone", number: 3 }]);
  });
});
