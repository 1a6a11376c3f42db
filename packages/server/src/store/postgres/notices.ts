import type { Clock } from "../../clock.ts";
import { auditColumns, auditValues } from "../audit/audit.ts";
import { type NewNotice, type NoticeStore, noticePage, noticesPerDelete, rowToNotice } from "../notices.ts";
import { parseCursor } from "../page.ts";
import type { AuditChainWriter } from "./audit-chain-writer.ts";
import { noticeColumns } from "./columns.ts";
import { createColumnTable } from "./connection/column-table.ts";
import type { Database } from "./connection/database.ts";
import { nowSql, withoutNul } from "./connection/sql-values.ts";

/** Each lane is looked at by itself: however many wait in one that is busy, they cost nothing. */
function lanesSql(busy: string): string {
  return `with recursive every_lane as (
       (select endpoint from notices where due_at is not null order by endpoint limit 1)
       union all
       select (select n.endpoint from notices n where n.due_at is not null and n.endpoint > l.endpoint order by n.endpoint limit 1)
       from every_lane l where l.endpoint is not null
     ),
     lanes as (select endpoint from every_lane where endpoint is not null and endpoint <> all(${busy}::text[]))`;
}

const deliveryTable = createColumnTable<{ readonly notice: NewNotice }>({
  ...noticeColumns,
  due_in: ["bigint", "input", ({ notice }) => notice.dueInMs ?? 0],
});

/** Notices in a table whose rows are deleted with their inquiry. */
export function createNotices(
  database: Database,
  chainWriter: Pick<AuditChainWriter, "wake">,
  clock?: Clock,
): NoticeStore {
  const claim = database.prepared(
    "askback_claim_notices",
    `${lanesSql("$4")},
     clock as materialized (select ${nowSql("$5")} as now),
     taken as materialized (
       select due.id from clock, lanes cross join lateral (
         select id, due_at from notices where endpoint = lanes.endpoint and due_at <= now
         order by due_at, id limit $3::integer for update skip locked
       ) as due
       order by due.due_at, due.id limit $2::integer
     )
     update notices n set due_at = now + $1::bigint, leased = true, epoch = n.epoch + 1, tries = n.tries + 1
     from taken, clock where n.id = taken.id returning n.*, now`,
  );
  const settle = database.prepared(
    "askback_settle_notice",
    `with settled as (
       update notices set status = $3, due_at = ${nowSql("$6")} + $4::bigint, attempts = $5, leased = false,
         reference = coalesce($7, reference), tries = tries - $15::integer
       where id = $1 and epoch = $2::integer and leased returning id
     ),
     recorded as (
       insert into audit (${auditColumns}) select $8, $9, $10::bigint, $11, $12, $13, $14 from settled
       where $8::text is not null
     )
     select id from settled`,
  );
  const firstDue = database.prepared(
    "askback_notice_due_in",
    `${lanesSql("$1")}
     select first.due_at, ${nowSql("$2")} as now from lanes cross join lateral (
       select due_at from notices where endpoint = lanes.endpoint and due_at is not null order by due_at, id limit 1
     ) as first
     order by first.due_at limit 1`,
  );
  const find = database.prepared("askback_find_notice", "select * from notices where id = $1");
  const page = database.prepared(
    "askback_notices_of_inquiry",
    `select * from notices
     where inquiry_id = $1 and channel <> 'expand' and ($2::text is null or recipient = $2) and (version, id) > ($3::bigint, $4::text)
     order by version, id limit $5::integer`,
  );
  const resend = database.prepared(
    "askback_resend_notice",
    `update notices set status = 'pending', due_at = now, tried_from = now, tries = 0
     from (select ${nowSql("$2")} as now) as clock where id = $1 and not leased`,
  );
  const pendingCount = database.prepared(
    "askback_pending_notices",
    "select count(*) as count from notices where due_at is not null",
  );
  const deleteSettled = database.prepared(
    "askback_delete_notices",
    `with old as materialized (
       select id from notices where due_at is null and created_at < ${nowSql("$2")} - $1::bigint and not exists (
         select from notifications n where n.id = notification_id and n.action_status = 'pending')
       order by created_at limit ${noticesPerDelete} for update skip locked
     ),
     deleted as (delete from notices using old where notices.id = old.id)
     select count(*) as count from old`,
  );
  // A notification that is just being erased is locked, and gone when the lock is free.
  const add = database.prepared(
    "askback_add_deliveries",
    `insert into notices (${deliveryTable.inserted()}, status, created_at, tried_from, due_at)
     select ${deliveryTable.inserted("d")}, 'pending', now, now + due_in, now + due_in
     from ${deliveryTable.rows("d")} cross join (select ${nowSql(`$${deliveryTable.nextParameter}`)} as now) as clock
     left join lateral (select id from notifications where id = d.notification_id for key share) as told on true
     where d.notification_id is null or told.id is not null
     order by d.id on conflict (id) do nothing`,
  );
  const ofNotification = database.prepared(
    "askback_deliveries",
    `select * from notices where notification_id = $1 and channel <> 'expand' and ($2::text is null or recipient = $2)
       and id > $3 order by id limit $4::integer`,
  );
  const withdraw = database.prepared(
    "askback_withdraw_notice",
    "update notices set status = 'withdrawn', due_at = null where id = $1 and not leased and due_at is not null",
  );
  const now = () => clock?.now() ?? null;

  return {
    async add(deliveries) {
      if (deliveries.length > 0)
        await add([...deliveryTable.parameters(deliveries.map((notice) => ({ notice }))), now()]);
    },
    ofNotification: async ({ notificationId, recipient, after, limit }) =>
      (await ofNotification([notificationId, recipient ?? null, withoutNul(after), limit])).map(rowToNotice),
    async withdraw(id) {
      await withdraw([id]);
      const [row] = await find([id]);
      return row && { ...rowToNotice(row), isUnderWay: row.leased === true };
    },
    async claim({ leaseMs, limit, perEndpoint, busy }) {
      const rows = await claim([leaseMs, limit, perEndpoint, busy, now()]);
      return rows.map((row) => ({ ...rowToNotice(row), epoch: Number(row.epoch), now: Number(row.now) }));
    },
    async settle({ id, epoch, attempts, next, reference = null, isUntried = false, audit }) {
      const dueInMs = next.status === "pending" ? next.dueInMs : null;
      const settlement = [id, epoch, next.status, dueInMs, JSON.stringify(attempts), now(), reference] as const;
      const recorded = audit ? auditValues(audit) : Array(7).fill(null);
      const rows = await settle([...settlement, ...recorded, Number(isUntried)]);
      if (audit && rows.length === 1) chainWriter.wake();
      return rows.length === 1;
    },
    async dueIn(busy) {
      const [row] = await firstDue([busy, now()]);
      return row && Math.max(0, Number(row.due_at) - Number(row.now));
    },
    async find(id) {
      const [row] = await find([withoutNul(id)]);
      return row && rowToNotice(row);
    },
    async ofInquiry({ inquiryId, recipient, limit, cursor }) {
      const [version, id] = (cursor !== undefined && parseCursor(cursor)) || [0, ""];
      const rows = await page([inquiryId, recipient ?? null, version, withoutNul(id), limit + 1]);
      return noticePage(rows.map(rowToNotice), limit);
    },
    async resend(id) {
      await resend([id, now()]);
    },
    pendingCount: async () => Number((await pendingCount([]))[0]?.count),
    async deleteSettled(ageMs) {
      for (let count = noticesPerDelete; count === noticesPerDelete; )
        count = Number((await deleteSettled([ageMs, now()]))[0]?.count);
    },
  };
}
