import { Icon, useAskback, useMe, useServerQuery } from "@askback/react";
import { lazy, Suspense } from "react";
import { ConversationList } from "../conversations/conversation-list.tsx";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { PaletteButton } from "../palette/palette-button.tsx";
import type { Route } from "../route.ts";
import { Link } from "../router.tsx";
import { InboxLink } from "./inbox-link.tsx";

interface SideBarProps {
  readonly route: Route;
  readonly open: number;
  /** Closes the drawer that the sidebar is in. */
  readonly onClose?: () => void;
}

/** The pages and the conversations. */
export function SideBar({ route, open, onClose }: SideBarProps) {
  const t = useAppTranslation();
  const { page } = route;
  return (
    <nav className="app-side" aria-label={t("nav.label")}>
      <div className="app-side-head">
        <Link to={{ page: "home" }} className="app-brand">
          {t("app.name")}
        </Link>
        <PaletteButton />
        {onClose && (
          <button type="button" className="app-icon-button" aria-label={t("app.close-menu")} onClick={onClose}>
            <Icon name="closed" />
          </button>
        )}
      </div>
      <Link to={{ page: "home" }} className="app-nav" aria-current={page === "home" ? "page" : undefined}>
        <Icon name="new" />
        {t("start.new")}
      </Link>
      <InboxLink isCurrent={page === "inbox"} open={open} />
      <NotificationsLink isCurrent={page === "notifications"} />
      <ConversationList current={route.page === "chat" ? route.conversation : undefined} />
      <ProjectSwitch />
      <Link to={{ page: "insight" }} className="app-nav" aria-current={page === "insight" ? "page" : undefined}>
        <Icon name="insight" />
        {t("nav.insight")}
      </Link>
      <Link to={{ page: "settings" }} className="app-nav" aria-current={page === "settings" ? "page" : undefined}>
        <Icon name="settings" />
        {t("nav.settings")}
      </Link>
    </nav>
  );
}

const ProjectChoice = lazy(async () => ({ default: (await import("../people/project-choice.tsx")).ProjectChoice }));

/** The choice of a project, for people of several; nobody else loads it. */
function ProjectSwitch() {
  const me = useMe().data;
  if (!me?.session || (me.projects ?? []).length < 2) return null;
  return (
    <Suspense fallback={null}>
      <ProjectChoice me={me} />
    </Suspense>
  );
}

/** The way to the notifications, with how many of them were not read. */
function NotificationsLink({ isCurrent }: { readonly isCurrent: boolean }) {
  const t = useAppTranslation();
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
