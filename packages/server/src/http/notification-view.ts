import type { Notification } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { ReadNotification } from "../store/notifications.ts";
import { mayAnswer, type Principal } from "./access/principal.ts";
import { toIsoTime } from "./views.ts";

/** A notification as a person of its project reads it. */
export function notificationView(notification: ReadNotification, principal: Principal): wire.Notification {
  const { readAt, isForOthers: _, ...shown } = notification;
  return {
    ...toldNotificationView(shown),
    read: isRead(notification) || !mayAnswer(principal),
    ...(readAt !== undefined && { readAt: toIsoTime(readAt) }),
  };
}

/** A notification as nobody in particular reads it. */
export function toldNotificationView(notification: Notification): wire.ToldNotification {
  const { project: _, raisedAt, settledAt, actions, ...shown } = notification;
  return {
    ...shown,
    ...(actions && { actions: [...actions] }),
    createdAt: toIsoTime(raisedAt),
    ...(settledAt !== undefined && { settledAt: toIsoTime(settledAt) }),
  };
}

/** Nobody has to read what is settled, or what waits for others. */
export function isRead({ actionStatus, readAt, isForOthers }: ReadNotification): boolean {
  return actionStatus !== "pending" || readAt !== undefined || isForOthers === true;
}
