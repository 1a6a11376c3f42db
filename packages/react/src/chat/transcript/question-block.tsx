import type { Inquiry, QuestionBlock } from "@askback/core/wire";
import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import { useAskback } from "../../askback-context.ts";
import { QuestionCard } from "../../card/question-card.tsx";
import { isAskedElsewhere } from "../../data/inquiry/asked-elsewhere.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { bidiIsolate } from "../../text/sentence.tsx";
import { useMe } from "../../use-people.ts";
import { useServerQuery } from "../../use-server-query.ts";
import { ComposerContext } from "../composer/composer.tsx";
import { quotationOf } from "../composer/composer-text.ts";

interface QuestionBlockViewProps {
  readonly block: QuestionBlock;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** The card of a question in the transcript, and under it the actions of its resolution. */
export function QuestionBlockView({ block: { inquiry, received }, onOpen }: QuestionBlockViewProps) {
  const element = useRef<HTMLDivElement>(null);
  // The card shows the same one, so that the actions appear as it is resolved, and move nothing later.
  const latest = useServerQuery(useAskback().live.queries.inquiry(inquiry.id)).data ?? inquiry;
  useComposerFocusOnDismiss(latest, element);
  return (
    <div className="ask-asked" data-asked={inquiry.id} ref={element}>
      <QuestionCard key={inquiry.id} id={inquiry.id} />
      {latest.resolution && !isAskedElsewhere(latest) && (
        <ResolvedActions inquiry={latest} received={received} onOpen={onOpen} />
      )}
    </div>
  );
}

/** Focuses the composer when the reader dismisses a question to write instead, where somebody reads what they write. */
function useComposerFocusOnDismiss(inquiry: Inquiry, element: RefObject<HTMLElement | null>): void {
  const { status } = inquiry;
  const isRead = !isAskedElsewhere(inquiry);
  const composer = useContext(ComposerContext);
  const before = useRef(status);
  useEffect(() => {
    const isDismissed = isRead && before.current === "open" && status === "dismissed";
    before.current = status;
    if (isDismissed && element.current?.contains(document.activeElement)) composer?.focus();
  }, [status, isRead, composer, element]);
}

interface ResolvedActionsProps {
  readonly inquiry: Inquiry;
  readonly received: string | undefined;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

function ResolvedActions({ inquiry, received, onOpen }: ResolvedActionsProps) {
  const t = useTranslation();
  const { client } = useAskback();
  const { resolution, questions } = inquiry;
  const me = useMe().data?.id;
  const isMine = resolution?.type === "answered" && me !== undefined && resolution.by === me;
  const composer = useContext(ComposerContext);
  const [forking, setForking] = useState<"no" | "yes" | { readonly problem: string }>("no");
  const fork = async () => {
    if (forking === "yes") return;
    setForking("yes");
    const forked = await client.conversations.fork(inquiry.conversationId, { inquiry: inquiry.id });
    setForking(forked.ok ? "no" : { problem: forked.error.title });
    if (forked.ok) onOpen?.(forked.value.id);
  };
  return (
    <div className="ask-asked-actions">
      {composer && isMine && (
        <button type="button" className="ask-quiet" onClick={() => composer.quote(quotationOf(questions))}>
          {t("asked.correct")}
        </button>
      )}
      {onOpen && (
        <button type="button" className="ask-quiet" onClick={fork}>
          {t(forking === "yes" ? "asked.forking" : "asked.fork")}
        </button>
      )}
      {/* It comes last, since it is known later than the others. */}
      {received !== undefined && (
        <details className="ask-received ask-fold">
          <summary>{t("asked.received")}</summary>
          <pre dir="auto">{received}</pre>
        </details>
      )}
      {typeof forking === "object" && (
        <p className="ask-alert" role="alert">
          {t("asked.failed", { problem: bidiIsolate(forking.problem) })}
        </p>
      )}
    </div>
  );
}
