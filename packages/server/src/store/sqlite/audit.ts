import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  type AuditReader,
  type AuditStore,
  auditColumns,
  auditValues,
  type ChainEntry,
  chainsSql,
  emptyChain,
  type NewAuditEntry,
  nextInChain,
  rowToAuditEntry,
  rowToChain,
  rowToChainedEntry,
} from "../audit/audit.ts";
import { parseCursor, toCursor, toPage } from "../page.ts";
import type { GroupCommit } from "./commit/group-commit.ts";

type Read = (sql: string, values: readonly SQLInputValue[]) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** The chains of a database. There is one writer, so that an entry is in its chain when it is recorded. */
export function createAudit(db: DatabaseSync, group: GroupCommit, append: AppendAudit, read: Read): AuditStore {
  const selectSame = db.prepare("select 1 from audit where inquiry_id = ? and type = ? and actor is ? limit 1");
  const selectOfInquiry = db.prepare(
    "select * from audit where inquiry_id = ? and (project, number) > (?, ?) order by project, number limit ?",
  );
  return {
    ...createAuditReader(read),
    async record(entry) {
      await group.write(() => append([entry]));
    },
    async recordOnce(entry) {
      const isRecorded = () => selectSame.get(entry.inquiryId ?? null, entry.type, entry.by ?? null) !== undefined;
      if (isRecorded()) return;
      await group.write(() => {
        if (!isRecorded()) append([entry]);
      });
    },
    async ofInquiry({ inquiryId, limit, cursor }) {
      const [number, project] = (cursor !== undefined && parseCursor(cursor)) || [0, ""];
      const rows = selectOfInquiry.all(inquiryId, project, number, limit + 1);
      const page = toPage(rows, limit, (row) => toCursor(Number(row.number), String(row.project)));
      return { ...page, items: page.items.map(rowToAuditEntry) };
    },
  };
}

/** Reads whole chains, which is not for the event loop. */
export function createAuditReader(read: Read): AuditReader {
  return {
    chains: async () => (await read(chainsSql, [])).map(rowToChain),
    async chainOf(project) {
      const [row] = await read("select * from audit_chains where project = ?", [project]);
      return row ? rowToChain(row) : emptyChain;
    },
    async entries({ project, after, limit, types }) {
      const rows = await read(
        `select * from audit where project = ?1 and number > ?2
         and (?3 is null or type in (select value from json_each(?3))) order by number limit ?4`,
        [project, after, types ? JSON.stringify(types) : null, limit],
      );
      return rows.map(rowToChainedEntry);
    },
    unchainedCount: async () => 0,
  };
}

/** Appends entries to their chain, inside the open transaction. */
export type AppendAudit = (entries: readonly NewAuditEntry[]) => void;

/** The chains as a group of commits goes on with them: their ends are read once, and written once for a group. */
export interface OpenChains {
  readonly append: AppendAudit;
  /** Writes the ends that have moved, before the transaction is committed. */
  writeEnds(): void;
  /** Forgets the ends, when the transaction is rolled back. */
  forget(): void;
}

export function createOpenChains(db: DatabaseSync): OpenChains {
  const selectChain = db.prepare("select number, hash from audit_chains where project = ?");
  const insert = db.prepare(`insert into audit (${auditColumns}, number, hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const moveChain = db.prepare(
    `insert into audit_chains (project, number, hash) values (?, ?, ?)
     on conflict (project) do update set number = excluded.number, hash = excluded.hash`,
  );
  const moved = new Map<string, ChainEntry>();
  return {
    append(entries) {
      const [first] = entries;
      if (!first) return;
      const { project } = first;
      let seal = moved.get(project) ?? (selectChain.get(project) as ChainEntry | undefined) ?? emptyChain;
      for (const entry of entries) {
        seal = nextInChain(seal, entry);
        insert.run(...auditValues(entry), seal.number, seal.hash);
      }
      moved.set(project, seal);
    },
    writeEnds() {
      for (const [project, { number, hash }] of moved) moveChain.run(project, number, hash);
      moved.clear();
    },
    forget: () => moved.clear(),
  };
}
