import { createClient } from "@askback/client";
import { AskbackProvider, CardView, Chat, Inbox, type Language } from "@askback/react";
import { type ReactNode, useState } from "react";
import { cards, now } from "./cards.ts";
import { chats } from "./chats.ts";
import { inboxes } from "./inboxes.ts";
import { createStillServer, type Holdings } from "./still-server.ts";

/** One component in one state. */
export interface Story {
  readonly name: string;
  show(language: Language): ReactNode;
}

export const stories: readonly Story[] = [
  ...cards.map(({ name, card }) => story(`card/${name}`, {}, <CardView card={card} mayFocus={false} now={now} />)),
  ...chats.map(({ name, holdings }) =>
    story(`chat/${name}`, holdings, <Chat conversation="conv_1" onOpen={() => {}} />),
  ),
  ...inboxes.map(({ name, view, holdings }) => story(`inbox/${name}`, holdings, <Inbox view={view} />)),
];

function story(name: string, holdings: Holdings, component: ReactNode): Story {
  return {
    name,
    show: (language) => (
      <Served holdings={holdings} language={language}>
        {component}
      </Served>
    ),
  };
}

interface ServedProps {
  readonly holdings: Holdings;
  readonly language: Language;
  readonly children: ReactNode;
}

/** A component as it would be at a server that holds this. */
function Served({ holdings, language, children }: ServedProps) {
  const [client] = useState(() => createClient({ fetch: createStillServer(holdings) }));
  return (
    <AskbackProvider client={client} language={language}>
      {children}
    </AskbackProvider>
  );
}
