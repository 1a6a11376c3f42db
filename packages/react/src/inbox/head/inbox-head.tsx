import type { Inquiry } from "@askback/core/wire";
import type { RefObject } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icon.tsx";
import { useInboxContext } from "../inbox-context.ts";
import { AgentFilter, AssignedFilter, OutcomeFilter } from "./inbox-filters.tsx";
import { InboxSearch } from "./inbox-search.tsx";
import { InboxViews } from "./inbox-views.tsx";
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
