import type { DatabaseSync } from "node:sqlite";
import type { NotificationChanges } from "@askback/core";
import type { Clock } from "../../clock.ts";
import {
  maxCounted,
  type NotificationStore,
  notificationColumns,
  notificationPage,
  readNotification,
  smallerNotificationRow,
} from "../notifications.ts";
import { parseCursor } from "../page.ts";
import type { GroupCommit } from "./commit/group-commit.ts";
import { waitsForSql } from "./read/pages.ts";

/** The rows, each with the inquiry that its id names. */
export const notificationsSql = "notifications n left join inquiries i on i.id = substr(n.id, 5)";
export const notificationRowSql =
  "n.id, n.action_status, n.raised_at, n.settled_at, iif(n.record = '', i.record, n.record) as record, n.record = '' as is_inquiry";

const readSql = `(select read_at from notification_reads r
  where r.notification_id = n.id and r.person = ?1 and r.raised_at >= n.raised_at)`;
/** Whether it waits for the reader, whose groups are in this parameter; a run that halted waits for everybody. */
function isOwnSql(groups: string): string {
  return `not exists (select 1 from inquiries where id = substr(n.id, 5) and not ${waitsForSql("?1", groups)})`;
}
const newestPending = `(select id, raised_at from notifications
  where project = ?2 and action_status = 'pending' order by raised_at desc, id desc limit ${maxCounted})`;

/** Notifications in a table whose rows are deleted with their inquiry or run. */
export function createNotifications(db: DatabaseSync, group: GroupCommit, clock: Clock): NotificationStore {
  const select = db.prepare(
    `select ${notificationRowSql}, ${readSql} as read_at, ${isOwnSql("?4")} as is_own from ${notificationsSql} where n.project = ?2 and n.id = ?3`,
  );
  const selectOne = db.prepare(`select ${notificationRowSql} from ${notificationsSql} where n.id = ?`);
  const pageOf = (condition: string) =>
    db.prepare(
      `select ${notificationRowSql}, ${readSql} as read_at, ${isOwnSql("?6")} as is_own from ${notificationsSql}
       where n.project = ?2 and ${condition} and (n.raised_at, n.id) < (?3, ?4) order by n.raised_at desc, n.id desc limit ?5`,
    );
  const selectAll = pageOf("true");
  const selectPending = pageOf("action_status = 'pending'");
  const selectByStatus = pageOf("action_status = ?7");
  const selectSettled = pageOf("action_status <> 'pending'");
  const selectUnread = pageOf(`action_status = 'pending' and ${readSql} is null and ${isOwnSql("?6")}`);
  const countUnread = db.prepare(
    `select count(*) as count from ${newestPending} n where ${readSql} is null and ${isOwnSql("?3")}`,
  );
  const upsertRead = `on conflict do update set raised_at = excluded.raised_at, read_at = excluded.read_at`;
  const markRead = db.prepare(
    `insert into notification_reads (notification_id, person, raised_at, read_at)
     select id, ?1, raised_at, ?4 from notifications where project = ?2 and id = ?3 ${upsertRead}`,
  );
  const markUnread = db.prepare(
    `delete from notification_reads where person = ?1
     and notification_id = (select id from notifications where project = ?2 and id = ?3)`,
  );
  const markAllRead = db.prepare(
    `insert into notification_reads (notification_id, person, raised_at, read_at)
     select id, ?1, raised_at, ?3 from ${newestPending} n where ${readSql} is null and ${isOwnSql("?4")} ${upsertRead}`,
  );

  return {
    async find(id, { project, person, groups }) {
      const row = select.get(person, project, id, groupsParameter(groups));
      return row && readNotification(row);
    },
    async load(id) {
      const row = selectOne.get(id);
      return row && readNotification(row);
    },
    async list({ project, person, groups, actionStatus, unread, limit, cursor }) {
      const [at, last] = (cursor !== undefined && parseCursor(cursor)) || [Number.MAX_SAFE_INTEGER, ""];
      const values = [person, project, at, last, limit + 1, groupsParameter(groups)] as const;
      const rows = unread
        ? selectUnread.all(...values)
        : actionStatus === "pending"
          ? selectPending.all(...values)
          : actionStatus === "settled"
            ? selectSettled.all(...values)
            : actionStatus
              ? selectByStatus.all(...values, actionStatus)
              : selectAll.all(...values);
      return notificationPage(rows.map(readNotification), limit);
    },
    unreadCount: async ({ project, person, groups }) =>
      Number(countUnread.get(person, project, groupsParameter(groups))?.count),
    markRead: (id, { project, person }, isRead) =>
      group.write(() => {
        if (isRead) markRead.run(person, project, id, clock.now());
        else markUnread.run(person, project, id);
      }),
    markAllRead: ({ project, person, groups }) =>
      group.write(() => void markAllRead.run(person, project, clock.now(), groupsParameter(groups))),
  };
}

function groupsParameter(groups: readonly string[] = []): string {
  return JSON.stringify(groups);
}

/** Writes what a commit does to notifications, inside the open transaction and after the inquiries and runs. */
export function createWriteNotifications(db: DatabaseSync): (changes: NotificationChanges) => void {
  const columns = notificationColumns.join(", ");
  const values = notificationColumns.map(() => "?").join(", ");
  const upsert = db.prepare(
    `insert into notifications (${columns}) values (${values}) on conflict (id) do update set
       action_status = excluded.action_status, raised_at = excluded.raised_at, settled_at = excluded.settled_at,
       record = excluded.record`,
  );
  const settle = db.prepare("update notifications set action_status = ?, settled_at = ? where id = ?");
  return ({ raised, settled }) => {
    for (const notification of raised) {
      const row = smallerNotificationRow(notification);
      upsert.run(...notificationColumns.map((name) => row[name]));
    }
    for (const { id, actionStatus, settledAt } of settled) settle.run(actionStatus, settledAt, id);
  };
}
