import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { stateFormat } from "@askback/core";
import { maxProjects } from "../project-turns.ts";
import type { Claim, ClaimRequest, ExtendRequest } from "../store.ts";
import { readStoredState } from "../stored-state.ts";
import type { Heads } from "./commit/recent-heads.ts";
import { namedRecordSql } from "./read/named-record.ts";

type Row = Readonly<Record<string, SQLOutputValue>>;

/** The leases by which workers take conversations. */
export function createLeases(db: DatabaseSync, heads: Heads) {
  const columns = `id, project, due_at, state, version, ${namedRecordSql} as named_record, lease_owner, lease_epoch`;
  // Free and leased conversations have an index each, so that those in work do not slow down finding those that wait.
  const isFree = `due_at is not null and lease_owner is null and state_format <= ${stateFormat}`;
  const selectLapsed = db.prepare(
    `select ${columns} from conversations
     where lease_owner is not null and lease_until <= ?1 and due_at <= ?1 and state_format <= ${stateFormat}
     order by due_at, id limit ?2`,
  );
  const selectFree = db.prepare(
    `select ${columns} from conversations where ${isFree} and due_at <= ?1 order by due_at, id limit ?2`,
  );
  const selectFreeOf = db.prepare(
    `select ${columns} from conversations
     where project = ?3 and ${isFree} and due_at <= ?1 order by due_at, id limit ?2`,
  );
  const selectNextProject = db.prepare(
    `select project, due_at from conversations where project > ? and ${isFree} order by project, due_at limit 1`,
  );
  const claim = db.prepare(
    "update conversations set lease_owner = ?, lease_until = ?, lease_epoch = lease_epoch + 1 where id = ?",
  );
  const extend = db.prepare(
    `update conversations set lease_until = ?
     where lease_owner = ? and id in (select value from json_each(?)) returning id, version`,
  );
  const release = db.prepare(
    "update conversations set lease_owner = null, lease_until = null where id = ? and lease_epoch = ?",
  );
  const selectFirstDue = db.prepare(
    `select due_at as at from conversations
     where due_at is not null and lease_owner is null and state_format <= ${stateFormat} order by due_at limit 1`,
  );
  const selectFirstExpiry = db.prepare(
    `select min(max(due_at, lease_until)) as at from conversations
     where lease_owner is not null and due_at is not null and state_format <= ${stateFormat}`,
  );
  const releaseResting = db.prepare(
    "update conversations set lease_owner = null, lease_until = null where lease_owner is not null and due_at is null",
  );
  const expire = db.prepare("update conversations set lease_until = 0 where lease_owner is not null");

  /** The project that a claim looked at last. */
  let lastProject = "";

  /** A claim takes what was in work before, then everything that is due; if that is too much, projects take turns. */
  function selectDue(now: number, limit: number): readonly Row[] {
    const lapsed = selectLapsed.all(now, limit);
    const room = limit - lapsed.length;
    if (room === 0) return lapsed;
    const oldest = selectFree.all(now, room + 1);
    return [...lapsed, ...(oldest.length > room ? takeTurns(oldest, now, room) : oldest)];
  }

  /** Takes the same number from each project whose turn it is, then the oldest of all. */
  function takeTurns(oldest: readonly Row[], now: number, room: number): readonly Row[] {
    const projects = nextProjects(now, room);
    const share = Math.floor(room / projects.length);
    const taken = projects.flatMap((project) => selectFreeOf.all(now, share, project));
    const ids = new Set(taken.map(({ id }) => id));
    return [...taken, ...oldest.filter(({ id }) => !ids.has(id))].slice(0, room);
  }

  /** The projects whose turn it is, in a circle: they have something due, and there are no more than there is room for. */
  function nextProjects(now: number, room: number): readonly string[] {
    const start = lastProject;
    const found: string[] = [];
    let isRound = start === "";
    for (let looked = 0; looked < maxProjects && found.length < room; looked += 1) {
      let next = selectNextProject.get(lastProject);
      if (!next && !isRound) {
        isRound = true;
        next = selectNextProject.get("");
      }
      if (!next || (isRound && start !== "" && String(next.project) > start)) break;
      lastProject = String(next.project);
      if (Number(next.due_at) <= now) found.push(lastProject);
    }
    return found;
  }

  /** When a claim can find something for the first time. */
  function nextDueAt(): number | undefined {
    const times = [selectFirstDue, selectFirstExpiry].flatMap((select) => {
      const at = select.get()?.at;
      return typeof at === "number" ? [at] : [];
    });
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  return {
    claim({ owner, leaseMs, limit }: ClaimRequest, now: number): Claim[] {
      return selectDue(now, limit)
        .toSorted(byDueTime)
        .map((row) => {
          heads.delete(String(row.id));
          claim.run(owner, now + leaseMs, String(row.id));
          return {
            conversation: readStoredState(row),
            version: Number(row.version),
            epoch: Number(row.lease_epoch) + 1,
            now,
            expired: row.lease_owner !== null,
          };
        });
    },
    extend({ owner, leaseMs, conversationIds }: ExtendRequest, now: number): ReadonlyMap<string, number> {
      for (const id of conversationIds) heads.delete(id);
      const rows = extend.all(now + leaseMs, owner, JSON.stringify(conversationIds));
      return new Map(rows.map((row) => [String(row.id), Number(row.version)]));
    },
    release(conversationId: string, epoch: number): void {
      heads.delete(conversationId);
      release.run(conversationId, epoch);
    },
    dueIn(now: number): number | undefined {
      const at = nextDueAt();
      return at === undefined ? undefined : Math.max(0, at - now);
    },
    overdueMs: (now: number): number => Math.max(0, now - (nextDueAt() ?? now)),
    /** The process that held the leases is dead, since the folder is ours now; its unfinished work shows as expired. */
    expireAll(): void {
      releaseResting.run();
      expire.run();
    },
  };
}

function byDueTime(a: Row, b: Row): number {
  return Number(a.due_at) - Number(b.due_at) || (String(a.id) < String(b.id) ? -1 : 1);
}
