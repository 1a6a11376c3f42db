import { type ReactNode, useRef } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import type { Route } from "../route.ts";
import { ConnectionBanner } from "./connection-banner.tsx";
import { SideBar } from "./side-bar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useMediaQuery } from "./use-media-query.ts";
import { usePageFocus } from "./use-page-focus.ts";

/** Where there is no room for the sidebar beside the page. The stylesheets repeat it. */
const smallScreen = "(max-width: 52rem), (max-height: 30rem)";

interface LayoutProps {
  readonly route: Route;
  /** How many questions wait for the reader. */
  readonly open: number;
  readonly children: ReactNode;
}

/** The frame around the pages: the sidebar beside them, or in a drawer on small screens. */
export function Layout({ route, open, children }: LayoutProps) {
  const t = useAppTranslation();
  const main = useRef<HTMLElement>(null);
  const isSmall = useMediaQuery(smallScreen);
  usePageFocus(main, route);
  return (
    // The link of a question leads to its conversation, whose frame is there before.
    <div className="app" data-page={route.page === "question" ? "chat" : route.page}>
      <a className="app-skip" href="#main">
        {t("app.skip")}
      </a>
      {!isSmall && <SideBar route={route} open={open} />}
      <div className="app-stage">
        <ConnectionBanner />
        {isSmall && <TopBar route={route} open={open} />}
        <main id="main" className="app-main" tabIndex={-1} ref={main}>
          {children}
        </main>
      </div>
    </div>
  );
}
