import type { MouseEvent } from "react";
import { useLanguageAttributes } from "../i18n/use-language-attributes.ts";
import { useWords } from "../i18n/use-words.ts";
import { InboxIcon } from "./inbox-icon.tsx";
import { useInboxCount } from "./use-inbox-count.ts";

interface InboxBellProps {
  readonly href: string;
  onClick?(event: MouseEvent<HTMLAnchorElement>): void;
}

/** A link to the inbox with the number of questions that need the reader. */
export function InboxBell({ href, onClick }: InboxBellProps) {
  const words = useWords();
  const attributes = useLanguageAttributes();
  const count = useInboxCount()?.open ?? 0;
  return (
    <a className="ask-bell" href={href} onClick={onClick} aria-label={words("inbox.bell", { count })} {...attributes}>
      <InboxIcon name="bell" />
      {count > 0 && <span className="ask-count">{count > 99 ? "99+" : count}</span>}
    </a>
  );
}
