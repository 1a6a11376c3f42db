import { type AuditChain, emptyChain, nextSeal, rowToAuditEntry, rowToChain } from "../audit/audit.ts";
import type { Database } from "./connection/database.ts";

/** So many entries are put into their chains by one statement. */
const entriesPerSeal = 500;
/** An entry is in its chain after this time. */
const sealAfterMs = 1_000;
/** Servers look this often for entries that another one left behind. */
const lookAgainMs = 30_000;

/** Under this advisory lock one server at a time extends the chains. */
const sealLock = 0x61736b61;

export interface Sealer {
  /** Puts what waits into the chains, soon. */
  wake(): void;
  close(): Promise<void>;
}

/**
 * Extends the chains. Commits only insert entries, so those of a project do not wait for each other; the order of a chain is
 * the one in which its entries are found, and that of one conversation is the order of its commits.
 */
export function createSealer(database: Database, onError: (error: unknown) => void): Sealer {
  const selectUnsealed = database.prepared(
    "askback_unsealed_audit",
    `select * from audit where number is null order by id limit ${entriesPerSeal}`,
  );
  const selectChains = database.prepared(
    "askback_audit_chains",
    "select * from audit_chains where project = any($1::text[])",
  );
  // A chain that another server extended meanwhile is left alone, and so are its entries.
  const seal = database.prepared(
    "askback_seal_audit",
    `with turn as materialized (select pg_try_advisory_xact_lock(${sealLock}) as is_ours),
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
  async function sealSome(): Promise<boolean> {
    const rows = await selectUnsealed([]);
    if (rows.length === 0) return false;
    const projects = [...new Set(rows.map((row) => String(row.project)))];
    const before = new Map((await selectChains([projects])).map((row) => [String(row.project), rowToChain(row)]));
    const ends = new Map(
      projects.map((project): [string, AuditChain] => [project, before.get(project) ?? { project, ...emptyChain }]),
    );
    const seals = rows.map((row) => {
      const entry = rowToAuditEntry(row);
      const { project } = entry;
      const end = { project, ...nextSeal(ends.get(project) ?? emptyChain, entry) };
      ends.set(project, end);
      return end;
    });
    const last = [...ends.values()];
    const sealed = await seal([
      rows.map((row) => row.id),
      seals.map(({ project }) => project),
      seals.map(({ number }) => number),
      seals.map((one) => one.hash),
      last.map(({ project }) => project),
      last.map(({ project }) => before.get(project)?.number ?? 0),
      last.map(({ number }) => number),
      last.map((one) => one.hash),
    ]);
    return sealed.length === entriesPerSeal;
  }

  let isClosed = false;
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isSoon = false;

  async function sealAll(): Promise<void> {
    while (await sealSome());
  }

  function schedule(afterMs: number): void {
    clearTimeout(timer);
    if (isClosed) return;
    isSoon = afterMs === sealAfterMs;
    timer = setTimeout(() => {
      isSoon = false;
      underWay = sealAll()
        .catch(onError)
        .then(() => {
          underWay = undefined;
          if (!isSoon) schedule(lookAgainMs);
        });
    }, afterMs);
    timer.unref();
  }
  schedule(sealAfterMs);

  return {
    wake() {
      if (!isSoon) schedule(sealAfterMs);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await underWay;
      await sealAll().catch(onError);
    },
  };
}
