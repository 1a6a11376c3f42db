import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { Checkbox } from "react-aria-components";
import { AgentAvatar } from "../../agent-avatar.tsx";
import { inReadersWords, questionLine } from "../../card/approval/approval-words.ts";
import { isRefused } from "../../card/card-title.ts";
import { answerTexts } from "../../data/inquiry/answer-texts.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icon.tsx";
import { formatDuration, formatMoment } from "../../ui/time.tsx";
import { useAgent } from "../../use-agents.ts";
import { useMinute } from "../../use-minute.ts";
import { useNames } from "../../use-people.ts";
import { useServerQuery } from "../../use-server-query.ts";
import { useInboxContext } from "../inbox-context.ts";
import { isSnoozed, isUnread } from "../inbox-view.ts";
import { resolutionSentence } from "../resolution-text.ts";
import { useInboxData } from "../use-inbox.ts";
import { isExpiring } from "./inbox-order.ts";
import { OpenRow } from "./open-row.tsx";

/** A row of the inbox: who asks where and since when, then what. */
export function InboxRow({ inquiry }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  const now = useMinute();
  const { route } = useInboxContext();
  const { avatar } = useAgent(inquiry.agent);
  const isOpen = inquiry.status === "open";
  const isNew = isOpen && isUnread(inquiry, now);
  return (
    <div
      className="ask-row"
      data-status={inquiry.status}
      data-unread={isNew || undefined}
      data-current={route.inquiry === inquiry.id || undefined}
    >
      {isNew && <span className="ask-dot" role="img" aria-label={t("inbox.unread")} />}
      <span className="ask-row-sign">
        <AgentAvatar avatar={avatar} />
        {isOpen && route.view !== "done" && (
          <Checkbox slot="selection" className="ask-row-check" aria-label={t("inbox.key.select")}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="m3.5 8.5 3 3 6-7" />
            </svg>
          </Checkbox>
        )}
      </span>
      <div className="ask-row-head">
        <RowNames inquiry={inquiry} />
        <span className="ask-row-time">
          <Deadline inquiry={inquiry} />
          <WaitingTime inquiry={inquiry} />
        </span>
      </div>
      <div className="ask-row-body">
        <p className="ask-row-question" dir="auto">
          {questionLine(inquiry, t)}
        </p>
        {isOpen ? <OpenRow inquiry={inquiry} /> : <RowReceipt inquiry={inquiry} />}
      </div>
    </div>
  );
}

/** The agent and the title of the conversation, and a mark if that is a fork. */
export function RowNames({ inquiry }: { readonly inquiry: Inquiry }) {
  const agent = useAgent(inquiry.agent);
  const t = useTranslation();
  const { title, forkedFrom } = useServerQuery(useInboxData().conversation(inquiry.conversationId)).data ?? {};
  // A program's only question may have named its conversation, and stands in the row already.
  const isQuestion = inquiry.questions.some(({ text }) => text === title);
  return (
    <span className="ask-row-names">
      <bdi className="ask-row-agent">{neutralise(agent.title)}</bdi>
      {title && !isQuestion && <bdi className="ask-row-title">{neutralise(title)}</bdi>}
      {forkedFrom && (
        <span className="ask-row-fork" title={t("chat.forked")}>
          <Icon name="fork" />
          <span className="ask-hidden">{t("chat.forked")}</span>
        </span>
      )}
    </span>
  );
}

const iconByStatus: { readonly [Status in Inquiry["status"]]?: "done" | "clock" } = {
  answered: "done",
  "answered-in-chat": "done",
  delegated: "done",
  held: "clock",
  expired: "clock",
};

/** How an inquiry was resolved, or that an answer is held. */
function RowReceipt({ inquiry }: { readonly inquiry: Inquiry }) {
  const { i18n } = useLingui();
  const t = useTranslation();
  const { me } = useInboxContext();
  const nameOf = useNames(inquiry.resolution?.by === undefined ? [] : [inquiry.resolution.by]);
  const list = new Intl.ListFormat(i18n.locale, { type: "unit" });
  const answer = list.format(answerTexts(inReadersWords(inquiry, t)));
  // One's own answer needs no words beside its mark, and they would take its room.
  const isMine = answer !== "" && me !== undefined && inquiry.resolution?.by === me;
  return (
    <p className="ask-row-receipt">
      <Icon name={(isRefused(inquiry) ? undefined : iconByStatus[inquiry.status]) ?? "closed"} />
      <span className={isMine ? "ask-hidden" : undefined}>
        {resolutionSentence(inquiry, { me, t, nameOf }) ?? t("inbox.sending")}
      </span>
      {answer && (
        <span className="ask-row-answer" dir="auto">
          {answer}
        </span>
      )}
    </p>
  );
}

interface RowTimeProps {
  readonly inquiry: Inquiry;
}

/** How long an inquiry has waited, until when it is snoozed, or when it was resolved. */
function WaitingTime({ inquiry }: RowTimeProps) {
  const { i18n } = useLingui();
  const t = useTranslation();
  const now = useMinute();
  const { askedAt, mine, resolution } = inquiry;
  if (resolution) {
    return <time dateTime={resolution.at}>{formatMoment(Date.parse(resolution.at), now, i18n.locale)}</time>;
  }
  if (mine?.snoozedUntil && isSnoozed(inquiry, now)) {
    const time = formatMoment(Date.parse(mine.snoozedUntil), now, i18n.locale);
    return <time dateTime={mine.snoozedUntil}>{t("inbox.back-at", { time })}</time>;
  }
  const waited = now - Date.parse(askedAt);
  const time = formatDuration(waited, i18n.locale);
  if (time === undefined) return <time dateTime={askedAt}>{t("inbox.justNow")}</time>;
  const long = formatDuration(waited, i18n.locale, "long") ?? time;
  return (
    <time dateTime={askedAt} title={t("inbox.waitingLong", { time: long })}>
      {time}
    </time>
  );
}

/** The deadline of an inquiry, or how long is left if it is near. */
function Deadline({ inquiry }: RowTimeProps) {
  const { i18n } = useLingui();
  const t = useTranslation();
  const now = useMinute();
  if (!inquiry.deadline || inquiry.resolution) return null;
  const end = Date.parse(inquiry.deadline);
  const time = formatMoment(end, now, i18n.locale);
  const left = formatDuration(end - now, i18n.locale);
  const isNear = isExpiring(inquiry, now);
  const near = left === undefined ? t("inbox.ending") : t("inbox.left", { time: left });
  return (
    <time
      className="ask-row-deadline"
      data-tone={isNear ? "warn" : undefined}
      dateTime={inquiry.deadline}
      title={t("inbox.byLong", { time })}
    >
      {isNear ? near : t("inbox.by", { time })}
    </time>
  );
}
