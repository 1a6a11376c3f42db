import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import {
  type ClaimedNotice,
  type NewNotice,
  type NoticeClaimRequest,
  type NoticeStore,
  newNoticeColumns,
  newNoticeRow,
  noticePage,
  rowToNotice,
} from "../notices.ts";
import { parseCursor } from "../page.ts";
import type { AppendAudit } from "./audit.ts";
import type { GroupCommit } from "./commit/group-commit.ts";
import { writeInSteps } from "./commit/write-in-steps.ts";

/** Notices in a table whose rows are deleted with their inquiry. */
export function createNotices(
  db: DatabaseSync,
  group: GroupCommit,
  appendAudit: AppendAudit,
  clock: Clock,
): NoticeStore {
  // Each lane is looked at by itself: however many wait in one that is busy, they cost nothing.
  const lanesSql = `with recursive lanes (endpoint) as (
       select min(endpoint) from notices where due_at is not null
       union all
       select (select min(endpoint) from notices where due_at is not null and endpoint > lanes.endpoint)
       from lanes where lanes.endpoint is not null
     )
     select endpoint, (
       select due_at from notices n where n.endpoint = lanes.endpoint and due_at is not null order by due_at, id limit 1
     ) as due_at from lanes
     where endpoint is not null and endpoint not in (select value from json_each(?)) order by due_at, endpoint`;
  const selectLanes = db.prepare(lanesSql);
  const selectDue = db.prepare(
    "select id, due_at from notices where endpoint = ? and due_at is not null and due_at <= ? order by due_at, id limit ?",
  );
  const claim = db.prepare(
    "update notices set due_at = ?, leased = 1, epoch = epoch + 1, tries = tries + 1 where id = ? returning *",
  );
  const settle = db.prepare(
    `update notices set status = ?, due_at = ?, attempts = ?, reference = coalesce(?, reference), tries = tries - ?, leased = 0
     where id = ? and epoch = ? and leased = 1`,
  );
  const withdraw = db.prepare(
    "update notices set status = 'withdrawn', due_at = null where id = ? and leased = 0 and due_at is not null",
  );
  const selectDeliveries = db.prepare(
    `select * from notices where notification_id = ? and channel <> 'expand' and recipient = coalesce(?, recipient)
       and id > ? order by id limit ?`,
  );
  const add = createWriteNotices(db);
  const hasNotification = db.prepare("select 1 from notifications where id = ?");
  const select = db.prepare("select * from notices where id = ?");
  const selectPage = db.prepare(
    `select * from notices where inquiry_id = ? and channel <> 'expand' and recipient = coalesce(?, recipient)
       and (version, id) > (?, ?) order by version, id limit ?`,
  );
  const resend = db.prepare(
    "update notices set status = 'pending', due_at = ?1, tried_from = ?1, tries = 0 where id = ?2 and leased = 0",
  );
  const countPending = db.prepare("select count(*) as count from notices where due_at is not null");
  const deleteSettled = db.prepare(
    `delete from notices where id in (
       select id from notices where due_at is null and created_at < ? and not exists (
         select 1 from notifications n where n.id = notification_id and n.action_status = 'pending')
       order by created_at limit ?)`,
  );
  // The process that claimed them is dead, since the folder is ours now.
  db.prepare("update notices set leased = 0, due_at = 0 where leased = 1").run();

  function claimDue({ leaseMs, limit, perEndpoint, busy }: NoticeClaimRequest): ClaimedNotice[] {
    const now = clock.now();
    const lanes = selectLanes.all(JSON.stringify(busy)).filter((lane) => Number(lane.due_at) <= now);
    // The notices of a lane come in their order, so no more than `limit` of the lanes that were due first are needed.
    return lanes
      .slice(0, limit)
      .flatMap(({ endpoint }) => selectDue.all(String(endpoint), now, Math.min(limit, perEndpoint)))
      .sort((a, b) => Number(a.due_at) - Number(b.due_at) || (String(a.id) < String(b.id) ? -1 : 1))
      .slice(0, limit)
      .flatMap(({ id }) => {
        const row = claim.get(now + leaseMs, String(id));
        return row ? [{ ...rowToNotice(row), epoch: Number(row.epoch), now }] : [];
      });
  }

  return {
    claim: (request) => group.write(() => claimDue(request)),
    settle: ({ id, epoch, attempts, next, reference = null, isUntried = false, audit }) =>
      group.write(() => {
        const dueAt = next.status === "pending" ? clock.now() + next.dueInMs : null;
        const values = [next.status, dueAt, JSON.stringify(attempts), reference, Number(isUntried), id, epoch];
        const isSettled = settle.run(...values).changes === 1;
        if (isSettled && audit) appendAudit([audit]);
        return isSettled;
      }),
    add: (deliveries) =>
      group.write(() => {
        const isKept = ({ notificationId: id }: NewNotice) => id === undefined || hasNotification.get(id) !== undefined;
        add(deliveries.filter(isKept), clock.now());
      }),
    ofNotification: async ({ notificationId, recipient, after, limit }) =>
      selectDeliveries.all(notificationId, recipient ?? null, after, limit).map(rowToNotice),
    withdraw: (id) =>
      group.write(() => {
        withdraw.run(id);
        const row = select.get(id);
        return row && { ...rowToNotice(row), isUnderWay: row.leased === 1 };
      }),
    async dueIn(busy) {
      const row = selectLanes.get(JSON.stringify(busy));
      return row && Math.max(0, Number(row.due_at) - clock.now());
    },
    async find(id) {
      const row = select.get(id);
      return row && rowToNotice(row);
    },
    async ofInquiry({ inquiryId, recipient, limit, cursor }) {
      const [version, id] = (cursor !== undefined && parseCursor(cursor)) || [0, ""];
      const rows = selectPage.all(inquiryId, recipient ?? null, version, id, limit + 1);
      return noticePage(rows.map(rowToNotice), limit);
    },
    resend: (id) => group.write(() => void resend.run(clock.now(), id)),
    pendingCount: async () => Number(countPending.get()?.count),
    deleteSettled(ageMs) {
      const before = clock.now() - ageMs;
      return writeInSteps(group, (limit) => deleteSettled.run(before, limit).changes);
    },
  };
}

/** Stores notices that are not there yet, inside the open transaction. */
export function createWriteNotices(db: DatabaseSync): (notices: readonly NewNotice[], now: number) => void {
  const insert = db.prepare(
    `insert into notices (${newNoticeColumns.join(", ")}, status, created_at, tried_from, due_at)
     values (${newNoticeColumns.map(() => "?").join(", ")}, 'pending', ?, ?, ?) on conflict (id) do nothing`,
  );
  return (notices, now) => {
    for (const notice of notices) {
      const row = newNoticeRow(notice);
      const dueAt = now + (notice.dueInMs ?? 0);
      insert.run(...newNoticeColumns.map((name) => row[name]), now, dueAt, dueAt);
    }
  };
}
