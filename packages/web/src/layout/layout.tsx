import { type ReactNode, useEffect, useRef, useState } from "react";
import { ConversationList } from "../conversations/conversation-list.tsx";
import { useAppWords } from "../i18n/use-app-words.ts";
import { pathOf, type Route } from "../route.ts";
import { Link } from "../router.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { Icon } from "./icon.tsx";
import { NavigationBar } from "./navigation-bar.tsx";

interface LayoutProps {
  readonly route: Route;
  readonly open: number;
  readonly children: ReactNode;
}

/** The pages' frame: conversations at the side, or in a drawer where there is no room. */
export function Layout({ route, open, children }: LayoutProps) {
  const words = useAppWords();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const path = pathOf(route);
  const side = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isDrawerOpen) return;
    side.current?.querySelector("a")?.focus();
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") setIsDrawerOpen(false);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [isDrawerOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went somewhere wants to see it
  useEffect(() => setIsDrawerOpen(false), [path]);
  return (
    <div className="app" data-drawer={isDrawerOpen || undefined}>
      <a className="app-skip" href="#main">
        {words("app.skip")}
      </a>
      <aside className="app-side" ref={side} aria-label={words("list.label")}>
        <div className="app-side-head">
          <Link to={{ page: "home" }} className="app-brand">
            <img src="/favicon.svg" alt="" width="24" height="24" />
            {words("app.name")}
          </Link>
          <button type="button" className="app-quiet app-drawer-close" onClick={() => setIsDrawerOpen(false)}>
            {words("app.close-menu")}
          </button>
        </div>
        <Link
          to={{ page: "home" }}
          className="ask-button app-new"
          aria-current={route.page === "home" ? "page" : undefined}
        >
          <Icon name="new" />
          {words("start.new")}
        </Link>
        <ConversationList current={route.page === "chat" ? route.conversation : undefined} />
        <NavigationBar route={route} open={open} className="app-side-nav" />
      </aside>
      <button
        type="button"
        className="app-shade"
        aria-label={words("app.close-menu")}
        tabIndex={-1}
        onClick={() => setIsDrawerOpen(false)}
      />
      <div className="app-stage">
        <header className="app-top">
          <button
            type="button"
            className="app-quiet app-menu"
            aria-expanded={isDrawerOpen}
            onClick={() => setIsDrawerOpen(true)}
          >
            <Icon name="list" />
            {words("app.menu")}
          </button>
          <span className="app-brand">{words("app.name")}</span>
        </header>
        <ConnectionBanner />
        <main id="main" className="app-main" tabIndex={-1}>
          {children}
        </main>
        <NavigationBar route={route} open={open} className="app-bottom" />
      </div>
    </div>
  );
}
