import { Icon } from "@askback/react";
import { ConversationList } from "../conversations/conversation-list.tsx";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { PaletteButton } from "../palette/palette-button.tsx";
import type { Route } from "../route.ts";
import { Link } from "../router.tsx";
import { InboxLink } from "./inbox-link.tsx";
import { NotificationsLink } from "./notifications-link.tsx";
import { ProjectSwitch } from "./project-switch.tsx";

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
