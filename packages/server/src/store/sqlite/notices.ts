import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import {
  type ClaimedNotice,
  type NewNotice,
  type NoticeClaimRequest,
  type NoticeStore,
  newNoticeColumns,
  noticePage,
  rowToNotice,
} from "../notices.ts";
import { parseCursor } from "../page.ts";
import type { GroupCommit } from "./group-commit.ts";
import { writeInSteps } from "./in-steps.ts";

/** Notices in a table whose rows are deleted with their inquiry. */
export function createNotices(db: DatabaseSync, group: GroupCommit, clock: Clock): NoticeStore {
  const notBusy = "endpoint not in (select value from json_each(?))";
  const selectDue = db.prepare(
    `select * from notices where ${notBusy} and due_at is not null and due_at <= ? order by due_at, id limit 1`,
  );
  const claim = db.prepare(
    "update notices set due_at = ?, leased = 1, epoch = epoch + 1, tries = tries + 1 where id = ? returning *",
  );
  const settle = db.prepare(
    "update notices set status = ?, due_at = ?, attempts = ?, leased = 0 where id = ? and epoch = ? and leased = 1",
  );
  const selectFirst = db.prepare(
    `select due_at from notices where ${notBusy} and due_at is not null order by due_at, id limit 1`,
  );
  const select = db.prepare("select * from notices where id = ?");
  const selectPage = db.prepare(
    `select * from notices where inquiry_id = ? and recipient = coalesce(?, recipient) and (version, id) > (?, ?)
     order by version, id limit ?`,
  );
  const resend = db.prepare(
    "update notices set status = 'pending', due_at = ?1, tried_from = ?1, tries = 0 where id = ?2 and leased = 0",
  );
  const countPending = db.prepare("select count(*) as count from notices where due_at is not null");
  const deleteSettled = db.prepare(
    `delete from notices where id in (
       select id from notices where due_at is null and created_at < ? order by created_at limit ?)`,
  );
  // The process that claimed them is dead, since the folder is ours now.
  db.prepare("update notices set leased = 0, due_at = 0 where leased = 1").run();

  function claimDue({ leaseMs, limit, perEndpoint, busy }: NoticeClaimRequest): ClaimedNotice[] {
    const now = clock.now();
    const claimed: ClaimedNotice[] = [];
    const full = new Set(busy);
    while (claimed.length < limit) {
      const due = selectDue.get(JSON.stringify([...full]), now);
      const row = due && claim.get(now + leaseMs, String(due.id));
      if (!row) break;
      claimed.push({ ...rowToNotice(row), epoch: Number(row.epoch), now });
      if (claimed.filter(({ endpoint }) => endpoint === row.endpoint).length >= perEndpoint)
        full.add(String(row.endpoint));
    }
    return claimed;
  }

  return {
    claim: (request) => group.write(() => claimDue(request)),
    settle: ({ id, epoch, attempts, next }) =>
      group.write(() => {
        const dueAt = next.status === "pending" ? clock.now() + next.dueInMs : null;
        return settle.run(next.status, dueAt, JSON.stringify(attempts), id, epoch).changes === 1;
      }),
    async dueIn(busy) {
      const row = selectFirst.get(JSON.stringify(busy));
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

/** Stores the notices of a commit, inside the open transaction. */
export function createWriteNotices(db: DatabaseSync): (notices: readonly NewNotice[], now: number) => void {
  const insert = db.prepare(
    `insert into notices (${newNoticeColumns}, status, created_at, tried_from, due_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?12, ?12, ?12)`,
  );
  return (notices, now) => {
    for (const { id, inquiryId, version, channel, endpoint, recipient, project, url, type, at, record } of notices) {
      const event = [id, inquiryId ?? null, version, channel, endpoint, recipient, project, url ?? null] as const;
      insert.run(...event, type, at, JSON.stringify(record), now);
    }
  };
}
