import { neutralise } from "@askback/core";
import type { Conversation } from "@askback/core/wire";
import { type ReactNode, Suspense, useId, useRef, useSyncExternalStore } from "react";
import { useLanguage } from "../../i18n/use-language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { lazyDialog } from "../../ui/dialog/lazy-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useFocusOnOpen, useReturnedFocus } from "../use-focus-on-open.ts";
import { PermissionList } from "./permission-list.tsx";
import { AskedList, RunTimeline, TokenUse } from "./run-timeline.tsx";

const ModalDialog = lazyDialog(async () => (await import("../../ui/dialog/modal-dialog.tsx")).ModalDialog);

/** From this width on there is room for the panel beside the messages. */
const wide = "(min-width: 64rem) and (min-height: 30rem)";

interface DetailsPanelProps {
  readonly conversation: Conversation;
  /** The title of the agent. */
  readonly agent: string;
  readonly onClose: () => void;
}

/** The runs and the token use of a conversation: at the side, or in a dialog where there is no room. */
export function DetailsPanel({ conversation, agent, onClose }: DetailsPanelProps) {
  const t = useTranslation();
  const isWide = useSyncExternalStore(subscribeToWidth, () => matchMedia(wide).matches);
  const details = <Details conversation={conversation} agent={agent} />;
  if (isWide)
    return (
      <SidePanel title={t("chat.details")} onClose={onClose}>
        {details}
      </SidePanel>
    );
  return (
    <Suspense fallback={null}>
      <ModalDialog title={t("chat.details")} onClose={onClose}>
        {details}
        <div className="ask-buttons ask-details-end">
          <button type="button" className="ask-button" onClick={onClose}>
            {t("chat.details-close")}
          </button>
        </div>
      </ModalDialog>
    </Suspense>
  );
}

function subscribeToWidth(listener: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

interface SidePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel beside the messages. It takes the focus when it opens; Escape closes it. */
function SidePanel({ title, onClose, children }: SidePanelProps) {
  const t = useTranslation();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useReturnedFocus();
  useFocusOnOpen(() => heading.current?.focus());
  return (
    <aside
      className="ask-details"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) onClose();
      }}
    >
      <div className="ask-details-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="closed" label={t("chat.details-close")} onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}

function Details({ conversation, agent }: Pick<DetailsPanelProps, "conversation" | "agent">) {
  const t = useTranslation();
  const language = useLanguage();
  const started = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <div className="ask-details-body">
      <dl className="ask-details-facts">
        <dt>{t("chat.details-agent")}</dt>
        <dd>
          <bdi>{agent}</bdi>
        </dd>
        {conversation.thread !== undefined && (
          <>
            <dt>{t("external.thread")}</dt>
            <dd>
              <bdi>{neutralise(conversation.thread)}</bdi>
            </dd>
          </>
        )}
        <dt>{t("chat.details-started")}</dt>
        <dd>{started.format(new Date(conversation.createdAt))}</dd>
        {conversation.usage.outputTokens > 0 && (
          <>
            <dt>{t("chat.details-usage")}</dt>
            <dd>
              <TokenUse usage={conversation.usage} />
            </dd>
          </>
        )}
      </dl>
      <PermissionList conversation={conversation} />
      {conversation.kind === "external" ? (
        <>
          <p className="ask-muted">{t("external.note")}</p>
          <h3>{t("external.asked")}</h3>
          <AskedList conversation={conversation} />
        </>
      ) : (
        <>
          <h3>{t("runs.title")}</h3>
          <RunTimeline conversation={conversation} />
        </>
      )}
    </div>
  );
}
