import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { AgentAvatar } from "../../agent-avatar.tsx";
import { useAskback } from "../../askback-context.ts";
import { questionLine } from "../../card/approval/approval-words.ts";
import { LetMeAnswer, StuckReason } from "../../card/people/stuck-notice.tsx";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useAgent } from "../../use-agents.ts";
import { useMe } from "../../use-people.ts";
import { useServerQuery } from "../../use-server-query.ts";
import { useInboxContext } from "../inbox-context.ts";

const none: readonly Inquiry[] = [];

/** The open questions that nobody can answer, for owners who look at what needs them. */
export function useStuckQuestions(): readonly Inquiry[] {
  const { queries } = useAskback().live;
  const { view, q, agent } = useInboxContext().route;
  const isOwner = useMe().data?.scopes.includes("admin") ?? false;
  const found = useServerQuery(queries.unanswerable(isOwner)).data ?? none;
  if (view !== "needs-you" || q) return none;
  return agent ? found.filter((inquiry) => inquiry.agent === agent) : found;
}

interface StuckQuestionsProps {
  readonly inquiries: readonly Inquiry[];
  readonly onOpenConversation: ((conversationId: string) => void) | undefined;
}

/** Rows of questions that wait for nobody: they go on only if an owner lets somebody answer. */
export function StuckQuestions({ inquiries, onOpenConversation }: StuckQuestionsProps) {
  const t = useTranslation();
  if (inquiries.length === 0) return null;
  return (
    <section className="ask-stopped" aria-label={t("who.stuck-title")}>
      <p className="ask-stopped-title">{t("who.stuck-title")}</p>
      <ul>
        {inquiries.map((inquiry) => (
          <StuckQuestion key={inquiry.id} inquiry={inquiry} onOpen={onOpenConversation} />
        ))}
      </ul>
    </section>
  );
}

interface StuckQuestionProps {
  readonly inquiry: Inquiry;
  readonly onOpen: StuckQuestionsProps["onOpenConversation"];
}

function StuckQuestion({ inquiry, onOpen }: StuckQuestionProps) {
  const t = useTranslation();
  const agent = useAgent(inquiry.agent);
  return (
    <li className="ask-stopped-row" data-status="stuck">
      <span className="ask-row-sign">
        <AgentAvatar avatar={agent.avatar} />
      </span>
      <div className="ask-row-head">
        <span className="ask-row-names">
          <bdi className="ask-row-agent">{neutralise(agent.title)}</bdi>
          <bdi className="ask-row-title">{questionLine(inquiry, t)}</bdi>
        </span>
      </div>
      <p className="ask-stopped-reason">
        <StuckReason inquiry={inquiry} />
      </p>
      <div className="ask-stopped-actions">
        {onOpen && (
          <button type="button" className="ask-button" onClick={() => onOpen(inquiry.conversationId)}>
            {t("chat.open")}
          </button>
        )}
        <LetMeAnswer inquiry={inquiry} />
      </div>
    </li>
  );
}
