import { Inbox, type InboxRoute } from "@askback/react";
import { pathOf, type Route } from "../route.ts";
import { navigate } from "../router.tsx";

type InboxPageProps = Pick<
  Route & { readonly page: "inbox" },
  "view" | "outcome" | "q" | "agent" | "assigned" | "inquiry"
>;

/** The inbox; each view, search and inquiry in it has an address. */
export function InboxPage({ view, outcome, q, agent, assigned, inquiry }: InboxPageProps) {
  return (
    <Inbox
      autoFocus
      view={view}
      outcome={outcome}
      q={q}
      agent={agent}
      assigned={assigned}
      selected={inquiry}
      onGo={(place, how) => navigate(routeTo(place), how)}
      hrefOf={(place) => pathOf(routeTo(place))}
      onOpenConversation={(conversation) => navigate({ page: "chat", conversation })}
    />
  );
}

function routeTo(route: InboxRoute): Route {
  return { page: "inbox", ...route, inquiry: route.inquiry };
}
