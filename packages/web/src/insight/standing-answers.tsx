import {
  type MessageId,
  useAgentTitles,
  useIsViewer,
  useNames,
  useStandingAnswers,
  useTranslation,
} from "@askback/react";
import { useId, useState } from "react";
import { useFormats } from "./formats.ts";

/** What is answered without asking anybody, each with the button that ends it. */
export function StandingAnswers() {
  const t = useTranslation<MessageId>();
  const { date } = useFormats();
  const titleOf = useAgentTitles();
  const { data = [], status, revoke } = useStandingAnswers();
  const nameOf = useNames(data.map(({ by }) => by));
  const [problem, setProblem] = useState<string>();
  const isViewer = useIsViewer();
  const id = useId();
  return (
    <section className="app-plot" aria-labelledby={id}>
      <h2 id={id}>{t("standing.list")}</h2>
      {status === "success" && data.length === 0 && <p className="app-note">{t("standing.none")}</p>}
      {problem !== undefined && (
        <p className="ask-alert" role="alert">
          {t("standing.failed", { reason: problem })}
        </p>
      )}
      <ul className="app-repeated">
        {(data ?? []).map(({ id: standing, agent, by, at, questions, text }) => (
          <li key={standing}>
            <span className="app-standing-question">{questions.map((question) => question.text).join(" ")}</span>
            <span>{text}</span>
            <span className="app-repeated-by">
              {t("standing.by", { agent: titleOf(agent), who: nameOf(by), date: date(at) })}
            </span>
            <span className="app-repeated-act">
              {!isViewer && (
                <button type="button" className="ask-quiet" onClick={async () => setProblem(await revoke(standing))}>
                  {t("standing.revoke")}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
