import { createClient } from "@askback/client";
import { AgentAvatar, AskbackProvider, AttachmentList, CardView, Chat, CommandPalette, Inbox } from "@askback/react";
import { type ReactNode, useState } from "react";
import { attachmentLists } from "./attachments.ts";
import { cards, now } from "./cards.ts";
import { chats } from "./chats.ts";
import { amendedCards, externalChats } from "./external.ts";
import { inboxes } from "./inboxes.ts";
import { createStaticServer, type ServerData } from "./static-server.ts";
import type { StoryLanguage } from "./story-language.ts";

/** One component in one state. */
export interface Story {
  readonly name: string;
  show(language: StoryLanguage): ReactNode;
}

const avatar = { symbol: "P", hue: 266 };

const palette = {
  label: "Search conversations, agents and actions",
  groups: [
    {
      title: "Agents",
      commands: [{ id: "planner", label: "Planner", icon: <AgentAvatar avatar={avatar} />, run() {} }],
    },
    {
      title: "Conversations",
      commands: ["A weekend in May", "x".repeat(200)].map((label) => ({
        id: label,
        label,
        detail: "Planner",
        run() {},
      })),
    },
  ],
  status: "3 results",
  query: "",
  onQuery() {},
  onClose() {},
};

export const stories: readonly Story[] = [
  ...[...cards, ...amendedCards].map(({ name, card }) =>
    story(`card/${name}`, {}, <CardView card={card} mayFocus={false} now={now} />),
  ),
  ...[...chats, ...externalChats].map(({ name, data }) =>
    story(`chat/${name}`, data, <Chat conversation="conv_1" onOpen={() => {}} />),
  ),
  ...attachmentLists.map(({ name, list }) => story(`attachments/${name}`, {}, <AttachmentList {...list} />)),
  story("palette/results", {}, <CommandPalette {...palette} />),
  story("palette/nothing found", {}, <CommandPalette {...palette} groups={[]} status="Nothing found." query="zzz" />),
  story(
    "agent/avatars",
    {},
    <p>
      <AgentAvatar avatar={avatar} /> <AgentAvatar avatar={{ symbol: "🧭", hue: 40 }} />{" "}
      <AgentAvatar avatar={avatar} size="large" /> <bdi>Planner</bdi>
    </p>,
  ),
  ...inboxes.map(({ name, data, ...props }) => story(`inbox/${name}`, data, <Inbox {...props} />)),
];

function story(name: string, data: ServerData, component: ReactNode): Story {
  return {
    name,
    show: (language) => (
      <WithServer data={data} language={language}>
        {component}
      </WithServer>
    ),
  };
}

interface WithServerProps {
  readonly data: ServerData;
  readonly language: StoryLanguage;
  readonly children: ReactNode;
}

/** A component with a server that has this data. */
function WithServer({ data, language, children }: WithServerProps) {
  const [client] = useState(() => createClient({ fetch: createStaticServer(data) }));
  return (
    <AskbackProvider client={client} {...language}>
      {children}
    </AskbackProvider>
  );
}
