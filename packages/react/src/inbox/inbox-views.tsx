import { useLingui } from "@lingui/react";
import type { MouseEvent } from "react";
import { useWords } from "../i18n/use-words.ts";
import { useInboxParts } from "./inbox-context.ts";
import { InboxIcon } from "./inbox-icon.tsx";
import { type InboxView, inboxViews } from "./inbox-view.ts";
import { useInboxCount } from "./use-inbox-count.ts";

const icons = { "needs-you": "inbox", snoozed: "snooze", done: "done" } as const;

/** The views of the inbox, as links with the server's counts. */
export function InboxViews() {
  const words = useWords();
  const { i18n } = useLingui();
  const number = new Intl.NumberFormat(i18n.locale);
  const count = useInboxCount();
  const { place, go, hrefOf } = useInboxParts();
  const numbers = { "needs-you": count?.open, snoozed: count?.snoozed, done: undefined };

  const follow = (event: MouseEvent, view: InboxView) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go({ view });
  };

  return (
    <nav className="ask-inbox-views" aria-label={words("inbox.views")}>
      <ul>
        {inboxViews.map((view) => (
          <li key={view}>
            <a
              className="ask-inbox-view"
              href={hrefOf({ view }) ?? `#${view}`}
              aria-current={place.view === view ? "page" : undefined}
              onClick={(event) => follow(event, view)}
            >
              <InboxIcon name={icons[view]} />
              <span>{words(`inbox.view.${view}`)}</span>
              {numbers[view] !== undefined && numbers[view] > 0 && (
                <span className="ask-count">{number.format(numbers[view])}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
