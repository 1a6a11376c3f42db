import { type Conversation, stateFormat } from "@askback/core";
import type { Clock } from "../../../clock.ts";
import type { Claim, ClaimRequest, ExtendRequest } from "../../store.ts";
import type { Database } from "../connection/database.ts";
import { nowSql } from "../connection/sql-values.ts";
import type { DatabaseClock } from "./database-clock.ts";

/** The leases by which workers take conversations. Whoever asks for them often learns the database's time on the way. */
export function createLeases(database: Database, clock: Clock | undefined, { adjust }: Pick<DatabaseClock, "adjust">) {
  const now = () => clock?.now() ?? null;
  // Free and leased conversations have an index each, so that those in work do not slow down finding those that wait.
  const claim = database.prepared(
    "askback_claim",
    `with clock as materialized (select ${nowSql("$4")} as now),
     free as materialized (
       select id, lease_owner, due_at from conversations, clock
       where due_at <= now and lease_owner is null and state_format <= ${stateFormat}
       order by due_at, id limit $3 for update of conversations skip locked
     ),
     lapsed as materialized (
       select id, lease_owner, due_at from conversations, clock
       where lease_owner is not null and lease_until <= now and due_at <= now and state_format <= ${stateFormat}
       order by due_at, id limit $3 for update of conversations skip locked
     ),
     taken as materialized (
       select * from (select * from free union all select * from lapsed) as due order by due_at, id limit $3
     ),
     claimed as (
       update conversations c set lease_owner = $1, lease_until = now + $2, lease_epoch = c.lease_epoch + 1
       from taken, clock where c.id = taken.id
       returning c.id, c.state, c.version, c.lease_epoch
     )
     select claimed.*, taken.lease_owner is not null as expired, now
     from claimed join taken using (id), clock order by taken.due_at, claimed.id`,
  );
  // Rows are locked in the order of their ids, as commits lock them; otherwise the two could deadlock.
  const extend = database.prepared(
    "askback_extend",
    `with held as materialized (
       select id from conversations where lease_owner = $1 and id = any($3::text[]) order by id for update
     )
     update conversations c set lease_until = ${nowSql("$4")} + $2 from held where c.id = held.id
     returning c.id, c.version, ${nowSql("$4")} as now`,
  );
  const release = database.prepared(
    "askback_release",
    "update conversations set lease_owner = null, lease_until = null where id = $1 and lease_epoch = $2",
  );
  const timeUntilDue = database.prepared(
    "askback_due_in",
    `select now, at from (select ${nowSql("$1")} as now) as clock, (select least(
       (select due_at from conversations where due_at is not null and lease_owner is null and state_format <= ${stateFormat}
        order by due_at limit 1),
       (select min(greatest(due_at, lease_until)) from conversations
        where lease_owner is not null and due_at is not null and state_format <= ${stateFormat})
     ) as at) as next`,
  );

  async function readTimeUntilDue(): Promise<number | undefined> {
    const [row] = await adjust(() => timeUntilDue([now()]));
    return row?.at == null ? undefined : Number(row.at) - Number(row.now);
  }

  return {
    async claim({ owner, leaseMs, limit }: ClaimRequest): Promise<readonly Claim[]> {
      const rows = await adjust(() => claim([owner, leaseMs, limit, now()]));
      return rows.map((row) => ({
        conversation: JSON.parse(String(row.state)) as Conversation,
        version: Number(row.version),
        epoch: Number(row.lease_epoch),
        now: Number(row.now),
        expired: row.expired === true,
      }));
    },
    async extend({ owner, leaseMs, conversationIds }: ExtendRequest): Promise<ReadonlyMap<string, number>> {
      const rows = await adjust(() => extend([owner, leaseMs, [...conversationIds], now()]));
      return new Map(rows.map((row) => [String(row.id), Number(row.version)]));
    },
    async release(conversationId: string, epoch: number): Promise<void> {
      await release([conversationId, epoch]);
    },
    async dueIn(): Promise<number | undefined> {
      const ms = await readTimeUntilDue();
      return ms === undefined ? undefined : Math.max(0, ms);
    },
    async overdueMs(): Promise<number> {
      return Math.max(0, -((await readTimeUntilDue()) ?? 0));
    },
  };
}
