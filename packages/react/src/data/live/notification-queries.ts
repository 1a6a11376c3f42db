import type { Client, Reply } from "@askback/client";
import type { Notification, NotificationCount } from "@askback/core/wire";
import { queryKeys } from "./query-keys.ts";
import { type Listed, readPages } from "./read-pages.ts";
import { isFirstObserver, type ServerCache, type ServerQuery } from "./server-cache.ts";

export interface NotificationFilter {
  /** All of them without one. */
  readonly show?: "unread" | "pending" | "settled";
  readonly limit: number;
}

export interface NotificationQueries {
  /** How many wait that the reader has not read. */
  readonly notificationCount: ServerQuery<NotificationCount>;
  /** Newest first. */
  notifications(filter: NotificationFilter): ServerQuery<Listed<Notification>>;
}

/** Notifications as the reader sees them; an event that raises or settles one has them read again. */
export function createNotificationQueries(
  { notifications }: Pick<Client, "notifications">,
  cache: ServerCache,
): NotificationQueries {
  return {
    notificationCount: {
      queryKey: queryKeys.notificationCount,
      queryFn: () => cache.readCurrent(queryKeys.notificationCount, () => notifications.count()),
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnMount: isFirstObserver,
    },
    notifications(filter) {
      const queryKey = [...queryKeys.notifications, filter.show, filter.limit];
      return {
        queryKey,
        queryFn: () => cache.readCurrent(queryKey, () => readNotifications(notifications.list, filter)),
        refetchOnMount: isFirstObserver,
      };
    },
  };
}

function readNotifications(
  list: Client["notifications"]["list"],
  { show, limit }: NotificationFilter,
): Reply<Listed<Notification>> {
  const filter = show === "unread" ? { unread: true } : show && { status: show };
  return readPages((page) => list({ ...filter, ...page }), limit);
}
