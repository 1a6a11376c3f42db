import { neutralise } from "@askback/core";
import type { Inquiry, Resolution } from "@askback/core/wire";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useTimeFormat } from "../../ui/time.tsx";
import { useAgent } from "../../use-agents.ts";
import { useInboxContext } from "../inbox-context.ts";
import { actorValues } from "../resolution-text.ts";
import { useMinute } from "../use-inbox.ts";

/** The history of an inquiry, folded. */
export function InboxHistory({ inquiry }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  const time = useTimeFormat(useMinute());
  const { me } = useInboxContext();
  const { title } = useAgent(inquiry.agent);

  const sentence = (entry: HistoryEntry): string => {
    switch (entry.type) {
      case "asked":
        return t("inbox.history.asked", { agent: neutralise(title) });
      case "amended":
        return t("external.history", { agent: neutralise(title) });
      case "seen":
        return t("inbox.history.seen");
      case "drafted":
        return t("inbox.history.drafted");
      case "held":
        return t("inbox.history.held", { ...actorValues(entry.by, { me, t }), time: time(entry.until) });
      case "resolved":
        return t(`inbox.ended.${entry.outcome}`, actorValues(entry.by, { me, t }));
    }
  };

  return (
    <details className="ask-inbox-history">
      <summary>{t("inbox.history")}</summary>
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

/** An event in the life of an inquiry. */
type HistoryEntry =
  | { readonly type: "asked"; readonly at: string }
  | { readonly type: "amended"; readonly at: string }
  | { readonly type: "seen"; readonly at: string }
  | { readonly type: "drafted"; readonly at: string }
  | { readonly type: "held"; readonly at: string; readonly until: string; readonly by: string | undefined }
  | {
      readonly type: "resolved";
      readonly at: string;
      readonly outcome: Resolution["type"];
      readonly by: string | undefined;
    };

/** The history of an inquiry, as far as its fields tell, oldest first. */
export function historyOf({
  askedAt,
  amendedAt,
  mine,
  heldUntil,
  receipt,
  resolution,
}: Inquiry): readonly HistoryEntry[] {
  const entries: HistoryEntry[] = [{ type: "asked", at: askedAt }];
  if (amendedAt) entries.push({ type: "amended", at: amendedAt });
  if (mine?.seenAt) entries.push({ type: "seen", at: mine.seenAt });
  if (mine?.draftedAt) entries.push({ type: "drafted", at: mine.draftedAt });
  if (heldUntil && receipt && !resolution) {
    entries.push({ type: "held", at: receipt.at, until: heldUntil, by: receipt.by });
  }
  if (resolution) entries.push({ type: "resolved", at: resolution.at, outcome: resolution.type, by: resolution.by });
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
