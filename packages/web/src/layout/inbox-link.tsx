import { Icon } from "@askback/react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { Link } from "../router.tsx";

interface InboxLinkProps {
  readonly isCurrent: boolean;
  readonly open: number;
}

/** The way to the inbox, with the number of open questions. */
export function InboxLink({ isCurrent, open }: InboxLinkProps) {
  const t = useAppTranslation();
  return (
    <Link
      to={{ page: "inbox", view: undefined, inquiry: undefined }}
      aria-current={isCurrent ? "page" : undefined}
      className="app-nav"
    >
      <Icon name="inbox" />
      {t("nav.inbox")}
      {/* It has its place before the number is known. */}
      <span className="app-count" title={open > 0 ? t("nav.open", { open }) : undefined}>
        {open > 0 && open}
      </span>
    </Link>
  );
}
