import { useAskback, useConnection, useLanguage, useLastUpdated } from "@askback/react";
import { type ReactNode, useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import type { Route } from "../route.ts";
import { SideBar } from "./side-bar.tsx";
import { TopBar } from "./top-bar.tsx";
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

/** Whether a media query matches, as it changes. */
function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Says that the connection is lost and how old the page is, without blocking anything. */
function ConnectionBanner() {
  const t = useAppTranslation();
  const language = useLanguage();
  const isLost = useConnection() === "lost";
  useSignedInCheck(isLost);
  const updatedAt = useLastUpdated();
  const since = updatedAt === undefined ? undefined : formatSince(updatedAt, language);
  return (
    <div role="status" className="app-banner-place">
      {since !== undefined && <p className="app-banner">{t("app.lost-since", { time: since })}</p>}
      {since === undefined && isLost && <p className="app-banner">{t("app.lost")}</p>}
    </div>
  );
}

/** A session that was ended elsewhere looks like a lost connection, until the server is asked who is here. */
function useSignedInCheck(isLost: boolean): void {
  const { client, live } = useAskback();
  useEffect(() => {
    const check = async () => {
      const reply = await client.me();
      if (!reply.ok && reply.error.status === 401) await live.queryClient.invalidateQueries({ queryKey: ["me"] });
    };
    if (isLost) void check();
  }, [isLost, client, live]);
}

function formatSince(time: number, language: string): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, { timeStyle: "short", ...(!isToday && { dateStyle: "medium" }) }).format(
    time,
  );
}
