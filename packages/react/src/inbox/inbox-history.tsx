import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useTimeWriter } from "../card/use-time-writer.ts";
import { useWords } from "../i18n/use-words.ts";
import { doer } from "./answer-words.ts";
import { useInboxParts } from "./inbox-context.ts";
import { type HistoryEntry, historyOf } from "./inquiry-history.ts";
import { useMinute } from "./use-inbox-live.ts";

/** What has happened with an inquiry, folded until asked for. */
export function InboxHistory({ inquiry }: { readonly inquiry: Inquiry }) {
  const words = useWords();
  const time = useTimeWriter(useMinute());
  const { me } = useInboxParts();

  const sentence = (entry: HistoryEntry): string => {
    switch (entry.type) {
      case "asked":
        return words("inbox.history.asked", { agent: neutralise(inquiry.agent) });
      case "seen":
        return words("inbox.history.seen");
      case "drafted":
        return words("inbox.history.drafted");
      case "held":
        return words("inbox.history.held", { ...doer(entry.by, { me, words }), time: time(entry.until) });
      case "settled":
        return words(`inbox.ended.${entry.outcome}`, doer(entry.by, { me, words }));
    }
  };

  return (
    <details className="ask-inbox-history">
      <summary>{words("inbox.history")}</summary>
      <ol>
        {historyOf(inquiry).map((entry) => (
          <li key={entry.type}>
            <time dateTime={entry.at}>{time(entry.at)}</time>
            <span>{sentence(entry)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
