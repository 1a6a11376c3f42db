import { useLingui } from "@lingui/react";
import type { MouseEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useInboxCount } from "../inbox-bell.tsx";
import { type InboxRoute, useInboxContext } from "../inbox-context.ts";
import { type InboxView, inboxViews } from "../inbox-view.ts";

/** The views of the inbox, as links with the server's counts. */
export function InboxViews() {
  const t = useTranslation();
  const { i18n } = useLingui();
  const number = new Intl.NumberFormat(i18n.locale);
  const count = useInboxCount().data;
  const { route, go, hrefOf } = useInboxContext();
  const countByView = { "needs-you": count?.open, snoozed: count?.snoozed, done: undefined };

  const routeTo = (view: InboxView): InboxRoute => ({ view, q: route.q, agent: route.agent });

  const follow = (event: MouseEvent, view: InboxView) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(routeTo(view));
  };

  return (
    <nav className="ask-inbox-views" aria-label={t("inbox.views")}>
      <ul>
        {inboxViews.map((view) => (
          <li key={view}>
            <a
              className="ask-inbox-view"
              href={hrefOf(routeTo(view)) ?? `#${view}`}
              aria-current={route.view === view ? "page" : undefined}
              onClick={(event) => follow(event, view)}
            >
              <span>{t(`inbox.view.${view}`)}</span>
              {countByView[view] !== undefined && countByView[view] > 0 && (
                <span className="ask-count">{number.format(countByView[view])}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
