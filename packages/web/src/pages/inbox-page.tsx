import { Inbox, type InboxPlace } from "@askback/react";
import { useState } from "react";
import { pathOf, type Route } from "../route.ts";
import { go } from "../router.tsx";

interface InboxPageProps {
  readonly view: string | undefined;
  readonly inquiry: string | undefined;
}

/** All questions that wait, over all conversations; each place in it has an address. */
export function InboxPage({ view, inquiry }: InboxPageProps) {
  const [outcome, setOutcome] = useState<InboxPlace["outcome"]>();
  return (
    <Inbox
      view={view}
      outcome={outcome}
      selected={inquiry}
      onGo={(place) => {
        setOutcome(place.outcome);
        go(routeTo(place));
      }}
      hrefOf={(place) => pathOf(routeTo(place))}
      onOpenConversation={(conversation) => go({ page: "chat", conversation })}
    />
  );
}

function routeTo({ view, inquiry }: InboxPlace): Route {
  return { page: "inbox", view, inquiry };
}
