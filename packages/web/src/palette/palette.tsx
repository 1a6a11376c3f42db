import {
  AgentAvatar,
  type Command,
  type CommandGroup,
  CommandPalette,
  readableName,
  Shortcuts,
  useAgents,
  useAskback,
  useConversations,
  useLanguage,
} from "@askback/react";
import { useDeferredValue, useState } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { signOut } from "../pages/sign-out.ts";
import { usePreferences } from "../preferences-context.ts";
import { settingsSections } from "../route.ts";
import { navigate } from "../router.tsx";
import "./palette.css";

const shownConversations = 8;

interface PaletteProps {
  onClose(): void;
}

/** The palette, or the list of shortcuts that was chosen in it. */
export function Palette({ onClose }: PaletteProps) {
  const [hasShortcuts, setHasShortcuts] = useState(false);
  if (hasShortcuts) return <Shortcuts onClose={onClose} />;
  return <Commands onClose={onClose} onShortcuts={() => setHasShortcuts(true)} />;
}

interface CommandsProps extends PaletteProps {
  onShortcuts(): void;
}

/** Leads to conversations, which the server searches, to agents and to what can be done anywhere. */
function Commands({ onClose, onShortcuts }: CommandsProps) {
  const t = useAppTranslation();
  const [query, setQuery] = useState("");
  const words = query.trim();
  const matches = useMatcher(words);
  const conversations = useConversationCommands(words, matches);
  const agents = useAgentCommands().filter(({ label, detail = "" }) => matches(`${label} ${detail}`));
  const actions = useActions(onShortcuts).filter(({ label }) => matches(label));
  const groups: readonly CommandGroup[] = [
    { title: t("palette.actions"), commands: actions },
    { title: t("palette.agents"), commands: agents },
    { title: t("list.label"), commands: conversations },
  ];
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  return (
    <CommandPalette
      label={t("palette.label")}
      // What was searched for comes first; without a search, what can be done does.
      groups={words === "" ? groups : groups.toReversed()}
      status={t("palette.found", { count })}
      query={query}
      onQuery={setQuery}
      onClose={onClose}
    />
  );
}

type Matcher = (text: string) => boolean;

/** Whether a text contains the words, whatever their case and accents. */
function useMatcher(words: string): Matcher {
  const language = useLanguage();
  const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase(language);
  const folded = fold(words);
  return (text) => fold(text).includes(folded);
}

/** Until the server has found those of the search, only those are shown of the one before whose title matches. */
function useConversationCommands(words: string, matches: Matcher): readonly Command[] {
  const t = useAppTranslation();
  const agents = useAgents().data;
  const q = useDeferredValue(words);
  const { conversations, isOutdated } = useConversations(q);
  const shown = isOutdated || q !== words ? conversations.filter(({ title = "" }) => matches(title)) : conversations;
  return shown.slice(0, shownConversations).map(({ id, title, agent }) => {
    const known = agents?.find(({ name }) => name === agent);
    return {
      id: `conversation:${id}`,
      label: title ?? t("list.untitled", { agent: known?.title ?? readableName(agent) }),
      detail: known?.title,
      run: () => navigate({ page: "chat", conversation: id }),
    };
  });
}

function useAgentCommands(): readonly Command[] {
  const agents = useAgents().data?.filter(({ isSubAgent }) => !isSubAgent) ?? [];
  return agents.map(({ name, title, avatar }) => ({
    id: `agent:${name}`,
    label: title,
    icon: <AgentAvatar avatar={avatar} />,
    run: () => navigate({ page: "agent", agent: name }),
  }));
}

function useActions(onShortcuts: () => void): readonly Command[] {
  const t = useAppTranslation();
  const { drafts } = useAskback();
  const { prefer } = usePreferences();
  const appearances = (["system", "light", "dark"] as const).map((theme) => ({
    id: `appearance:${theme}`,
    label: t("palette.appearance", { theme: t(`settings.theme-${theme}`) }),
    run: () => prefer({ theme }),
  }));
  return [
    { id: "new", label: t("start.new"), run: () => navigate({ page: "home" }) },
    {
      id: "inbox",
      label: t("nav.inbox"),
      run: () => navigate({ page: "inbox", view: undefined, inquiry: undefined }),
    },
    { id: "notifications", label: t("nav.notifications"), run: () => navigate({ page: "notifications" }) },
    { id: "audit", label: t("nav.audit"), run: () => navigate({ page: "audit" }) },
    { id: "insight", label: t("nav.insight"), run: () => navigate({ page: "insight" }) },
    { id: "settings", label: t("nav.settings"), run: () => navigate({ page: "settings" }) },
    ...settingsSections.map((section) => ({
      id: section,
      label: t(`nav.${section}`),
      run: () => navigate({ page: "settings", section }),
    })),
    ...appearances,
    { id: "shortcuts", label: t("palette.shortcuts"), staysOpen: true, run: onShortcuts },
    {
      id: "sign-out",
      label: t("settings.sign-out"),
      run: async () => {
        // Without a connection nothing changes, and the page says that there is none.
        if (await signOut(drafts)) location.replace("/");
      },
    },
  ];
}
