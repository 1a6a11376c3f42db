import { Icon } from "@askback/react";
import { useLayoutEffect, useRef } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { pathOf, type Route } from "../route.ts";
import { InboxLink } from "./inbox-link.tsx";
import { SideBar } from "./side-bar.tsx";

interface TopBarProps {
  readonly route: Route;
  readonly open: number;
}

/** The one bar of a small screen, with the drawer. A conversation and the inbox have their own header, and this is the menu beside it. */
export function TopBar({ route, open }: TopBarProps) {
  const t = useAppTranslation();
  const drawer = useRef<HTMLDialogElement>(null);
  const path = pathOf(route);
  // In a layout effect, since nothing in the page can take the focus while a modal dialog is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer that covers it
  useLayoutEffect(() => drawer.current?.close(), [path]);
  const openDrawer = () => {
    drawer.current?.showModal();
    drawer.current?.querySelector(".app-conversation[aria-current]")?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      <header className="app-top">
        <button type="button" className="app-icon-button" aria-haspopup="dialog" onClick={openDrawer}>
          <Icon name="menu" />
          <span className="ask-hidden">{t("app.menu")}</span>
          {open > 0 && route.page === "chat" && (
            <span className="app-dot">
              <span className="ask-hidden">{t("nav.open", { open })}</span>
            </span>
          )}
        </button>
        {route.page !== "chat" && route.page !== "inbox" && (
          <>
            <span className="app-brand">{t("app.name")}</span>
            <InboxLink isCurrent={false} open={open} />
          </>
        )}
      </header>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog without a listener */}
      <dialog
        ref={drawer}
        className="app-drawer"
        aria-label={t("app.menu")}
        onClick={({ target, currentTarget }) => {
          // A click on the backdrop is one on the dialog itself.
          if (target === currentTarget) currentTarget.close();
        }}
      >
        <SideBar route={route} open={open} onClose={() => drawer.current?.close()} />
      </dialog>
    </>
  );
}
