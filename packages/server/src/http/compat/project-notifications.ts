import { actionStatuses } from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import type { ReadNotification } from "../../store/notifications.ts";
import { mayAnswer, type Principal } from "../access/principal.ts";
import { isRead } from "../notification-view.ts";
import { problems } from "../problems/problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { memberReaderOf, NotificationQuery, readerOf } from "../routes/notify/notifications.ts";
import type { Services } from "../services.ts";
import { toIsoTime } from "../views.ts";

const common = { tag: "Compat: projects API", method: "get", scope: "read", status: 200 } as const;
const params = z.object({ project: z.string().max(80), notification: z.string().max(120) });
const path = "/api/projects/{project}/notifications";

const NotificationView = z.object({
  id: z.string(),
  projectId: z.string(),
  type: z.string(),
  title: z.string(),
  message: z.string(),
  sourceType: z.string(),
  sourceID: z.string(),
  relatedResourceType: z.string(),
  relatedResourceID: z.string(),
  importance: z.string(),
  actions: z.array(z.object({ label: z.string(), value: z.string() })),
  actionURL: z.string().nullable(),
  actionStatus: z.enum(actionStatuses),
  read: z.boolean(),
  createdAt: z.string(),
});

/** The notifications of the projects API, with the fields and names of its document. */
export function addProjectNotifications(app: App, { store: { notifications } }: Pick<Services, "store">): void {
  const list = {
    ...common,
    path,
    summary: "List a project's notifications, newest first",
    params: params.pick({ project: true }),
    query: NotificationQuery,
    response: wire.pageOf(NotificationView),
  } as const;
  addRoute(app, list, async (context, { params: { project }, query: { status, unread, ...page } }) => {
    if (!isOwn(context, project)) return problems.projectUnknown;
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
  });

  const read = {
    ...common,
    path: `${path}/{notification}`,
    summary: "Read a notification of a project",
    params,
    response: NotificationView,
  } as const;
  addRoute(app, read, (context, { params: { project, notification } }) => readOne(context, project, notification));

  const mark = {
    ...read,
    method: "post",
    scope: "answer",
    isRepeatable: true,
    path: `${path}/{notification}/read`,
    summary: "Mark a notification of a project as read",
  } as const;
  addRoute(app, mark, async (context, { params: { project, notification } }) => {
    if (isOwn(context, project)) await notifications.markRead(notification, readerOf(context.get("principal")), true);
    return readOne(context, project, notification);
  });

  async function readOne(context: AppContext, project: string, id: string) {
    const principal = context.get("principal");
    const found = isOwn(context, project) && (await notifications.find(id, memberReaderOf(principal)));
    return found ? ({ status: 200, body: notificationView(found, principal) } as const) : problems.notificationUnknown;
  }
}

function isOwn(context: AppContext, project: string): boolean {
  return project === context.get("principal").project;
}

function notificationView(
  notification: ReadNotification,
  principal: Principal,
): wire.ResponseBody<typeof NotificationView> {
  const { id, project, type, title, message, sourceType, sourceId, relatedResourceType, relatedResourceId } =
    notification;
  const { importance, actions = [], actionUrl, actionStatus, raisedAt } = notification;
  return {
    id,
    projectId: project,
    type,
    title,
    message,
    sourceType,
    sourceID: sourceId,
    relatedResourceType,
    relatedResourceID: relatedResourceId,
    importance,
    actions: [...actions],
    actionURL: actionUrl ?? null,
    actionStatus,
    read: isRead(notification) || !mayAnswer(principal),
    createdAt: toIsoTime(raisedAt),
  };
}
