import { type FormEvent, useContext, useId, useState } from "react";
import { AskbackContext } from "../../askback-context.ts";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { sendSecrets } from "../../data/inquiry/send-secrets.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { CardBody } from "../card-body.tsx";
import { PeopleNotices } from "./people-notices.tsx";

/** Takes secrets, which are in no draft and in no outbox: they are sent at once, or typed again. */
export function SecretForm({ card }: { readonly card: InquiryCard }) {
  const t = useTranslation();
  const askback = useContext(AskbackContext);
  const fieldId = useId();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const { inquiry } = card;
  const { questions } = inquiry;
  const isComplete = questions.every((question) => texts[question.id]?.trim());

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!askback || !isComplete || isSending) return;
    setSending(true);
    const sent = await sendSecrets(askback.client, inquiry, texts);
    setSending(false);
    setProblem(sent.ok ? undefined : sent.error.title);
    if (sent.ok) setTexts({});
  }

  return (
    <form className="ask-form" onSubmit={(event) => void send(event)}>
      <CardBody>
        <PeopleNotices card={card} />
        {questions.map((question) => (
          <p key={question.id}>
            <label htmlFor={`${fieldId}-${question.id}`}>
              {questions.length > 1 ? question.text : t("secret.field")}
            </label>
            <input
              autoComplete="off"
              className="ask-field"
              id={`${fieldId}-${question.id}`}
              onChange={({ target }) => setTexts({ ...texts, [question.id]: target.value })}
              spellCheck={false}
              type="password"
              value={texts[question.id] ?? ""}
            />
          </p>
        ))}
        <p className="ask-muted">{t("secret.about", { agent: card.agentTitle ?? inquiry.agent })}</p>
        {problem !== undefined && (
          <p className="ask-notice" data-kind="error" role="alert">
            {t("secret.failed", { problem: problem.replace(/\.$/, "") })}
          </p>
        )}
      </CardBody>
      <div className="ask-footer">
        <button className="ask-button ask-primary ask-submit-button" disabled={!isComplete || isSending} type="submit">
          {t("secret.send")}
        </button>
      </div>
    </form>
  );
}
