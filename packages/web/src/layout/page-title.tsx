import { useAgent, useThread } from "@askback/react";
import { useEffect } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import type { Route } from "../route.ts";

interface PageTitleProps {
  /** The page's own name; without one the title is the app's. */
  readonly name: string | undefined;
  /** How many questions wait for the reader. */
  readonly open?: number;
}

/** The title of the document: the number of open questions, the page and the app. */
export function PageTitle({ name, open = 0 }: PageTitleProps) {
  const app = useAppTranslation()("app.name");
  const title = name === undefined ? app : `${name} · ${app}`;
  useEffect(() => {
    document.title = open > 0 ? `(${open}) ${title}` : title;
  }, [open, title]);
  return null;
}

interface RouteTitleProps {
  readonly route: Route;
  readonly open: number;
}

export function RouteTitle({ route, open }: RouteTitleProps) {
  const t = useAppTranslation();
  switch (route.page) {
    case "home":
      return <PageTitle name={t("start.new")} open={open} />;
    case "chat":
      return <ChatTitle conversation={route.conversation} open={open} />;
    case "inbox":
    case "audit":
    case "insight":
    case "notifications":
      return <PageTitle name={t(`nav.${route.page}`)} open={open} />;
    case "settings":
      return <PageTitle name={t(`nav.${route.section ?? "settings"}`)} open={open} />;
    case "question":
      return <PageTitle name={t("nav.chat")} open={open} />;
    case "agent":
      return <AgentTitle agent={route.agent} open={open} />;
    case "unknown":
      return <PageTitle name={t("app.unknown-title")} open={open} />;
  }
}

function ChatTitle({ conversation: id, open }: { readonly conversation: string; readonly open: number }) {
  const t = useAppTranslation();
  const { data, error } = useThread(id);
  const conversation = data?.conversation;
  const agent = useAgent(conversation?.agent ?? "").title;
  const name = conversation && (conversation.title ?? t("list.untitled", { agent }));
  return <PageTitle name={name ?? t(error?.status === 404 ? "app.unknown-title" : "nav.chat")} open={open} />;
}

function AgentTitle({ agent, open }: { readonly agent: string; readonly open: number }) {
  return <PageTitle name={useAgent(agent).title} open={open} />;
}
