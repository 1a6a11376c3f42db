import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import type { MouseEvent, RefObject } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icon.tsx";
import { useInboxCount } from "../inbox-bell.tsx";
import { type InboxRoute, useInboxContext } from "../inbox-context.ts";
import { type InboxView, inboxViews } from "../inbox-view.ts";
import { AgentFilter, AssignedFilter, OutcomeFilter } from "./inbox-filters.tsx";
import { InboxSearch } from "./inbox-search.tsx";
import { SelectionBar, type SelectionBarProps } from "./selection-bar.tsx";

interface InboxHeadProps extends SelectionBarProps {
  readonly rows: readonly Inquiry[];
  readonly search: RefObject<HTMLInputElement | null>;
  /** The focus goes from the search to the list. */
  onLeaveSearch(): void;
  onShowKeys(): void;
}

/** The heading, the views, and the search and filters; while rows are selected, what can be done with them instead. */
export function InboxHead({ rows, search, onLeaveSearch, onShowKeys, ...selectionBar }: InboxHeadProps) {
  const t = useTranslation();
  const { route, selection } = useInboxContext();
  return (
    <header className="ask-inbox-head">
      <h1>{t("inbox.title")}</h1>
      <InboxViews />
      {selection.inquiries.length > 0 ? (
        <SelectionBar {...selectionBar} />
      ) : (
        <search className="ask-inbox-tools">
          <InboxSearch field={search} onLeave={onLeaveSearch} />
          <AgentFilter rows={rows} />
          {route.view === "done" ? <OutcomeFilter /> : <AssignedFilter />}
          <button type="button" className="ask-icon ask-inbox-keys" title={t("inbox.shortcuts")} onClick={onShowKeys}>
            <Icon name="keys" />
            <span className="ask-hidden">{t("inbox.shortcuts")}</span>
          </button>
        </search>
      )}
    </header>
  );
}

/** The views of the inbox, as links with the server's counts. */
function InboxViews() {
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
