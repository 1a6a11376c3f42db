import type { Inquiry, QuestionBlock } from "@askback/core/wire";
import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import { useAskback } from "../askback-context.ts";
import { QuestionCard } from "../card/question-card.tsx";
import { useWords } from "../i18n/use-words.ts";
import { valueIn } from "../live/known.ts";
import { isolated } from "../text/isolated.ts";
import { useSource } from "../use-source.ts";
import { ComposerContext } from "./composer-context.ts";
import { quotationOf } from "./quotation.ts";

interface AskedBlockProps {
  readonly block: QuestionBlock;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** The question in its place, and under it what came of it. */
export function AskedBlock({ block: { inquiry, received }, onOpen }: AskedBlockProps) {
  const place = useRef<HTMLDivElement>(null);
  useWritingInstead(inquiry.id, place);
  return (
    <div className="ask-asked" data-asked={inquiry.id} ref={place}>
      <QuestionCard key={inquiry.id} id={inquiry.id} />
      {inquiry.resolution && <AskedActions inquiry={inquiry} received={received} onOpen={onOpen} />}
    </div>
  );
}

/** Who sets a question aside to write instead is led to where one writes. */
function useWritingInstead(inquiryId: string, place: RefObject<HTMLElement | null>): void {
  const status = valueIn(useSource(useAskback().live.inquiry(inquiryId)))?.status;
  const composer = useContext(ComposerContext);
  const before = useRef(status);
  useEffect(() => {
    const isSetAside = before.current === "open" && status === "dismissed";
    before.current = status;
    if (isSetAside && place.current?.contains(document.activeElement)) composer?.focus();
  }, [status, composer, place]);
}

interface AskedActionsProps {
  readonly inquiry: Inquiry;
  readonly received: string | undefined;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

function AskedActions({ inquiry, received, onOpen }: AskedActionsProps) {
  const words = useWords();
  const { client, live } = useAskback();
  const { resolution, questions } = inquiry;
  const me = valueIn(useSource(live.me))?.id;
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
      {received !== undefined && (
        <details className="ask-received ask-fold">
          <summary>{words("asked.received")}</summary>
          <pre dir="auto">{received}</pre>
        </details>
      )}
      {composer && isMine && (
        <button type="button" className="ask-quiet" onClick={() => composer.quote(quotationOf(questions))}>
          {words("asked.correct")}
        </button>
      )}
      {onOpen && (
        <button type="button" className="ask-quiet" onClick={fork}>
          {words(forking === "yes" ? "asked.forking" : "asked.fork")}
        </button>
      )}
      {typeof forking === "object" && (
        <p className="ask-alert" role="alert">
          {words("asked.failed", { problem: isolated(forking.problem) })}
        </p>
      )}
    </div>
  );
}
