import type { DatabaseSync } from "node:sqlite";
import { type Conversation, stateFormat } from "@askback/core";
import type { Claim, ClaimRequest, ExtendRequest } from "../store.ts";

/** Claim, extend, release: the scheduler's part of the store on SQLite. */
export function createLeases(db: DatabaseSync) {
  // Two indexes, one for what nobody holds and one for leases: what is in work is not in the way of what waits.
  const selectDue = db.prepare(
    `select id, due_at, state, version, lease_owner, lease_epoch from (
       select * from conversations where due_at is not null and lease_owner is null and due_at <= ?1
       union all
       select * from conversations where lease_owner is not null and lease_until <= ?1 and due_at <= ?1)
     where state_format <= ${stateFormat} order by due_at, id limit ?2`,
  );
  const take = db.prepare(
    "update conversations set lease_owner = ?, lease_until = ?, lease_epoch = lease_epoch + 1 where id = ?",
  );
  const prolong = db.prepare(
    `update conversations set lease_until = ?
     where lease_owner = ? and id in (select value from json_each(?)) returning id, version`,
  );
  const free = db.prepare(
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
  const freeResting = db.prepare(
    "update conversations set lease_owner = null, lease_until = null where lease_owner is not null and due_at is null",
  );
  const expire = db.prepare("update conversations set lease_until = 0 where lease_owner is not null");

  return {
    claim({ owner, leaseMs, limit }: ClaimRequest, now: number): Claim[] {
      return selectDue.all(now, limit).map((row) => {
        take.run(owner, now + leaseMs, String(row.id));
        return {
          conversation: JSON.parse(String(row.state)) as Conversation,
          version: Number(row.version),
          epoch: Number(row.lease_epoch) + 1,
          now,
          expired: row.lease_owner !== null,
        };
      });
    },
    extend({ owner, leaseMs, conversationIds }: ExtendRequest, now: number): ReadonlyMap<string, number> {
      const rows = prolong.all(now + leaseMs, owner, JSON.stringify(conversationIds));
      return new Map(rows.map((row) => [String(row.id), Number(row.version)]));
    },
    release(conversationId: string, epoch: number): void {
      free.run(conversationId, epoch);
    },
    dueIn(now: number): number | undefined {
      const times = [selectFirstDue, selectFirstExpiry].flatMap((select) => {
        const at = select.get()?.at;
        return typeof at === "number" ? [at] : [];
      });
      return times.length > 0 ? Math.max(0, Math.min(...times) - now) : undefined;
    },
    /** Whoever held a lease in this folder is dead, since the folder is ours now; what it left undone shows as expired. */
    expireAll(): void {
      freeResting.run();
      expire.run();
    },
  };
}
