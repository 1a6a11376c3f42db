import { createClient } from "@askback/client";
import { AskbackProvider, CardView, Chat, Inbox } from "@askback/react";
import { type ReactNode, useState } from "react";
import { cards, now } from "./cards.ts";
import { chats } from "./chats.ts";
import { inboxes } from "./inboxes.ts";
import type { Speech } from "./speech.ts";
import { createStillServer, type Holdings } from "./still-server.ts";

/** One component in one state. */
export interface Story {
  readonly name: string;
  show(speech: Speech): ReactNode;
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
    show: (speech) => (
      <Served holdings={holdings} speech={speech}>
        {component}
      </Served>
    ),
  };
}

interface ServedProps {
  readonly holdings: Holdings;
  readonly speech: Speech;
  readonly children: ReactNode;
}

/** A component as it would be at a server that holds this. */
function Served({ holdings, speech, children }: ServedProps) {
  const [client] = useState(() => createClient({ fetch: createStillServer(holdings) }));
  return (
    <AskbackProvider client={client} {...speech}>
      {children}
    </AskbackProvider>
  );
}
