import { stateFormat } from "@askback/core";
import type { Clock } from "../../../clock.ts";
import { maxProjects } from "../../project-turns.ts";
import type { Claim, ClaimRequest, ExtendRequest, Store } from "../../store.ts";
import { StoreUnavailable } from "../../store-unavailable.ts";
import { namesInquiry, readStoredState } from "../../stored-state.ts";
import type { Database, Row } from "../connection/database.ts";
import { nowSql } from "../connection/sql-values.ts";
import type { DatabaseClock } from "./database-clock.ts";

interface ClaimedStates extends Pick<Store, "load"> {
  /** Called when something that was claimed cannot be read, and other claims can. */
  onError(error: unknown): void;
}

/** The leases by which workers take conversations. Whoever asks for them often learns the database's time on the way. */
export function createLeases(
  database: Database,
  clock: Clock | undefined,
  { adjust }: Pick<DatabaseClock, "adjust">,
  { load, onError }: ClaimedStates,
) {
  const now = () => clock?.now() ?? null;
  const isFree = `due_at is not null and lease_owner is null and state_format <= ${stateFormat}`;
  // Free and leased conversations have an index each, so that those in work do not slow down finding those that wait.
  // What was in work before comes first. Where the rest is too much, projects take turns: `circle` goes from one to the
  // next, and each that has something due gives the same number. What is left goes to the oldest of all.
  const claim = database.prepared(
    "askback_claim",
    `with recursive clock as materialized (select ${nowSql("$4")} as now),
     lapsed as materialized (
       select id, lease_owner, due_at from conversations, clock
       where lease_owner is not null and lease_until <= now and due_at <= now and state_format <= ${stateFormat}
       order by due_at, id limit $3 for update of conversations skip locked
     ),
     room as materialized (select $3 - count(*) as size from lapsed),
     circle as (
       select $5::text as project, null::bigint as due_at, 0 as looked, 0 as found, false as is_round where exists (
         select from conversations where ${isFree} and due_at <= (select now from clock)
         order by due_at, id offset (select size from room) limit 1)
       union all
       select next.project, next.due_at, looked + 1, found + (next.due_at <= now)::integer, next.is_round
       from circle, clock, room, lateral (
         select * from (
           (select project, due_at, is_round from conversations
            where project > circle.project and ${isFree} order by project, due_at limit 1)
           union all
           (select project, due_at, true from conversations
            where not is_round and project > '' and ${isFree} order by project, due_at limit 1)
         ) as either order by is_round limit 1
       ) as next
       where looked < ${maxProjects} and found < size and (not next.is_round or next.project <= $5)
     ),
     in_turn as materialized (
       select own.* from circle, clock, lateral (
         select id, lease_owner, due_at from conversations
         where project = circle.project and ${isFree} and due_at <= now order by due_at, id
         limit (select size / greatest(max(found), 1) from circle, room group by size) for update of conversations skip locked
       ) as own where circle.due_at <= now
     ),
     oldest as materialized (
       select id, lease_owner, due_at from conversations, clock
       where ${isFree} and due_at <= now and id not in (select id from in_turn)
       order by due_at, id limit (select size - (select count(*) from in_turn) from room) for update of conversations skip locked
     ),
     taken as materialized (
       select * from lapsed union all select * from in_turn union all select * from oldest
     ),
     claimed as (
       update conversations c set lease_owner = $1, lease_until = now + $2, lease_epoch = c.lease_epoch + 1
       from taken, clock where c.id = taken.id
       returning c.id, c.state, c.version, c.lease_epoch
     )
     select claimed.*, taken.lease_owner is not null as expired, now,
       (select project from circle order by looked desc limit 1) as last_project
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

  /** The project that a claim of this server looked at last. */
  let lastProject = "";

  async function readTimeUntilDue(): Promise<number | undefined> {
    const [row] = await adjust(() => timeUntilDue([now()]));
    return row?.at == null ? undefined : Number(row.at) - Number(row.now);
  }

  /** A claim may lock a newer row than its snapshot has, and would then see an inquiry of before. */
  async function toClaim(row: Row): Promise<Claim | undefined> {
    const stored = namesInquiry(String(row.state))
      ? await load(String(row.id))
      : { conversation: readStoredState(row), version: Number(row.version) };
    return stored && { ...stored, epoch: Number(row.lease_epoch), now: Number(row.now), expired: row.expired === true };
  }

  /** Those that can be read. The leases of the others end now or, where the database is gone, with their time. */
  async function toClaims(rows: readonly Row[]): Promise<readonly Claim[]> {
    const errors: unknown[] = [];
    const read = rows.map((row) =>
      toClaim(row).catch((error: unknown) => {
        errors.push(error);
        // What is damaged would be claimed again at once, before everything else.
        if (error instanceof StoreUnavailable) release([row.id, row.lease_epoch]).catch(() => undefined);
        return undefined;
      }),
    );
    const claims = (await Promise.all(read)).filter((one) => one !== undefined);
    if (claims.length === 0 && errors.length > 0) throw errors[0];
    errors.forEach(onError);
    return claims;
  }

  return {
    async claim({ owner, leaseMs, limit }: ClaimRequest): Promise<readonly Claim[]> {
      const rows = await adjust(() => claim([owner, leaseMs, limit, now(), lastProject]));
      lastProject = String(rows[0]?.last_project ?? lastProject);
      return await toClaims(rows);
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
