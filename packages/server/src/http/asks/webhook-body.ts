import { inquiryChangeTypes } from "@askback/core";
import type { RunWebhookMessage, WebhookMessage } from "@askback/core/wire";
import type { Notice } from "../../store/notices.ts";
import type { NotificationStore } from "../../store/notifications.ts";
import type { Cipher } from "../cipher.ts";
import { toldNotificationView } from "../notification-view.ts";
import { inquiryView, toIsoTime } from "../views.ts";
import { askOriginView } from "./ask-origin.ts";

/** What a webhook is told of, as JSON; undefined where it is gone. */
export function createWebhookBody(
  notifications: Pick<NotificationStore, "load">,
  cipher: Cipher,
): (notice: Notice) => Promise<string | undefined> {
  return async (notice) => {
    const { notificationId } = notice;
    const message =
      notificationId === undefined
        ? inquiryMessage(notice, cipher)
        : await runMessage(notice, notificationId, notifications);
    return message && JSON.stringify(message);
  };
}

/** What happened, and the inquiry right after it, as the recipient's key would read it. */
function inquiryMessage({ type, at, record, recipient, project }: Notice, cipher: Cipher): WebhookMessage {
  const change = inquiryChangeTypes.find((known) => known === type);
  if (!change || !record) throw new Error("a webhook is told of what happened to an inquiry");
  return {
    type: change,
    timestamp: toIsoTime(at),
    data: { ...inquiryView(record), ...askOriginView(record, { id: recipient, project }, cipher) },
  };
}

/** A run that failed or paused, as it was then, so that every attempt says the same. */
async function runMessage(
  { type, at }: Notice,
  notificationId: string,
  notifications: Pick<NotificationStore, "load">,
): Promise<RunWebhookMessage | undefined> {
  const notification = await notifications.load(notificationId);
  if (!notification) return undefined;
  const timestamp = toIsoTime(at);
  if (type === "notification.settled") return { type, timestamp, data: toldNotificationView(notification) };
  const { settledAt: _, ...raised } = notification;
  const data = toldNotificationView({ ...raised, actionStatus: "pending" });
  return { type: "notification.raised", timestamp, data };
}
