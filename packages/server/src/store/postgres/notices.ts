import type { Clock } from "../../clock.ts";
import { type NoticeStore, noticePage, noticesPerDelete, rowToNotice } from "../notices.ts";
import { parseCursor } from "../page.ts";
import type { Database } from "./connection/database.ts";
import { nowSql, withoutNul } from "./connection/sql-values.ts";

/** So many due notices are looked at to find those of several endpoints. */
const candidates = 200;

/** Notices in a table whose rows are deleted with their inquiry. */
export function createNotices(database: Database, clock?: Clock): NoticeStore {
  const claim = database.prepared(
    "askback_claim_notices",
    `with clock as materialized (select ${nowSql("$5")} as now),
     due as materialized (
       select id, endpoint, due_at from notices, clock where due_at <= now and endpoint <> all($4::text[])
       order by due_at, id limit ${candidates} for update of notices skip locked
     ),
     placed as (select id, due_at, row_number() over (partition by endpoint order by due_at, id) as place from due),
     taken as materialized (select id from placed where place <= $3::integer order by due_at, id limit $2::integer)
     update notices n set due_at = now + $1::bigint, leased = true, epoch = n.epoch + 1, tries = n.tries + 1
     from taken, clock where n.id = taken.id returning n.*, now`,
  );
  const settle = database.prepared(
    "askback_settle_notice",
    `update notices set status = $3, due_at = ${nowSql("$6")} + $4::bigint, attempts = $5, leased = false
     where id = $1 and epoch = $2::integer and leased returning id`,
  );
  const firstDue = database.prepared(
    "askback_notice_due_in",
    `select due_at, ${nowSql("$2")} as now from notices where due_at is not null and endpoint <> all($1::text[])
     order by due_at, id limit 1`,
  );
  const find = database.prepared("askback_find_notice", "select * from notices where id = $1");
  const page = database.prepared(
    "askback_notices_of_inquiry",
    `select * from notices
     where inquiry_id = $1 and ($2::text is null or recipient = $2) and (version, id) > ($3::bigint, $4::text)
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
       select id from notices where due_at is null and created_at < ${nowSql("$2")} - $1::bigint
       order by created_at limit ${noticesPerDelete} for update skip locked
     ),
     deleted as (delete from notices using old where notices.id = old.id)
     select count(*) as count from old`,
  );
  const now = () => clock?.now() ?? null;

  return {
    async claim({ leaseMs, limit, perEndpoint, busy }) {
      const rows = await claim([leaseMs, limit, perEndpoint, busy, now()]);
      return rows.map((row) => ({ ...rowToNotice(row), epoch: Number(row.epoch), now: Number(row.now) }));
    },
    async settle({ id, epoch, attempts, next }) {
      const dueInMs = next.status === "pending" ? next.dueInMs : null;
      return (await settle([id, epoch, next.status, dueInMs, JSON.stringify(attempts), now()])).length === 1;
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
