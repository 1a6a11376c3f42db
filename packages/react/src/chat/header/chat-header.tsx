import { type ExportFormat, exportFileName, neutralise } from "@askback/core";
import type { Conversation } from "@askback/core/wire";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useAskback } from "../../askback-context.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ProblemAlert } from "../../problem-alert.tsx";
import { bidiIsolate } from "../../text/sentence.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MenuButton } from "../../ui/menu-button.tsx";
import { conversationStateOf } from "../chat-status.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { RenameForm } from "./rename-form.tsx";

interface ChatHeaderProps {
  /** Undefined until it is loaded; the header has its place before. */
  readonly conversation: Conversation | undefined;
  /** The title of the agent. */
  readonly agent: string;
  readonly areDetailsOpen: boolean;
  readonly onDetails: () => void;
  readonly onFind: () => void;
  readonly onPrint: () => void;
  /** Whether messages are loaded to be printed. */
  readonly isPreparingPrint: boolean;
  readonly onOpen: ((conversationId: string) => void) | undefined;
  readonly onDeleted: (() => void) | undefined;
}

/** One line: the title of a conversation, its agent, its state, and what can be done with it. */
export function ChatHeader({
  conversation,
  agent,
  areDetailsOpen,
  onDetails,
  onFind,
  onPrint,
  isPreparingPrint,
  onOpen,
  onDeleted,
}: ChatHeaderProps) {
  const t = useTranslation();
  const { client } = useAskback();
  const [problem, setProblem] = useState<string>();
  const [doing, setDoing] = useState<"rename" | "delete">();
  const line = useRef<HTMLElement>(null);
  useFocusAfterAction(line, doing !== undefined);
  if (!conversation)
    return (
      <HeaderLine>
        <h1 key="placeholder" className="ask-hidden">
          {t("chat.label")}
        </h1>
      </HeaderLine>
    );
  const { title, forkedFrom, parent, thread } = conversation;
  const stop = () => setDoing(undefined);
  const name = title ?? t("chat.untitled", { agent: bidiIsolate(agent) });
  if (doing === "rename")
    return (
      <HeaderLine>
        <RenameForm conversationId={conversation.id} title={title ?? ""} onClose={stop} />
      </HeaderLine>
    );
  const state = conversationStateOf(conversation);
  const exportAs = async (format: ExportFormat) => {
    const exported = await client.conversations.export(conversation.id, { format });
    setProblem(exported.ok ? undefined : exported.error.title);
    if (exported.ok) saveFile(exported.value, exportFileName(conversation, format));
  };
  return (
    <HeaderLine ref={line}>
      <h1 className="ask-chat-title" dir="auto" title={name}>
        {name}
      </h1>
      <bdi className="ask-chat-agent">{agent}</bdi>
      {thread !== undefined && thread !== title && (
        <bdi className="ask-chat-fact" title={t("external.thread")}>
          {neutralise(thread)}
        </bdi>
      )}
      {parent && <span className="ask-chat-fact">{t("chat.parent")}</span>}
      {forkedFrom && <ForkOrigin conversationId={forkedFrom.conversationId} onOpen={onOpen} />}
      {state && (
        <span className="ask-chat-state" data-state={state}>
          {t(`chat.state.${state}`)}
        </span>
      )}
      <div className="ask-chat-tools">
        <IconButton icon="details" label={t("chat.details")} aria-expanded={areDetailsOpen} onClick={onDetails} />
        {/* What is to become of a sub-agent's conversation is decided in its parent's. */}
        <MenuButton
          label={t("chat.menu")}
          actions={[
            ...(forkedFrom && onOpen
              ? [{ label: t("chat.fork-origin"), onAction: () => onOpen(forkedFrom.conversationId) }]
              : []),
            { label: t("find.label"), onAction: onFind },
            { label: t("chat.print"), onAction: onPrint },
            { label: t("chat.export-markdown"), onAction: () => exportAs("markdown") },
            { label: t("chat.export-json"), onAction: () => exportAs("json") },
            ...(parent
              ? []
              : [
                  { label: t("chat.rename"), onAction: () => setDoing("rename") },
                  { label: t("chat.delete"), onAction: () => setDoing("delete") },
                ]),
          ]}
        />
      </div>
      {isPreparingPrint && (
        <p className="ask-muted" role="status">
          {t("chat.print-preparing")}
        </p>
      )}
      <ProblemAlert problem={problem} />
      {doing === "delete" && <DeleteDialog conversation={conversation} onClose={stop} onDeleted={onDeleted} />}
    </HeaderLine>
  );
}

/** Gives a file to the browser, which stores it as a download. */
function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Returns the focus to the menu, which closed before the form or dialog that it opened. */
function useFocusAfterAction(line: RefObject<HTMLElement | null>, isDoing: boolean): void {
  const before = useRef(isDoing);
  useEffect(() => {
    const wasDoing = before.current;
    before.current = isDoing;
    if (wasDoing && !isDoing) line.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();
  }, [line, isDoing]);
}

interface HeaderLineProps {
  readonly ref?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

function HeaderLine({ ref, children }: HeaderLineProps) {
  return (
    <header className="ask-chat-header" ref={ref}>
      {children}
    </header>
  );
}

interface ForkOriginProps {
  readonly conversationId: string;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** Says that a conversation is a fork, and leads to the one it comes from. */
function ForkOrigin({ conversationId, onOpen }: ForkOriginProps) {
  const t = useTranslation();
  if (!onOpen) return <span className="ask-chat-fact">{t("chat.forked")}</span>;
  return (
    <button type="button" className="ask-quiet ask-chat-fact" onClick={() => onOpen(conversationId)}>
      <Icon name="fork" />
      {t("chat.fork-origin")}
    </button>
  );
}
