import { Icon, useAskback, useMe, useServerQuery } from "@askback/react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { Link } from "../router.tsx";

/** The way to the notifications, with how many of them were not read; somebody who only reads has none. */
export function NotificationsLink({ isCurrent }: { readonly isCurrent: boolean }) {
  const t = useAppTranslation();
  const isTold = useMe().data?.scopes.includes("answer") ?? true;
  if (!isTold) return null;
  return (
    <Link to={{ page: "notifications" }} aria-current={isCurrent ? "page" : undefined} className="app-nav">
      <Icon name="bell" />
      {t("nav.notifications")}
      <UnreadCount />
    </Link>
  );
}

function UnreadCount() {
  const t = useAppTranslation();
  const unread = useServerQuery(useAskback().live.queries.notificationCount).data?.unread ?? 0;
  return (
    <span className="app-count" title={unread > 0 ? t("nav.unread", { unread }) : undefined}>
      {unread > 0 && unread}
    </span>
  );
}
