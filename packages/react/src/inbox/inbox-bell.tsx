import type { MouseEvent } from "react";
import { useAskback } from "../askback-context.ts";
import type { InboxCount } from "../data/live/queries.ts";
import type { AsyncState } from "../data/live/server-cache.ts";
import { useLanguageAttributes } from "../i18n/use-language.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { Icon } from "../ui/icon.tsx";
import { useServerQuery } from "../use-server-query.ts";

interface InboxBellProps {
  readonly href: string;
  onClick?(event: MouseEvent<HTMLAnchorElement>): void;
}

/** A link to the inbox with the number of open inquiries. */
export function InboxBell({ href, onClick }: InboxBellProps) {
  const t = useTranslation();
  const attributes = useLanguageAttributes();
  const count = useInboxCount().data?.open ?? 0;
  return (
    <a className="ask-bell" href={href} onClick={onClick} aria-label={t("inbox.bell", { count })} {...attributes}>
      <Icon name="bell" />
      {count > 0 && <span className="ask-count">{count > 99 ? "99+" : count}</span>}
    </a>
  );
}

/** How many questions need the reader. */
export function useInboxCount(): AsyncState<InboxCount> {
  return useServerQuery(useAskback().live.queries.inboxCount);
}
