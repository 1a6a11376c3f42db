import type { DatabaseSync } from "node:sqlite";
import { stateFormat } from "@askback/core";
import type { Claim, ClaimRequest, ExtendRequest } from "../store.ts";

import type { Heads } from "./heads.ts";
import { namedRecordSql, readStoredState } from "./read/stored-state.ts";

/** The leases by which workers take conversations. */
export function createLeases(db: DatabaseSync, heads: Heads) {
  // Free and leased conversations have an index each, so that those in work do not slow down finding those that wait.
  const selectDue = db.prepare(
    `select id, due_at, state, version, ${namedRecordSql} as named_record, lease_owner, lease_epoch from (
       select * from conversations where due_at is not null and lease_owner is null and due_at <= ?1
       union all
       select * from conversations where lease_owner is not null and lease_until <= ?1 and due_at <= ?1) as conversations
     where state_format <= ${stateFormat} order by due_at, id limit ?2`,
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
      return selectDue.all(now, limit).map((row) => {
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
