import { type AuditChain, emptyChain, nextInChain, rowToAuditEntry, rowToChain } from "../audit/audit.ts";
import type { Database } from "./connection/database.ts";

/** One statement puts this many entries into their chains. */
const entriesPerStatement = 500;
/** An entry is in its chain after this time. */
const chainAfterMs = 1_000;
/** Servers look this often for entries that another one left behind. */
const lookAgainMs = 30_000;

/** Under this advisory lock one server at a time extends the chains. */
const chainLock = 0x61736b61;

export interface AuditChainWriter {
  /** Puts what waits into the chains, soon. */
  wake(): void;
  close(): Promise<void>;
}

/**
 * Extends the chains. Commits only insert entries, so those of a project do not wait for each other; the order of a chain is
 * the one in which its entries are found, and that of one conversation is the order of its commits.
 */
export function createAuditChainWriter(database: Database, onError: (error: unknown) => void): AuditChainWriter {
  const selectUnchained = database.prepared(
    "askback_unchained_audit",
    `select * from audit where number is null order by id limit ${entriesPerStatement}`,
  );
  const selectChains = database.prepared(
    "askback_audit_chains",
    "select * from audit_chains where project = any($1::text[])",
  );
  // A chain that another server extended meanwhile is left alone, and so are its entries.
  const writeChain = database.prepared(
    "askback_chain_audit",
    `with turn as materialized (select pg_try_advisory_xact_lock(${chainLock}) as is_ours),
     input as materialized (
       select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[]) as t (id, project, number, hash)
     ),
     ends as materialized (
       select * from unnest($5::text[], $6::bigint[], $7::bigint[], $8::text[]) as t (project, expected, number, hash)
       cross join turn where is_ours
     ),
     moved as (
       update audit_chains c set number = ends.number, hash = ends.hash from ends
       where c.project = ends.project and c.number = ends.expected returning c.project
     ),
     begun as (
       insert into audit_chains (project, number, hash) select project, number, hash from ends where expected = 0
       on conflict do nothing returning project
     )
     update audit set number = input.number, hash = input.hash from input
     where audit.id = input.id and audit.number is null
       and input.project in (select project from moved union all select project from begun)
     returning audit.id`,
  );

  /** Returns whether there may be more. */
  async function chainSome(): Promise<boolean> {
    const rows = await selectUnchained([]);
    if (rows.length === 0) return false;
    const projects = [...new Set(rows.map((row) => String(row.project)))];
    const before = new Map((await selectChains([projects])).map((row) => [String(row.project), rowToChain(row)]));
    const ends = new Map(
      projects.map((project): [string, AuditChain] => [project, before.get(project) ?? { project, ...emptyChain }]),
    );
    const chained = rows.map((row) => {
      const entry = rowToAuditEntry(row);
      const { project } = entry;
      const end = { project, ...nextInChain(ends.get(project) ?? emptyChain, entry) };
      ends.set(project, end);
      return end;
    });
    const last = [...ends.values()];
    const written = await writeChain([
      rows.map((row) => row.id),
      chained.map(({ project }) => project),
      chained.map(({ number }) => number),
      chained.map((one) => one.hash),
      last.map(({ project }) => project),
      last.map(({ project }) => before.get(project)?.number ?? 0),
      last.map(({ number }) => number),
      last.map((one) => one.hash),
    ]);
    return written.length === entriesPerStatement;
  }

  let isClosed = false;
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isSoon = false;

  async function chainAll(): Promise<void> {
    while (await chainSome());
  }

  function schedule(afterMs: number): void {
    clearTimeout(timer);
    if (isClosed) return;
    isSoon = afterMs === chainAfterMs;
    timer = setTimeout(() => {
      isSoon = false;
      underWay = chainAll()
        .catch(onError)
        .then(() => {
          underWay = undefined;
          if (!isSoon) schedule(lookAgainMs);
        });
    }, afterMs);
    timer.unref();
  }
  schedule(chainAfterMs);

  return {
    wake() {
      if (!isSoon) schedule(chainAfterMs);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await underWay;
      await chainAll().catch(onError);
    },
  };
}
