import { Inbox, type InboxPlace } from "@askback/react";
import { pathOf, type Route } from "../route.ts";
import { go } from "../router.tsx";

interface InboxPageProps {
  readonly view: string | undefined;
  readonly outcome: string | undefined;
  readonly inquiry: string | undefined;
}

/** All questions that wait, over all conversations; each place in it has an address. */
export function InboxPage({ view, outcome, inquiry }: InboxPageProps) {
  return (
    <Inbox
      autoFocus
      view={view}
      outcome={outcome}
      selected={inquiry}
      onGo={(place) => go(routeTo(place))}
      hrefOf={(place) => pathOf(routeTo(place))}
      onOpenConversation={(conversation) => go({ page: "chat", conversation })}
    />
  );
}

function routeTo({ view, outcome, inquiry }: InboxPlace): Route {
  return { page: "inbox", view, outcome, inquiry };
}
