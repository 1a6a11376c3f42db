import { actionStatuses } from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import type { MemberReader, Reader } from "../../../store/notifications.ts";
import { parseCursor, toCursor, toPage } from "../../../store/page.ts";
import { mayAnswer, type Principal } from "../../access/principal.ts";
import { notificationView } from "../../notification-view.ts";
import { problems } from "../../problems/problem.ts";
import { type App, addRoute } from "../../route.ts";
import { LongPageQuery, PageQuery } from "../../schemas.ts";
import type { Services } from "../../services.ts";
import { noticeView } from "./notices.ts";

const common = { tag: "Notifications", method: "get", scope: "read", status: 200 } as const;
const marking = { ...common, scope: "answer", method: "post", isRepeatable: true } as const;
const path = "/v1/notifications";
/** Longer than that of an inquiry, which it contains. */
const NotificationParams = z.object({ id: z.string().max(120) });

export const NotificationQuery = PageQuery.extend({
  status: z
    .enum([...actionStatuses, "settled"])
    .optional()
    .openapi({ description: "Only those whose action has this status; `settled`: those that wait no more" }),
  unread: z
    .enum(["true", "false"])
    .optional()
    .openapi({ description: "Only those that wait for you and that you have not read" }),
});

/** What waits for people: inquiries, and runs that failed or paused. */
export function addNotificationRoutes(app: App, { store: { notifications, notices } }: Pick<Services, "store">): void {
  addRoute(
    app,
    {
      ...common,
      path,
      summary: "List notifications, newest first",
      query: NotificationQuery,
      response: wire.pageOf(wire.Notification),
    },
    async (context, { query: { status, unread, ...page } }) => {
      const principal = context.get("principal");
      // Nothing waits for somebody who only looks.
      if (unread === "true" && !mayAnswer(principal)) return { status: 200, body: { items: [] } };
      const filter = {
        ...memberReaderOf(principal),
        actionStatus: status,
        unread: unread === "true",
        ...page,
      };
      const found = await notifications.list(filter);
      return { status: 200, body: { ...found, items: found.items.map((one) => notificationView(one, principal)) } };
    },
  );

  addRoute(
    app,
    { ...common, path: `${path}/count`, summary: "Count what you have not read", response: wire.NotificationCount },
    async (context) => {
      const principal = context.get("principal");
      const unread = mayAnswer(principal) ? await notifications.unreadCount(memberReaderOf(principal)) : 0;
      return { status: 200, body: { unread } };
    },
  );

  addRoute(
    app,
    {
      ...marking,
      path: `${path}/read`,
      summary: "Mark all notifications as read by you",
      description: "Those of the newest thousand that wait for you.",
      response: wire.NotificationCount,
    },
    async (context) => {
      const reader = memberReaderOf(context.get("principal"));
      await notifications.markAllRead(reader);
      return { status: 200, body: { unread: await notifications.unreadCount(reader) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      path: `${path}/{id}`,
      summary: "Read a notification",
      params: NotificationParams,
      response: wire.Notification,
    },
    (context, { params: { id } }) => readOne(context.get("principal"), id),
  );

  addRoute(
    app,
    {
      ...common,
      path: `${path}/{id}/deliveries`,
      summary: "List how you were told of a notification, and why",
      params: NotificationParams,
      query: LongPageQuery,
      response: wire.pageOf(wire.Notice),
    },
    async (context, { params: { id }, query: { limit, cursor } }) => {
      const principal = context.get("principal");
      if (!(await notifications.find(id, memberReaderOf(principal)))) return problems.notificationUnknown;
      const [, after] = (cursor !== undefined && parseCursor(cursor)) || [0, ""];
      const own = { notificationId: id, recipient: principal.id, after, limit: limit + 1 };
      const page = toPage(await notices.ofNotification(own), limit, (last) => toCursor(0, last.id));
      return { status: 200, body: { ...page, items: page.items.map((notice) => noticeView(notice, principal)) } };
    },
  );

  for (const mark of ["read", "unread"] as const)
    addRoute(
      app,
      {
        ...marking,
        path: `${path}/{id}/${mark}`,
        summary: `Mark a notification as ${mark} by you`,
        params: NotificationParams,
        response: wire.Notification,
      },
      async (context, { params: { id } }) => {
        const principal = context.get("principal");
        await notifications.markRead(id, memberReaderOf(principal), mark === "read");
        return readOne(principal, id);
      },
    );

  async function readOne(principal: Principal, id: string) {
    const found = await notifications.find(id, memberReaderOf(principal));
    return found ? ({ status: 200, body: notificationView(found, principal) } as const) : problems.notificationUnknown;
  }
}

export function readerOf({ id, project }: Principal): Reader {
  return { project, person: id };
}

/** The caller with their groups, to tell what waits for them from what waits for others. */
export function memberReaderOf(principal: Principal): MemberReader {
  return { ...readerOf(principal), groups: principal.groups };
}
