import { useAppWords } from "../i18n/use-app-words.ts";
import type { Route } from "../route.ts";
import { Link } from "../router.tsx";
import { Icon } from "./icon.tsx";

interface NavigationBarProps {
  readonly route: Route;
  readonly open: number;
  readonly className: string;
}

export function NavigationBar({ route, open, className }: NavigationBarProps) {
  const words = useAppWords();
  const current = (pages: readonly Route["page"][]) => (pages.includes(route.page) ? "page" : undefined);
  return (
    <nav className={className} aria-label={words("nav.label")}>
      <Link to={{ page: "home" }} aria-current={current(["home", "chat", "question"])} className="app-nav app-nav-chat">
        <Icon name="chat" />
        {words("nav.chat")}
      </Link>
      <Link
        to={{ page: "inbox", view: undefined, inquiry: undefined }}
        aria-current={current(["inbox"])}
        className="app-nav"
      >
        <Icon name="inbox" />
        {words("nav.inbox")}
        {open > 0 && (
          <span className="app-count" title={words("nav.open", { open })}>
            {open}
          </span>
        )}
      </Link>
      <Link to={{ page: "settings" }} aria-current={current(["settings"])} className="app-nav">
        <Icon name="settings" />
        {words("nav.settings")}
      </Link>
    </nav>
  );
}
