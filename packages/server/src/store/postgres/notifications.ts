import type { Clock } from "../../clock.ts";
import { maxCounted, type NotificationStore, notificationPage, readNotification } from "../notifications.ts";
import { parseCursor } from "../page.ts";
import type { Database } from "./connection/database.ts";
import { nowSql, withoutNul } from "./connection/sql-values.ts";
import { waitsForSql } from "./read/pages.ts";

/** The columns of a row `n`, with the words that the inquiry has which its id names. */
export const notificationRowSql = `n.id, n.action_status, n.raised_at, n.settled_at, n.record = '' as is_inquiry,
  case n.record when '' then (select i.record from inquiries i where i.id = substr(n.id, 5)) else n.record end as record`;

const readSql = `(select read_at from notification_reads r
  where r.notification_id = n.id and r.person = $1 and r.raised_at >= n.raised_at)`;
/** Whether it waits for the reader, whose groups are in this parameter; a run that halted waits for everybody. */
function isOwnSql(groups: string): string {
  return `not exists (
    select from inquiries where id = substr(n.id, 5) and not ${waitsForSql("$1", `${groups}::text[]`)})`;
}
const newestPending = `(select id, raised_at from notifications
  where project = $2 and action_status = 'pending' order by raised_at desc, id desc limit ${maxCounted})`;

/** Notifications in a table whose rows are deleted with their inquiry or run. */
export function createNotifications(database: Database, clock?: Clock): NotificationStore {
  const find = database.prepared(
    "askback_find_notification",
    `select ${notificationRowSql}, ${readSql} as read_at, ${isOwnSql("$4")} as is_own from notifications n where project = $2 and id = $3`,
  );
  const load = database.prepared(
    "askback_notification",
    `select ${notificationRowSql} from notifications n where id = $1`,
  );
  const pageOf = (name: string, condition: string) =>
    database.prepared(
      `askback_notifications_${name}`,
      `select ${notificationRowSql}, ${readSql} as read_at, ${isOwnSql("$6")} as is_own from notifications n
       where project = $2 and ${condition} and (raised_at, id) < ($3::bigint, $4::text)
       order by raised_at desc, id desc limit $5::integer`,
    );
  const pages = {
    all: pageOf("all", "true"),
    pending: pageOf("pending", "action_status = 'pending'"),
    completed: pageOf("completed", "action_status = 'completed'"),
    withdrawn: pageOf("withdrawn", "action_status = 'withdrawn'"),
    settled: pageOf("settled", "action_status <> 'pending'"),
    unread: pageOf("unread", `action_status = 'pending' and ${readSql} is null and ${isOwnSql("$6")}`),
  };
  const countUnread = database.prepared(
    "askback_unread_count",
    `select count(*) as count from ${newestPending} n where ${readSql} is null and ${isOwnSql("$3")}`,
  );
  // A row that is just being deleted with its inquiry is locked, and gone when the lock is free.
  const upsertRead = `on conflict (notification_id, person) do update set raised_at = excluded.raised_at, read_at = excluded.read_at`;
  const markRead = database.prepared(
    "askback_mark_read",
    `insert into notification_reads (notification_id, person, raised_at, read_at)
     select id, $1, raised_at, ${nowSql("$4")} from notifications where project = $2 and id = $3 for key share ${upsertRead}`,
  );
  const markUnread = database.prepared(
    "askback_mark_unread",
    `delete from notification_reads where person = $1
     and notification_id = (select id from notifications where project = $2 and id = $3)`,
  );
  const markAllRead = database.prepared(
    "askback_mark_all_read",
    `insert into notification_reads (notification_id, person, raised_at, read_at)
     select found.id, $1, found.raised_at, ${nowSql("$3")} from ${newestPending} n
     cross join lateral (select id, raised_at from notifications where id = n.id for key share) as found
     where ${readSql} is null and ${isOwnSql("$4")} order by 1 ${upsertRead}`,
  );
  const now = () => clock?.now() ?? null;

  return {
    async find(id, { project, person, groups = [] }) {
      const [row] = await find([person, project, withoutNul(id), groups]);
      return row && readNotification(row);
    },
    async load(id) {
      const [row] = await load([id]);
      return row && readNotification(row);
    },
    async list({ project, person, groups = [], actionStatus, unread, limit, cursor }) {
      const [at, last] = (cursor !== undefined && parseCursor(cursor)) || [Number.MAX_SAFE_INTEGER, ""];
      const rows = await pages[unread ? "unread" : (actionStatus ?? "all")]([
        person,
        project,
        at,
        withoutNul(last),
        limit + 1,
        groups,
      ]);
      return notificationPage(rows.map(readNotification), limit);
    },
    unreadCount: async ({ project, person, groups = [] }) =>
      Number((await countUnread([person, project, groups]))[0]?.count),
    async markRead(id, { project, person }, isRead) {
      if (isRead) await markRead([person, project, withoutNul(id), now()]);
      else await markUnread([person, project, withoutNul(id)]);
    },
    async markAllRead({ project, person, groups = [] }) {
      await markAllRead([person, project, now(), groups]);
    },
  };
}
