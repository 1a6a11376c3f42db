import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { type RefObject, useId, useRef } from "react";
import { GridList, GridListItem, ListLayout, Virtualizer } from "react-aria-components";
import { useWords } from "../i18n/use-words.ts";
import { plainWords } from "../text/plain-words.ts";
import { useInboxParts } from "./inbox-context.ts";
import { InboxRow } from "./inbox-row.tsx";
import { EmptyView, FailedBanner, LoadingRows } from "./inbox-states.tsx";
import { OutcomeFilter } from "./outcome-filter.tsx";
import { useInbox } from "./use-inbox.ts";
import { useListPresence } from "./use-list-presence.ts";

const layout = { estimatedRowSize: 104, padding: 0, gap: 0 };

interface InboxListProps {
  readonly showNew: RefObject<() => void>;
}

/** A view of the inbox: its heading, and a grid of which only the rows in view are in the page. */
export function InboxList({ showNew }: InboxListProps) {
  const words = useWords();
  const { place, go } = useInboxParts();
  const area = useRef<HTMLDivElement>(null);
  const heading = useId();
  const isBusy = useListPresence(area);
  const { status, problem, rows, waiting, ...list } = useInbox({ view: place.view, outcome: place.outcome, isBusy });
  showNew.current = list.showNew;

  const nameOf = ({ agent, questions }: Inquiry) =>
    words("inbox.rowName", { agent: neutralise(agent), question: plainWords(questions[0]?.text ?? "") });

  return (
    <section className="ask-inbox-list" aria-labelledby={heading}>
      <header className="ask-inbox-head">
        <h2 id={heading}>{words(`inbox.view.${place.view}`)}</h2>
        {place.view === "done" && <OutcomeFilter />}
      </header>
      {problem && <FailedBanner problem={problem} isKept={rows.length > 0} onRetry={list.retry} />}
      <div className="ask-inbox-area" ref={area}>
        {waiting > 0 && (
          <button
            type="button"
            className="ask-inbox-new"
            aria-label={words("inbox.newLong", { count: waiting })}
            onClick={list.showNew}
          >
            {words("inbox.new", { count: waiting })}
          </button>
        )}
        {status === "loading" && <LoadingRows />}
        {status === "ready" && rows.length === 0 && <EmptyView />}
        {rows.length > 0 && (
          <Virtualizer layout={ListLayout} layoutOptions={layout} shouldObserveItemSize>
            <GridList
              className="ask-inbox-grid"
              aria-labelledby={heading}
              items={rows}
              disallowTypeAhead
              onAction={(key) => go({ ...place, inquiry: String(key) })}
            >
              {(inquiry: Inquiry) => (
                <GridListItem id={inquiry.id} className="ask-inbox-item" textValue={nameOf(inquiry)}>
                  <InboxRow inquiry={inquiry} />
                </GridListItem>
              )}
            </GridList>
          </Virtualizer>
        )}
      </div>
    </section>
  );
}
