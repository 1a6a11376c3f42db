import { Icon, useAskback, useServerQuery } from "@askback/react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { Link } from "../router.tsx";

/** The way to the notifications, with how many of them were not read. */
export function NotificationsLink({ isCurrent }: { readonly isCurrent: boolean }) {
  const t = useAppTranslation();
  const unread = useServerQuery(useAskback().live.queries.notificationCount).data?.unread ?? 0;
  return (
    <Link to={{ page: "notifications" }} aria-current={isCurrent ? "page" : undefined} className="app-nav">
      <Icon name="bell" />
      {t("nav.notifications")}
      <span className="app-count" title={unread > 0 ? t("nav.unread", { unread }) : undefined}>
        {unread > 0 && unread}
      </span>
    </Link>
  );
}
